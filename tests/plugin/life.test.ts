/** What happens when the sidecar does not do as it should: programs that fail in every way, as real processes. */

import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SidecarClient } from '../../plugin/src/client';
import type { Found, NotFound } from '../../plugin/src/discovery';
import { PAUSES_MS } from '../../plugin/src/restarts';
import { BRAZILIAN_PORTUGUESE, ENGLISH } from '../../plugin/src/strings';
import { haltReason } from '../../plugin/src/halt-reason';
import { NODE_TIMERS, openSocket, ScriptedServer, shakeHands, until } from './scripted-server';

/** Pauses between restarts pass this much faster. */
const HURRY = 100;
const PAUSES = new Set<number>(PAUSES_MS);

let root: string;
let client: SidecarClient;
let said: string[];
let server: ScriptedServer | null;

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'luneta life '));
	said = [];
	server = null;
});
afterEach(async () => {
	client.stop();
	await server?.stop();
	rmSync(root, { recursive: true, maxRetries: 20, retryDelay: 100 });
});

/** A program in JavaScript; it leaves a line in the file `starts` each time. */
function program(name: string, ...lines: string[]): string {
	const path = join(root, name);
	const note = `require('fs').appendFileSync(${JSON.stringify(join(root, 'starts'))}, process.argv.slice(2).join(' ') + '\\n');`;
	writeFileSync(path, [`#!${process.execPath}`, note, ...lines, ''].join('\n'));
	chmodSync(path, 0o755);
	return path;
}

function starts(): number {
	const path = join(root, 'starts');
	return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').length : 0;
}

const readyLine = (port: number, protocol = 1): string =>
	`console.log('a warning first'); console.log(JSON.stringify({ port: ${String(port)}, protocol: ${String(protocol)}, pid: 1, version: '0.0.9' }));`;
const LIVE = 'process.stdin.resume().on("end", () => process.exit(0));';

/** @param impatience how much faster all other waiting passes */
function run(path: string | ((fresh: boolean) => Found | NotFound), impatience = 1): void {
	const locate = typeof path === 'string' ? (): Found => ({ kind: 'found', path, version: '0.1.0' }) : path;
	client = new SidecarClient({
		locate: async (fresh) => Promise.resolve(locate(fresh)),
		startOf: (found) => ({ program: found.path, vault: root, configDir: '.obsidian' }),
		open: openSocket,
		say: (message) => { said.push(message); },
		strings: ENGLISH.life,
		timers: { ...NODE_TIMERS, after: (milliseconds, action) => {
			return NODE_TIMERS.after(milliseconds / (PAUSES.has(milliseconds) ? HURRY : impatience), action);
		} },
		name: 'test/1',
	});
	client.start();
}

