import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle, PLUGIN_FILES } from '../../plugin/scripts/bundle.mjs';
import { PROJECT } from '../../plugin/scripts/places.mjs';

/** `main.js` may not grow past this. */
const MOST_BYTES = 150_000;

let folder: string;
const built = (name: string): Buffer => readFileSync(join(folder, 'first build', name));

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'luneta-bündle-'));
	await bundle(join(folder, 'first build'));
});
afterAll(() => {
	rmSync(folder, { recursive: true });
});

test('a second build, elsewhere and called from elsewhere, gives the same bytes', async () => {
	const before = process.cwd();
	try {
		process.chdir(folder);
		await bundle(join(folder, 'b'));
	} finally {
		process.chdir(before);
	}
	expect(readdirSync(join(folder, 'b')).sort()).toEqual([...PLUGIN_FILES].sort());
	for (const name of PLUGIN_FILES) expect(readFileSync(join(folder, 'b', name)).equals(built(name)), name).toBe(true);
});

test('the manifest is the one at the top', () => {
	expect(built('manifest.json').equals(readFileSync(join(PROJECT, 'manifest.json')))).toBe(true);
});

test('main.js asks only for what Obsidian gives at run time, without import(), and names no place on this machine', () => {
	const code = built('main.js').toString('utf8');
	const required = [...code.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name);
	expect([...new Set(required)].sort()).toEqual(['child_process', 'fs/promises', 'obsidian', 'os']);
	expect(code).not.toMatch(/\bimport\(/);
	expect(code).not.toContain(PROJECT);
	expect(built('main.js').length).toBeLessThan(MOST_BYTES);
});
