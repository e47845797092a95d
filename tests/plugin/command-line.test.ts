import { afterEach, beforeEach, expect, test } from 'vitest';
import { searchFromCommandLine } from '../../plugin/src/command-line';
import { ENGLISH } from '../../plugin/src/strings';
import { Connection } from '../../plugin/src/connection';
import { SEARCH_DEFAULTS } from '../../plugin/src/protocol.gen';
import type { SidecarPort } from '../../plugin/src/port';
import { NODE_TIMERS, openSocket, ScriptedServer, shakeHands, type Frame } from './scripted-server';

const HIT = {
	path: 'Tea/Green.md',
	title: 'Green',
	score: 0.5,
	passages: [
		{ section: 'Brewing > Heat', lines: [7, 9], snippet: [{ text: 'Eighty \n degrees for ', match: false }, { text: 'tea', match: true }] },
	],
};
const PLAIN = { path: 'Kettle.md', title: 'Kettle', score: 0.25, passages: [] };

let server: ScriptedServer;
let port: Pick<SidecarPort, 'search'>;
let asked: Frame | undefined;
let answer: Frame;

beforeEach(async () => {
	asked = undefined;
	answer = { type: 'hits', hits: [HIT, PLAIN] };
	server = await ScriptedServer.start((frame, say) => {
		shakeHands(frame, say);
		if (frame['type'] !== 'search') return;
		asked = frame;
		say({ ...answer, id: frame['id'] });
	});
	port = await connected();
});
afterEach(() => server.stop());

/** The port's `search` over a connection that is open. */
async function connected(): Promise<Pick<SidecarPort, 'search'>> {
	const connection = await new Promise<Connection>((resolve) => {
		const made: Connection = new Connection(openSocket(`ws://127.0.0.1:${String(server.port)}/`), 't', 'test/1', {
			welcomed: () => { resolve(made); },
			event: () => undefined,
		}, NODE_TIMERS);
	});
	return { search: (wanted) => connection.ask({ type: 'search', ...SEARCH_DEFAULTS, ...wanted }) };
}

const ask = (params: Record<string, string>): Promise<string> => searchFromCommandLine(params, port, ENGLISH.commandLine);

test('an answer for people: where, in which section, and the passage on one line', async () => {
	expect(await ask({ query: 'tea' })).toBe('Tea/Green.md:7  Brewing > Heat\n  Eighty degrees for tea\n\nKettle.md');
	expect(asked).toMatchObject({ query: 'tea', mode: null, limit: null, folders: [], keep: true });
});

test('all flags reach the sidecar', async () => {
	await ask({ query: '"green tea" -matcha', limit: '25', mode: 'keyword', folder: 'Tea' });
	expect(asked).toMatchObject({ query: '"green tea" -matcha', mode: 'keyword', limit: 25, folders: ['Tea'] });
});

test('an answer for programs', async () => {
	expect(JSON.parse(await ask({ query: 'tea', json: 'true' }))).toEqual([
		{ ...HIT, passages: [{ section: 'Brewing > Heat', lines: [7, 9], snippet: 'Eighty \n degrees for tea' }] },
		PLAIN,
	]);
	answer = { type: 'hits', hits: [] };
	expect(await ask({ query: 'tea', json: 'true' })).toBe('[]');
	expect(await ask({ query: 'tea' })).toBe(ENGLISH.commandLine.noHits);
});

test.each([
	[{}, ENGLISH.commandLine.noQuery],
	[{ query: '  ' }, ENGLISH.commandLine.noQuery],
	[{ query: 'x', limit: '0' }, ENGLISH.commandLine.badLimit('0')],
	[{ query: 'x', limit: 'many' }, ENGLISH.commandLine.badLimit('many')],
	[{ query: 'x', limit: '1e3' }, ENGLISH.commandLine.badLimit('1e3')],
	[{ query: 'x', mode: 'best' }, ENGLISH.commandLine.badMode('best')],
] as [Record<string, string>, string][])('%j is answered with what is right, and nothing is asked', async (params, text) => {
	expect(await ask(params)).toBe(text);
	expect(asked).toBeUndefined();
});

test('a failure is its sentence', async () => {
	answer = { type: 'failed', code: 'no_index', message: 'This vault has no index yet.' };
	expect(await ask({ query: 'tea' })).toBe('This vault has no index yet.');
});