function lives(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

const stopped = (): Promise<void> => until(() => client.state.kind === 'stopped' || client.state.kind === 'missing');

describe.skipIf(process.platform === 'win32')('with programs of their own', () => {
	test('one that ends at once is tried with pauses, then left alone, with its last words', async () => {
		run(program('luneta', 'console.error("Traceback\\nModuleNotFoundError: no apsw\\n"); process.exit(1);'));
		const waiting = client.search({ query: 'tea' }).reply.catch((error: unknown) => error);
		await stopped();
		expect(client.state).toMatchObject({ kind: 'stopped', progress: null });
		expect(client.state.reason).toBe(`${ENGLISH.life.failing} ModuleNotFoundError: no apsw`);
		expect(await waiting).toMatchObject({ code: 'disconnected' });
		expect(said).toEqual([ENGLISH.life.startedAgain, client.state.reason]);
		const tries = starts();
		expect(tries).toBe(PAUSES_MS.length + 1);
		await new Promise((resolve) => { setTimeout(resolve, 600); }); // twice the longest pause
		expect(starts()).toBe(tries);
		client.restart(); // the user asks
		await until(() => starts() > tries);
	});

	test('one that cannot use its command line or settings is not tried again', async () => {
		run(program('luneta', 'console.error("There is no command serve."); process.exit(2);'));
		await stopped();
		expect([starts(), client.state.reason]).toEqual([1, `${ENGLISH.life.unusable} There is no command serve.`]);
	});

	test('P1: one of another protocol is ended before anything is sent, and told which side to update', async () => {
		server = await ScriptedServer.start(shakeHands);
		run(program('luneta', readyLine(server.port, 0), LIVE));
		await stopped();
		expect(client.state.reason).toBe(ENGLISH.life.sidecarTooOld('0.0.9', 'uv tool upgrade luneta'));
		expect([starts(), server.connections, said]).toEqual([1, 0, [client.state.reason]]);
	});

	test('one that never gets ready is ended, even if it will not listen', async () => {
		const note = `require('fs').writeFileSync(${JSON.stringify(join(root, 'pid'))}, String(process.pid));`;
		run(program('luneta', note, "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000);"), 20);
		await until(() => existsSync(join(root, 'pid')));
		const pid = Number(readFileSync(join(root, 'pid'), 'utf8'));
		expect(client.state.kind).toBe('starting');
		await until(() => !lives(pid));
	}, 20_000);

	test('one that drops every connection is not asked for ever', async () => {
		server = await ScriptedServer.start((frame, say) => {
			shakeHands(frame, say);
			setTimeout(() => server?.cut(), 5);
		});
		run(program('luneta', readyLine(server.port), LIVE));
		await stopped();
		expect(client.state.kind).toBe('stopped');
		const { connections } = server;
		expect(connections).toBe((PAUSES_MS.length + 1) * 3);
		await new Promise((resolve) => { setTimeout(resolve, 600); });
		expect(server.connections).toBe(connections);
	}, 30_000);

	test('a connection that is lost once is made again, without a word', async () => {
		server = await ScriptedServer.start();
		run(program('luneta', readyLine(server.port), LIVE));
		await until(() => client.state.kind === 'ready');
		server.cut();
		await until(() => client.state.kind !== 'ready');
		await until(() => client.state.kind === 'ready');
		expect([server.connections, starts(), said]).toEqual([2, 1, []]);
	});

	test('its input is kept open, and closing it is what ends it', async () => {
		server = await ScriptedServer.start();
		run(program('luneta', readyLine(server.port), `process.stdin.resume().on('end', () => {
			require('fs').writeFileSync(${JSON.stringify(join(root, 'ended'))}, 'by its input');
			process.exit(0);
		});`));
		await until(() => client.state.kind === 'ready');
		expect(readFileSync(join(root, 'starts'), 'utf8').trim()).toBe(`serve --vault ${root} --config-dir .obsidian --parent-pipe`);
		expect(existsSync(join(root, 'ended'))).toBe(false);
		client.stop();
		await until(() => existsSync(join(root, 'ended')));
	});

	test('a remembered program that is gone is looked for again, without a word', async () => {
		server = await ScriptedServer.start();
		const there = program('luneta', readyLine(server.port), LIVE);
		run((fresh) => ({ kind: 'found', path: fresh ? there : join(root, 'gone'), version: '0.1.0' }));
		await until(() => client.state.kind === 'ready');
		expect([starts(), said]).toEqual([1, []]);
	});

	test('state and progress come as the sidecar tells them', async () => {
		server = await ScriptedServer.start();
		run(program('luneta', readyLine(server.port), LIVE));
		await until(() => client.state.kind === 'ready');
		const seen: string[] = [];
		const unsubscribe = client.onState(({ kind, reason, progress }) => {
			seen.push([kind, reason ?? '-', progress === null ? '-' : `${String(progress.notes_done)}/${String(progress.notes_total)}`].join(' '));
		});
		server.say({ type: 'state', state: 'indexing', reason: null });
		server.say({ type: 'progress', notes_done: 1, notes_total: 2, chunks: 3, seconds: 1 });
		server.say({ type: 'state', state: 'degraded', reason: 'No model.' });
		await until(() => client.state.kind === 'degraded');
		expect(seen).toEqual(['indexing - -', 'indexing - 1/2', 'degraded No model. -']);
		unsubscribe();
		server.say({ type: 'state', state: 'ready', reason: null });
		await until(() => client.state.kind === 'ready');
		expect(seen).toHaveLength(3);
	});
});

test('nothing installed: the state says so, and nobody is disturbed', async () => {
	run(() => ({ kind: 'none', refused: [] }));
	await stopped();
	expect(client.state).toEqual({ kind: 'missing', reason: ENGLISH.life.missing, progress: null });
	expect(said).toEqual([]);
	await expect(client.search({ query: 'tea' }).reply).rejects.toMatchObject({ code: 'disconnected', message: ENGLISH.life.missing });
});

test('found, but it does not run: the state says which, and why', async () => {
	const refused = [{ path: '/opt/luneta', problem: 'It may not be run.' }];
	run(() => ({ kind: 'none', refused }));
	await stopped();
	expect(client.state.reason).toBe(ENGLISH.life.missingThough('/opt/luneta', 'It may not be run.'));
	expect(client.refused).toEqual(refused);
});

test('every reason is a sentence in both languages, with the line to type where there is one', () => {
	client = new SidecarClient({
		locate: () => Promise.resolve({ kind: 'none', refused: [] }),
		startOf: ({ path }) => ({ program: path, vault: root, configDir: '' }),
		open: openSocket,
		say: () => undefined,
		strings: ENGLISH.life,
		timers: NODE_TIMERS,
		name: '',
	});
	for (const { life } of [ENGLISH, BRAZILIAN_PORTUGUESE]) {
		expect(haltReason({ kind: 'protocol', theirs: 0, version: '0.0.1' }, life)).toContain('uv tool upgrade luneta');
		expect(haltReason({ kind: 'protocol', theirs: 9, version: '9.0.0' }, life)).toContain('9.0.0');
		expect(haltReason({ kind: 'refused', message: 'Wrong token.' }, life)).toBe(`${life.refused} Wrong token.`);
		expect(haltReason({ kind: 'failing', output: '' }, life)).toBe(life.failing);
	}
});

test('an error that nobody foresaw is told, and nothing waits for ever', async () => {
	run(() => { throw new Error('the disk is on fire'); });
	await stopped();
	expect(client.state).toMatchObject({ kind: 'stopped', reason: `${ENGLISH.life.failing} the disk is on fire` });
	expect(said).toEqual([client.state.reason]);
});
