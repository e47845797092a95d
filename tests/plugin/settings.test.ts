import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../plugin/scripts/places.mjs';
import { isInVault, withEntry, withoutEntry } from '../../plugin/src/folder-rule';
import { NEAREST, NUMBERS, readSettings, stored, withValue, type Stored } from '../../plugin/src/settings';
import { SettingsFile } from '../../plugin/src/settings-file';

const DEFAULTS = {
	include: [],
	exclude: [],
	obsidianExcluded: false,
	model: '',
	limit: 10,
	weights: { postings: 1, vectors: 1, names: 1 },
	recencyHalfLifeDays: 0,
	aliasSynonyms: false,
	nearest: 'auto',
	graphLinks: 16,
};

/** A settings file on a disk that others write too. */
function disk(text: string) {
	const file = { text, load: () => Promise.resolve(JSON.parse(file.text) as unknown), save: (data: Stored) => {
		file.text = JSON.stringify(data);
		return Promise.resolve();
	} };
	return file;
}

test.each([[null], [undefined], [[]], ['x'], [{}], [{ weights: 3, include: 'Diary', limit: 'ten', obsidian_excluded: 1, alias_synonyms: 'yes', nearest: 'fast' }]])(
	'without anything usable the defaults hold: %j',
	(data) => {
		expect(readSettings(stored(data))).toEqual(DEFAULTS);
	},
);

test('every setting is read by the name that the sidecar gives it', () => {
	const data = {
		include: ['Work'],
		exclude: ['Diary', '*.draft.md'],
		obsidian_excluded: true,
		model: 'none',
		limit: 25,
		weights: { postings: 0.5, vectors: 2, names: 0 },
		recency_half_life_days: 90.5,
		alias_synonyms: true,
		nearest: 'graph',
		hnsw_param_m: 32,
	};
	expect(readSettings(data)).toEqual({
		include: ['Work'],
		exclude: ['Diary', '*.draft.md'],
		obsidianExcluded: true,
		model: 'none',
		limit: 25,
		weights: { postings: 0.5, vectors: 2, names: 0 },
		recencyHalfLifeDays: 90.5,
		aliasSynonyms: true,
		nearest: 'graph',
		graphLinks: 32,
	});
});

test.each([
	['limit', 0],
	['limit', 1001],
	['limit', 2.5],
	['limit', Number.NaN],
	['hnsw_param_m', 1],
	['weights.postings', -0.1],
	['weights.postings', 100.5],
] as const)('%s = %d is outside its bounds and reads as the default', (name, value) => {
	expect(readSettings(withValue({}, name, value))).toEqual(DEFAULTS);
});

test('one change keeps everything else, known or not, at both levels', () => {
	const before = { future: { deep: [1] }, weights: { postings: 2, tomorrow: 3 }, pools: { names: 5 } };
	expect(withValue(before, 'weights.vectors', 0.5)).toEqual({
		future: { deep: [1] },
		weights: { postings: 2, tomorrow: 3, vectors: 0.5 },
		pools: { names: 5 },
	});
	expect(withValue({ weights: 'broken' }, 'weights.names', 1)).toEqual({ weights: { names: 1 } });
});

test('names, defaults and bounds are those of the sidecar', () => {
	const source = readFileSync(join(PROJECT, 'sidecar', 'luneta', 'core', 'settings.py'), 'utf8');
	for (const [name, { default: value, low, high }] of Object.entries(NUMBERS)) {
		if (name === 'recency_half_life_days' && !source.includes(name)) continue; // the plugin was first
		const [outer, inner] = name.split('.');
		const call = inner === undefined
			? new RegExp(`Setting\\(\\s*"${outer ?? ''}",\\s*"(?:whole|number)",\\s*([\\d.]+),[^)]*?([\\d_]+),\\s*([\\d_]+),?\\s*\\)`).exec(source)
			: /Setting\(f"weights\.\{name\}", "number", ([\d.]+), .*?, ([\d_]+), ([\d_]+)\)/.exec(source);
		expect(call, name).not.toBeNull();
		expect(call?.slice(1, 4).map((digits) => Number(digits.replaceAll('_', ''))), name).toEqual([value, low, high]);
	}
	expect(source).toMatch(/Setting\(\s*"alias_synonyms",\s*"flag",\s*False,/);
	const choices = /"nearest",\s*"choice",\s*"(\w+)",[^)]*\)?[^=]*choices=\(([^)]*)\)/.exec(source);
	expect([choices?.[1], choices?.[2]?.match(/\w+/g)]).toEqual([NEAREST[0], [...NEAREST]]);
	for (const name of ['include', 'exclude', 'obsidian_excluded', 'model']) expect(source).toContain(`Setting("${name}"`);
});

