import { beforeEach, expect, test } from 'vitest';
import { Exchange } from '../../plugin/src/exchange';
import { SidecarError } from '../../plugin/src/port';
import { SEARCH_DEFAULTS } from '../../plugin/src/protocol.gen';
import { WELCOME } from './scripted-server';

let sent: Record<string, unknown>[];
let exchange: Exchange;
const frame = (message: object): string => JSON.stringify(message);
const search = (query: string) => exchange.ask({ type: 'search', ...SEARCH_DEFAULTS, query });
const hits = (id: number): string => frame({ type: 'hits', id, query: 'q', took_ms: 1, degraded: null, hits: [], filters: [], explanation: null });
const codeOf = (reply: Promise<unknown>): Promise<unknown> => reply.then(
	() => 'answered',
	(error: unknown) => (error instanceof SidecarError ? error.code : error),
);

beforeEach(() => {
	sent = [];
	exchange = new Exchange((text) => { sent.push(JSON.parse(text) as Record<string, unknown>); });
	exchange.hello('token', 'test/1');
	exchange.receive(frame(WELCOME));
});

test('the handshake is the first thing said, and names the protocol', () => {
	expect(sent).toEqual([{ type: 'hello', protocol: 1, token: 'token', client: 'test/1' }]);
});

test('answers in another order than the questions reach whoever asked', async () => {
	const [first, second] = [search('a'), search('ab')];
	const ids = sent.slice(1).map((message) => message['id'] as number);
	exchange.receive(hits(ids[1] ?? 0));
	expect((await second.reply).id).toBe(ids[1]);
	exchange.receive(hits(ids[0] ?? 0));
	expect((await first.reply).id).toBe(ids[0]);
});

test('a cancelled request tells the sidecar and is over at once; its late answer is nobody’s', async () => {
	const asked = search('a');
	const id = sent[1]?.['id'] as number;
	asked.cancel();
	expect(sent[2]).toMatchObject({ type: 'cancel', target: id });
	expect(sent[2]?.['id']).not.toBe(id);
	expect(await codeOf(asked.reply)).toBe('cancelled');
	expect(exchange.receive(hits(id))).toBeNull();
	asked.cancel();
	expect(sent).toHaveLength(3);
});

test('a failure carries its code and its sentence', async () => {
	const asked = search('a');
	exchange.receive(frame({ type: 'failed', id: sent[1]?.['id'], code: 'no_index', message: 'Index it first.' }));
	await expect(asked.reply).rejects.toMatchObject({ code: 'no_index', message: 'Index it first.' });
});

test('an answer of another kind than asked for is an error, not a result', async () => {
	const asked = search('a');
	exchange.receive(frame({ type: 'done', id: sent[1]?.['id'] }));
	expect(await codeOf(asked.reply)).toBe('internal');
});

test('what cannot be read, or is of a newer sidecar, is passed over and nothing is lost', async () => {
	const asked = search('a');
	const id = sent[1]?.['id'] as number;
	for (const odd of ['', '{', 'null', '[1]', '"hits"', '{"type":"novelty"}', '{"type":7}', hits(999)]) {
		expect(exchange.receive(odd), odd).toBeNull();
	}
	expect(exchange.receive(frame({ type: 'failed', id: null, code: 'bad_frame', message: 'No JSON.' }))).toBeNull();
	exchange.receive(hits(id));
	expect((await asked.reply).type).toBe('hits');
});

test('events are handed on', () => {
	const event = { type: 'state', state: 'indexing', reason: null };
	expect(exchange.receive(frame(event))).toEqual({ kind: 'event', event });
});

test('at the end every open request fails', async () => {
	const [first, second] = [search('a'), exchange.ask({ type: 'status' })];
	exchange.end(new SidecarError('disconnected', 'gone'));
	expect(await codeOf(first.reply)).toBe('disconnected');
	expect(await codeOf(second.reply)).toBe('disconnected');
});

test.each([
	['an older sidecar', { ...WELCOME, protocol: 0, version: '0.0.9' }, { theirs: 0, version: '0.0.9' }],
	['a newer sidecar', { ...WELCOME, protocol: 2, version: '9.0.0' }, { theirs: 2, version: '9.0.0' }],
	['a refusal', { type: 'failed', id: null, code: 'bad_request', message: 'Wrong token.' }, { theirs: null, message: 'Wrong token.' }],
	['something else', { type: 'done', id: 1 }, { theirs: null, message: '' }],
])('%s is refused before anything is asked', (_, answer, expected) => {
	const other = new Exchange(() => undefined);
	other.hello('token', 'test/1');
	expect(other.receive(frame(answer))).toMatchObject({ kind: 'refused', ...expected });
});
