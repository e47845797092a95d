/** The client against the real sidecar, as the plugin runs it. */

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { SidecarClient } from '../../plugin/src/client';
import { probeSidecar } from '../../plugin/src/discovery';
import { SidecarError, type SidecarState } from '../../plugin/src/port';
import { ENGLISH } from '../../plugin/src/strings';
import { sidecarProgram } from '../host/sidecar-program.mjs';
import { NODE_TIMERS, openSocket, until } from './scripted-server';

const NOTES = {
	'Tea.md': '# Tea\n\nGreen tea is brewed at eighty degrees, not hotter. See [[Kettle]].\n',
	'Kettle.md': '# Kettle\n\nThe kettle whistles when the water for the tea boils.\n',
	'Diary/Monday.md': '# Monday\n\nA secret: the cake was bought, not baked.\n',
};
/** P3: spaces, accents and signs that shells take for their own. */
const VAULT_NAME = "My Väult & Co 100% 'x'";
const CONFIG_DIR = '.Obsidian Täst';
/** A sidecar promises to be gone by then. */
const GONE_MS = 5_000;

let root: string;
let vault: string;
let clients: SidecarClient[];
let said: string[];
let program: string;

beforeAll(async () => {
	program = await sidecarProgram();
	root = mkdtempSync(join(tmpdir(), 'luneta client '));
	process.env['LUNETA_CACHE_DIR'] = join(root, 'cache');
	process.env['LUNETA_CONFIG_DIR'] = join(root, 'config');
	return () => { rmSync(root, { recursive: true, maxRetries: 20, retryDelay: 200 }); };
}, 120_000);
afterAll(() => {
	delete process.env['LUNETA_CACHE_DIR'];
	delete process.env['LUNETA_CONFIG_DIR'];
});

beforeEach(() => {
	vault = join(mkdtempSync(join(root, 'v')), VAULT_NAME);
	mkdirSync(join(vault, CONFIG_DIR), { recursive: true });
	for (const [path, text] of Object.entries(NOTES)) write(path, text);
	clients = [];
	said = [];
});
afterEach(async () => {
	const pids = await Promise.all(clients.map(pidOf));
	for (const client of clients) client.stop();
	for (const pid of pids) if (pid !== null) await gone(pid);
});

function write(path: string, text: string): void {
	mkdirSync(join(vault, path, '..'), { recursive: true });
	writeFileSync(join(vault, path), text);
}

function makeClient(): SidecarClient {
	const client = new SidecarClient({
		locate: async () => {
			const probe = await probeSidecar(program);
			return 'version' in probe
				? { kind: 'found', path: program, version: probe.version }
				: { kind: 'none', refused: [{ path: program, problem: probe.problem }] };
		},
		startOf: ({ path }) => ({ program: path, vault, configDir: CONFIG_DIR }),
		open: openSocket,
		say: (message) => { said.push(message); },
		strings: ENGLISH.life,
		timers: NODE_TIMERS,
		name: 'test/1',
	});
	clients.push(client);
	client.start();
	return client;
}

const codeOf = (error: unknown): string => (error instanceof SidecarError ? error.code : 'another error');
const isWell = ({ kind }: SidecarState): boolean => kind === 'ready';

async function ready(client: SidecarClient): Promise<void> {
	await until(() => {
		if (client.state.kind === 'missing' || client.state.kind === 'stopped') throw new Error(client.state.reason ?? '');
		return isWell(client.state);
	});
}

/** Of the sidecar that serves this vault, from its own file. */
async function pidOf(client: SidecarClient): Promise<number | null> {
	if (client.state.kind === 'missing' || client.state.kind === 'stopped' || client.state.kind === 'starting') return null;
	const { db_path: index } = await client.status().reply;
	const { readFileSync } = await import('node:fs');
	return (JSON.parse(readFileSync(join(index, '..', 'serve.json'), 'utf8')) as { pid: number }).pid;
}