test('what others wrote meanwhile stays when the plugin changes a setting', async () => {
	const file = disk('{"limit": 20, "later": {"x": 1}}');
	let changes = 0;
	const settings = new SettingsFile(file, () => { changes++; });
	await settings.open();
	expect(settings.settings.limit).toBe(20);
	file.text = '{"limit": 20, "exclude": ["Diary"], "later": {"x": 2}}'; // the terminal
	await settings.set('weights.names', 2);
	expect(JSON.parse(file.text)).toEqual({ limit: 20, exclude: ['Diary'], later: { x: 2 }, weights: { names: 2 } });
	expect(settings.settings).toMatchObject({ exclude: ['Diary'], weights: { names: 2 } });
	expect(changes).toBe(1);
});

test('changes at the same time are all kept', async () => {
	const file = disk('{}');
	const settings = new SettingsFile(file, () => undefined);
	await Promise.all([settings.set('limit', 5), settings.set('exclude', ['A']), settings.set('weights.names', 0)]);
	expect(JSON.parse(file.text)).toEqual({ limit: 5, exclude: ['A'], weights: { names: 0 } });
});

test('a change from outside is told, a rewrite of the same is not', async () => {
	const file = disk('{"limit": 5}');
	let changes = 0;
	const settings = new SettingsFile(file, () => { changes++; });
	await settings.open();
	file.text = '{ "limit": 5 }';
	await settings.reread();
	expect(changes).toBe(0);
	file.text = '{"limit": 6}';
	await settings.reread();
	expect([changes, settings.settings.limit]).toEqual([1, 6]);
});

test('a file that is no JSON is told of, keeps what was known, and is told of again when it is mended', async () => {
	const file = disk('{"limit": 5}');
	let changes = 0;
	const settings = new SettingsFile(file, () => { changes++; });
	await settings.open();
	file.text = '{"limit": 5';
	await settings.reread();
	expect([changes, settings.settings.limit]).toEqual([1, 5]);
	await settings.reread();
	expect(changes).toBe(1);
	file.text = '{"limit": 5}';
	await settings.reread();
	expect([changes, settings.settings.limit]).toEqual([2, 5]);
});

test('a file that is no JSON from the start can be opened, and is not written over', async () => {
	const file = disk('{"limit": 5');
	const settings = new SettingsFile(file, () => undefined);
	await settings.open();
	expect(settings.settings.limit).toBe(10);
	await expect(settings.set('limit', 6)).rejects.toThrow(SyntaxError);
	expect(file.text).toBe('{"limit": 5');
});

test('a change that cannot be stored is told to whoever asked, and the next one is tried', async () => {
	const file = disk('{}');
	let locked = true;
	const settings = new SettingsFile({
		load: () => (locked ? Promise.reject(new Error('locked')) : file.load()),
		save: (data) => file.save(data),
	}, () => undefined);
	await expect(settings.set('limit', 5)).rejects.toThrow('locked');
	locked = false;
	await settings.set('limit', 6);
	expect(settings.settings.limit).toBe(6);
});

test.each([
	['Diary', true],
	['Private\\Keys', true],
	['/Work/', true],
	['*.draft.md', true],
	['a..b', true],
	['', false],
	['  ', false],
	['../Elsewhere', false],
	['a/../../b', false],
	['a\\..\\..\\b', false],
	['C:\\Notes', false],
	['\\\\server\\x', false],
	['~/Notes', false],
])('can %j lie in the vault? %s', (entry, expected) => {
	expect(isInVault(entry)).toBe(expected);
});

test('an entry is added once, whatever its slashes', () => {
	expect(withEntry(['Private/Keys'], 'Private\\Keys\\')).toEqual(['Private/Keys']);
	expect(withEntry(['Private'], ' Diary ')).toEqual(['Private', 'Diary']);
	expect(withoutEntry(['a', 'b', 'c'], 1)).toEqual(['a', 'c']);
});
