import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findSidecar, probeSidecar, surroundings } from '../../plugin/src/discovery';
import { Locator } from '../../plugin/src/locator';
import type { Machine } from '../../plugin/src/sidecar-places';

let root: string;
beforeEach(() => { root = mkdtempSync(join(tmpdir(), 'luneta find ü & co ')); });
afterEach(() => { rmSync(root, { recursive: true }); });

/** A program that does what the lines of sh say. */
function program(path: string, ...lines: string[]): string {
	const full = join(root, path);
	mkdirSync(dirname(full), { recursive: true });
	writeFileSync(full, ['#!/bin/sh', ...lines, ''].join('\n'));
	chmodSync(full, 0o755);
	return full;
}

function machine(...path: string[]): Machine {
	return { platform: 'linux', home: join(root, 'home'), env: { PATH: path.map((folder) => join(root, folder)).join(':') } };
}

const luneta = (path: string, version = '0.1.0'): string => program(path, `echo "luneta ${version}"`);

describe.skipIf(process.platform === 'win32')('with programs of sh', () => {
	test('P3: what only pretends, like the Store’s stub, is passed over for the next one', async () => {
		const stub = program('stub/luneta', 'exit 49'); // 9009, as this system counts
		const right = luneta('right/luneta');
		expect(await findSidecar('', machine('stub', 'right'))).toEqual({ kind: 'found', path: right, version: '0.1.0' });
		expect(await findSidecar('', machine('stub'))).toEqual({
			kind: 'none',
			refused: [{ path: stub, problem: 'It ended with exit code 49.' }],
		});
	});

	test.each([
		['another program of that name', ['echo "luneta, a telescope simulator"'], 'It does not answer as Luneta does.'],
		['a silent one', ['true'], 'It does not answer as Luneta does.'],
		['one that fails though it answers', ['echo "luneta 0.1.0"', 'exit 3'], 'It ended with exit code 3.'],
	])('%s is refused, with the reason', async (_, lines, problem) => {
		expect(await probeSidecar(program('luneta', ...lines))).toEqual({ problem });
	});

	test('a file that may not be run, and one whose interpreter is gone', async () => {
		const locked = luneta('luneta');
		chmodSync(locked, 0o644);
		expect(await probeSidecar(locked)).toEqual({ problem: 'It may not be run.' });
		const orphan = join(root, 'orphan');
		writeFileSync(orphan, '#!/nowhere/python\n');
		chmodSync(orphan, 0o755);
		expect(await probeSidecar(orphan)).toEqual({ problem: 'There is no such file.' });
	});

	test('PATH before the usual places, and those when PATH does not have it', async () => {
		const usual = luneta('home/.local/bin/luneta', '0.2.0');
		expect(await findSidecar('', machine('empty'))).toMatchObject({ path: usual });
		const onPath = luneta('bin/luneta', '0.3.0');
		expect(await findSidecar('', machine('bin'))).toEqual({ kind: 'found', path: onPath, version: '0.3.0' });
	});

	test('of several Pythons the newest by number, not by letter', async () => {
		luneta('home/.pyenv/versions/3.9.1/bin/luneta', '0.1.0');
		const newest = luneta('home/.pyenv/versions/3.13.0/bin/luneta', '0.1.0');
		luneta('home/.pyenv/versions/3.11.7/bin/luneta', '0.1.0');
		expect(await findSidecar('', machine())).toMatchObject({ path: newest });
	});

	test('a link to a program that failed is not tried again', async () => {
		const broken = program('home/.local/share/uv/tools/luneta/bin/luneta', 'exit 1');
		mkdirSync(join(root, 'home/.local/bin'), { recursive: true });
		symlinkSync(broken, join(root, 'home/.local/bin/luneta'));
		const found = await findSidecar('', machine());
		expect(found).toMatchObject({ kind: 'none', refused: [{ path: join(root, 'home/.local/bin/luneta') }] });
	});

	test('the user’s path: nothing else is tried; a folder, quotes and ~ are understood', async () => {
		luneta('bin/luneta');
		const chosen = luneta('home/my tools/luneta', '0.4.0');
		const other = machine('bin');
		for (const text of [chosen, `"${chosen}"`, ` ${chosen} `, dirname(chosen), `${dirname(chosen)}/`, '~/my tools/luneta']) {
			expect(await findSidecar(text, other), text).toEqual({ kind: 'found', path: chosen, version: '0.4.0' });
		}
		const nowhere = join(root, 'nowhere');
		expect(await findSidecar(nowhere, other)).toEqual({
			kind: 'none',
			refused: [{ path: nowhere, problem: 'There is no such file.' }],
		});
	});

	test('it is remembered on the device until it fails or another path is chosen', async () => {
		const kept = new Map<string, unknown>();
		const device = (key: string) => ({ load: () => kept.get(key) ?? null, save: (value: unknown) => { kept.set(key, value); } });
		const locator = new Locator(() => Promise.resolve(machine('bin')), device('path'), device('found'));
		const first = luneta('home/.local/bin/luneta');
		expect(await locator.find(false)).toMatchObject({ path: first });
		const better = luneta('bin/luneta', '0.2.0');
		expect(await locator.find(false)).toMatchObject({ path: first });
		expect(await locator.find(true)).toMatchObject({ path: better });
		expect(await locator.find(false)).toMatchObject({ path: better });
		locator.choose(first);
		expect(await locator.find(false)).toMatchObject({ path: first });
		locator.choose(' ');
		expect(locator.chosen).toBe('');
		rmSync(first);
		rmSync(better);
		expect(await locator.find(true)).toEqual({ kind: 'none', refused: [] });
		expect(kept.get('found')).toBeNull();
	});
});

test('what is kept on the device may be anybody’s', async () => {
	const device = (value: unknown) => ({ load: () => value, save: () => undefined });
	const nothing = { platform: 'linux', home: join(root, 'home'), env: {} };
	for (const odd of [7, 'x', [], { path: 1 }, { chosen: '', path: '/x' }]) {
		const locator = new Locator(() => Promise.resolve(nothing), device(odd), device(odd));
		expect((await locator.find(false)).kind).toBe('none');
	}
});

test('settings for other Pythons do not reach the sidecar, nor does the folder of the vault', () => {
	const { cwd, env } = surroundings('/opt/bin/luneta');
	expect(cwd).toBe('/opt/bin');
	expect(surroundings('C:\\Tools\\luneta.exe').cwd).toBe('C:\\Tools');
	expect(surroundings('/luneta').cwd).toBe('/');
	expect([env['PYTHONPATH'], env['PYTHONHOME'], env['PATH']]).toEqual([undefined, undefined, process.env['PATH']]);
});
