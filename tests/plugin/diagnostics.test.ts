import { expect, test } from 'vitest';
import { diagnostics } from '../../plugin/src/diagnostics';
import type * as wire from '../../plugin/src/protocol.gen';
import { readSettings } from '../../plugin/src/settings';

const STATUS: wire.Status = {
	type: 'status_is',
	id: 1,
	version: '0.1.0',
	state: 'ready',
	reason: null,
	vault: '/home/ana/Secret vault',
	notes: 12,
	chunks: 34,
	db_path: '/home/ana/.cache/luneta/Secret-vault/index.db',
	db_bytes: 56_789,
	model: '/home/ana/models/mine',
	vec_available: true,
	degraded: null,
	last_run: 1_790_000_000,
	problems: [
		{ path: 'Secret plan.md', kind: 'failed', reason: 'Secret reason' },
		{ path: 'Other.md', kind: 'skipped', reason: 'Too large' },
		{ path: 'Third.md', kind: 'skipped', reason: 'Too large' },
	],
	redactions: { 'aws key': 2, 'private key': 1 },
	memory_bytes: 1_000,
};

test('diagnostics say what counts, and no name, path or word of the user’s', () => {
	const text = diagnostics({
		pluginVersion: '0.1.0',
		obsidianVersion: '1.13.1',
		platform: 'linux x64',
		state: { kind: 'indexing', reason: 'Secret reason', progress: { type: 'progress', notes_done: 3, notes_total: 12, chunks: 9, seconds: 1 } },
		status: STATUS,
		settings: readSettings({ exclude: ['Secret folder'], model: '/home/ana/models/mine', limit: 20 }),
	});
	expect(text.split('\n')).toEqual([
		'plugin: 0.1.0',
		'Obsidian: 1.13.1',
		'platform: linux x64',
		'state: indexing (3 of 12)',
		'sidecar: 0.1.0',
		'notes: 12',
		'passages: 34',
		'index bytes: 56789',
		'memory bytes: 1000',
		'vectors: yes',
		'degraded: no',
		'last run: 2026-09-21T14:13:20.000Z',
		'problems: 1 failed, 2 skipped',
		'redactions: 3',
		'settings: include 0, exclude 1, obsidian_excluded false, model another, limit 20, weights 1/1/1, recency_half_life_days 0, alias_synonyms false',
		'',
	]);
	expect(text).not.toMatch(/secret|ana|mine/i);
});

test('diagnostics without a sidecar', () => {
	const text = diagnostics({
		pluginVersion: '0.1.0',
		obsidianVersion: '1.13.1',
		platform: 'win32 x64',
		state: { kind: 'missing', reason: null, progress: null },
		status: null,
		settings: readSettings({}),
	});
	expect(text).toContain('state: missing\nsidecar: no answer\nsettings: ');
});