function lives(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

async function gone(pid: number): Promise<void> {
	const start = performance.now();
	await until(() => !lives(pid));
	expect(performance.now() - start).toBeLessThan(GONE_MS);
}

const paths = (hits: { readonly hits: readonly { readonly path: string }[] }): string[] => hits.hits.map(({ path }) => path);

test('P3: from nothing to answers, in a vault of an awkward name', async () => {
	const client = makeClient();
	const early = client.search({ query: 'kettle' }); // before there is a process
	const dropped = client.search({ query: 'tea', keep: true });
	dropped.cancel();
	await expect(dropped.reply).rejects.toMatchObject({ code: 'cancelled' });
	expect(await early.reply.then(() => 'answered', codeOf)).toMatch(/^(answered|no_index)$/); // as soon as there is anything
	await ready(client);
	expect(said).toEqual([]);

	expect(paths(await client.search({ query: 'kettle' }).reply)[0]).toBe('Kettle.md');
	expect(paths(await client.related({ note: 'Tea.md' }).reply)).not.toContain('Tea.md');
	expect(await client.countNotes({ exclude: ['Diary'] }).reply).toMatchObject({ notes: 2, total: 3 });
	const status = await client.status().reply;
	expect(status).toMatchObject({ notes: 3, state: 'ready', problems: [] });
	expect(status.db_path.startsWith(join(root, 'cache'))).toBe(true);
	await expect(client.related({ note: '../outside.md' }).reply).rejects.toMatchObject({ code: 'outside_vault' });

	await changesAreTold(client);
	await folderRulesHold(client);
}, 120_000);

/** A note edited outside, and a note renamed, are told and found. */
async function changesAreTold(client: SidecarClient): Promise<void> {
	const told: string[] = [];
	client.onIndexed(({ paths: changed }) => { told.push(...changed); });
	write('Coffee.md', '# Coffee\n\nEspresso is pressed through the grounds.\n');
	await until(() => told.includes('Coffee.md'));
	expect(paths(await client.search({ query: 'espresso', mode: 'keyword' }).reply)).toEqual(['Coffee.md']);
	renameSync(join(vault, 'Coffee.md'), join(vault, 'Beans.md'));
	await until(() => told.includes('Beans.md'));
	expect(paths(await client.search({ query: 'espresso', mode: 'keyword' }).reply)).toEqual(['Beans.md']);
	const again = await client.reindex({ scope: 'all' }).reply;
	expect(again).toMatchObject({ notes: 4, failed: 0 });
}

/** As soon as the sidecar was told of them. */
async function folderRulesHold(client: SidecarClient): Promise<void> {
	const cake = { query: 'cake bought', mode: 'keyword' } as const;
	expect(paths(await client.search(cake).reply)).toEqual(['Diary/Monday.md']);
	write(join(CONFIG_DIR, 'plugins', 'luneta', 'data.json'), JSON.stringify({ exclude: ['Diary'], unknown: 1 }));
	await client.settingsChanged().reply;
	expect(paths(await client.search(cake).reply)).toEqual([]);
}

test('killed, it is started again, which is said once; stopped, it is gone', async () => {
	const client = makeClient();
	await ready(client);
	for (let times = 0; times < 2; times++) {
		const pid = await pidOf(client);
		process.kill(pid ?? 0, 'SIGKILL');
		await until(() => !isWell(client.state));
		expect(client.state.reason === null || client.state.reason === ENGLISH.life.startedAgain).toBe(true);
		await ready(client);
		expect(await pidOf(client)).not.toBe(pid);
	}
	expect(said).toEqual([ENGLISH.life.startedAgain]);
	expect(paths(await client.search({ query: 'kettle' }).reply)[0]).toBe('Kettle.md');
	const pid = await pidOf(client);
	client.stop();
	await gone(pid ?? 0);
}, 120_000);

test('a second window shares the first one’s sidecar, and has its own when that one closes', async () => {
	const first = makeClient();
	await ready(first);
	const second = makeClient();
	await ready(second);
	const pid = await pidOf(first);
	expect(await pidOf(second)).toBe(pid);
	const status = second.status();
	first.stop();
	await status.reply;
	await gone(pid ?? 0);
	await until(() => !isWell(second.state));
	await ready(second);
	expect(await pidOf(second)).not.toBe(pid);
	expect(said).toEqual([]); // nothing failed
}, 120_000);

test('settings that cannot be used stop it with the reason, and mended ones start it', async () => {
	const data = join(CONFIG_DIR, 'plugins', 'luneta', 'data.json');
	write(data, JSON.stringify({ limit: 'many' }));
	const client = makeClient();
	await until(() => client.state.kind === 'stopped');
	expect(client.state.reason).toContain('limit must be a whole number');
	expect(said).toEqual([client.state.reason]);
	await expect(client.search({ query: 'tea' }).reply).rejects.toMatchObject({ code: 'disconnected' });
	write(data, JSON.stringify({ limit: 5 }));
	await client.settingsChanged().reply;
	await ready(client);
}, 120_000);

test('the real program says its version as the plugin expects it', async () => {
	const { stdout } = await promisify(execFile)(program, ['--version']);
	expect(await probeSidecar(program)).toEqual({ version: stdout.replace('luneta', '').trim() });
});
