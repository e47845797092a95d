/** Both sides of the wire agree: what one makes, the other's types accept. */

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
	COUNT_NOTES_DEFAULTS,
	HELLO_DEFAULTS,
	JUDGE_DEFAULTS,
	MENTIONS_DEFAULTS,
	PROTOCOL_VERSION,
	RECALL_DEFAULTS,
	REINDEX_DEFAULTS,
	RELATED_DEFAULTS,
	SEARCH_DEFAULTS,
} from '../../plugin/src/protocol.gen';
import type { FromClient, FromServer } from '../../plugin/src/protocol.gen';
import { FROM_SERVER } from './protocol-samples.gen';

type ByType<Message extends { type: string }> = { [T in Message['type']]: Extract<Message, { type: T }> };

/** One of each: a message that is missing here is an error of the compiler. */
const LEAST: ByType<FromClient> = {
	hello: { type: 'hello', ...HELLO_DEFAULTS, protocol: PROTOCOL_VERSION, token: 'ação → 🎬' },
	search: { type: 'search', id: 1, ...SEARCH_DEFAULTS, query: 'farol' },
	related: { type: 'related', id: 2, ...RELATED_DEFAULTS, note: 'a/b.md' },
	mentions: { type: 'mentions', id: 3, ...MENTIONS_DEFAULTS, name: 'Irelê' },
	cancel: { type: 'cancel', id: 4, target: 1 },
	status: { type: 'status', id: 5 },
	reindex: { type: 'reindex', id: 6, ...REINDEX_DEFAULTS },
	settings_changed: { type: 'settings_changed', id: 7 },
	count_notes: { type: 'count_notes', id: 8, ...COUNT_NOTES_DEFAULTS },
	judge: { type: 'judge', id: 9, ...JUDGE_DEFAULTS, query: 'farol', note: 'a/b.md' },
	recall: { type: 'recall', id: 10, ...RECALL_DEFAULTS, query: 'farol' },
};

const FULL: readonly FromClient[] = [
	{ ...LEAST.search, mode: 'semantic', limit: 5, folders: ['a', 'b c'], max_tokens: 400, explain: true, audience: 'agent', keep: true },
	{ ...LEAST.related, line: 12, limit: 3, folders: ['a'], passages: 2, unlinked: true },
	{ ...LEAST.reindex, scope: 'notes', paths: ['a/b.md'] },
	{ ...LEAST.count_notes, include: ['a'], exclude: ['a/b'] },
	{ ...LEAST.judge, right: false },
];

/** Read by tests/test_codegen.py. */
const FIXTURE = fileURLToPath(new URL('from-client.json', import.meta.url));

test('the sidecar is given to read what these types make', async () => {
	await expect(`${JSON.stringify([...Object.values(LEAST), ...FULL], null, '\t')}\n`).toMatchFileSnapshot(FIXTURE);
});

/** A type that is missing here is an error of the compiler; one that is not sampled is an error of this test. */
const SERVER_TYPES: { [T in FromServer['type']]: true } = {
	welcome: true,
	hits: true,
	recalled: true,
	mentions_found: true,
	status_is: true,
	reindexed: true,
	counted: true,
	done: true,
	failed: true,
	progress: true,
	indexed: true,
	state: true,
};

test('the compiler has seen a sample of every message of the sidecar', () => {
	expect(new Set(FROM_SERVER.map(({ type }) => type))).toEqual(new Set(Object.keys(SERVER_TYPES)));
});
