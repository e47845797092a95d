import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { installHooks } from '../../plugin/src/hooks';

let root: string;
beforeEach(() => { root = mkdtempSync(join(tmpdir(), 'luneta hooks ü & ')); });
afterEach(() => { rmSync(root, { recursive: true }); });

/** A program that keeps the words it was given, one a line. */
function program(...lines: string[]): string {
	const path = join(root, 'luneta');
	writeFileSync(path, ['#!/bin/sh', `printf '%s\\n' "$@" > "${root}/words"`, ...lines, ''].join('\n'));
	chmodSync(path, 0o755);
	return path;
}
const words = (): string[] => readFileSync(join(root, 'words'), 'utf8').trimEnd().split('\n');

describe.skipIf(process.platform === 'win32')('with programs of sh', () => {
	test('nothing is written before it is agreed to, and no shell reads the path of the vault', async () => {
		const luneta = program(`echo '{"file": "/home/ana/.claude/settings.json", "written": false, "installed": true, "hooks": {"A": []}}'`);
		expect(await installHooks(luneta, '/notes/$(id) "x"; y', false)).toEqual({ file: '/home/ana/.claude/settings.json', written: false, hooks: { A: [] } });
		expect(words()).toEqual(['hook', 'install', '--vault', '/notes/$(id) "x"; y', '--json']);
	});

	test('agreed to, it is', async () => {
		const luneta = program(`echo '{"file": "/f", "written": true, "installed": true, "hooks": {}}'`);
		expect((await installHooks(luneta, '/notes', true)).written).toBe(true);
		expect(words().at(-1)).toBe('--yes');
	});

	test.each([
		['a program that is too old', ["echo 'usage: luneta COMMAND' >&2", "echo 'luneta: there is no command hook' >&2", 'exit 2'], 'luneta: there is no command hook'],
		['settings that cannot be read', ["echo '/f is not JSON.' >&2", 'exit 1'], '/f is not JSON.'],
		['another answer', ["echo '{}'"], '{}'],
	])('%s says so', async (_, lines, problem) => {
		await expect(installHooks(program(...lines), '/notes', false)).rejects.toThrow(problem);
	});
});
