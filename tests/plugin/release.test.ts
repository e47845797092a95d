import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PLUGIN_FILES } from '../../plugin/scripts/bundle.mjs';
import { PROJECT } from '../../plugin/scripts/places.mjs';
import { ask } from '../../plugin/scripts/processes.mjs';
import { buildProblems, versionProblems } from '../../plugin/scripts/release.mjs';

const NAMES = [
	'manifest.json',
	'package.json',
	'package-lock.json',
	'pyproject.toml',
	'versions.json',
	'CHANGELOG.md',
	'sidecar/luneta/__init__.py',
];

let project: string;
let version: string;

beforeEach(() => {
	project = mkdtempSync(join(tmpdir(), 'luneta-release-'));
	for (const name of NAMES) cpSync(join(PROJECT, name), join(project, name));
	({ version } = JSON.parse(readFileSync(join(project, 'manifest.json'), 'utf8')) as { version: string });
	const changes = join(project, 'CHANGELOG.md');
	writeFileSync(changes, `## [${version}] - 2026-12-01\n\n${readFileSync(changes, 'utf8')}`);
});
afterEach(() => { rmSync(project, { recursive: true }); });

function change(name: string, from: string | RegExp, to: string): void {
	const path = join(project, name);
	const before = readFileSync(path, 'utf8');
	const after = before.replace(from, to);
	expect(after).not.toBe(before);
	writeFileSync(path, after);
}

test('the project as it is, with its changes told, may be released as its version and as no other', () => {
	expect(versionProblems(project, version)).toEqual([]);
	expect(versionProblems(project, '99.0.0')).toHaveLength(7);
	expect(versionProblems(project, `v${version}`)[0]).toContain('without a v');
});

test.each([
	['manifest.json', /"version": "[^"]+"/, '"version": "0.0.7"'],
	['package.json', /"version": "[^"]+"/, '"version": "0.0.7"'],
	['package-lock.json', /"version": "[^"]+"/, '"version": "0.0.7"'],
	['pyproject.toml', /^version = ".+"$/m, 'version = "0.0.7"'],
	['sidecar/luneta/__init__.py', /__version__ = ".+"/, '__version__ = "0.0.7"'],
])('another version in %s is found', (name, from, to) => {
	change(name, from, to);
	expect(versionProblems(project, version)).toEqual([`${name} says 0.0.7, and the tag is ${version}.`]);
});

test('so are an Obsidian that is not told of, and changes that are not', () => {
	change('versions.json', /": "[\d.]+"/, '": "1.0.0"');
	change('CHANGELOG.md', `## [${version}]`, '## [Next]');
	const [versions, changes, ...rest] = versionProblems(project, version);
	expect(versions).toContain(`versions.json must say "${version}"`);
	expect(changes).toContain(`"## [${version}]"`);
	expect(rest).toEqual([]);
});

test('the build is the same twice and small enough, and what is attached is there', async () => {
	expect(await buildProblems(join(project, 'out'))).toEqual([]);
	for (const name of PLUGIN_FILES) expect(readFileSync(join(project, 'out', name)).length, name).toBeGreaterThan(100);
});

test('as a program it takes one tag', async () => {
	const { code } = await ask(process.execPath, [join(PROJECT, 'plugin', 'scripts', 'release.mjs')]);
	expect(code).toBe(2);
});
