/** The host itself, where a fault of it would make other tests lie. */

import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { PROJECT } from '../../plugin/scripts/places.mjs';
import { openHost, TITLE, type Host } from '../host/open-host.mjs';

let host: Host;

beforeAll(async () => {
	host = await openHost({ vault: { 'A.md': '---\ntitle: "---"\n---\n# One\n\ntext\n\n## Two\n\n```\n# not a heading\n```\n[[B#Part|shown]] ![[C.png]]\n' }, enable: false });
});
afterAll(() => host.close());

test('it says that it is not Obsidian', async () => {
	expect(TITLE).toContain('not Obsidian');
	expect(await host.page.title()).toMatch(new RegExp(`${TITLE.replace(/[()]/g, '\\$&')}$`));
	expect(await host.page.locator('.titlebar').textContent()).toContain(TITLE);
});

test('it implements every export of "obsidian" that the plugin uses', async () => {
	const { outputFiles: [bundle] } = await build({
		absWorkingDir: PROJECT, entryPoints: ['plugin/src/main.ts'], bundle: true, format: 'cjs', platform: 'node', packages: 'external', write: false, minify: false,
	});
	const used = [...new Set([...(bundle?.text ?? '').matchAll(/\bimport_obsidian\d*\.(\w+)/g)].map(([, name]) => name))].sort();
	expect(used).toContain('Plugin');
	const implemented = await host.page.evaluate(() => window.luneta.implemented);
	expect(used.filter((name) => !implemented.includes(name ?? ''))).toEqual([]);
});

test('what it does not implement throws with its name', async () => {
	const say = (code: string): Promise<string> => host.page.evaluate(code).then(String, (error: unknown) => String(error));
	expect(await say('app.workspace.openPopoutLeaf()')).toContain('The host does not implement Workspace.openPopoutLeaf.');
	expect(await say("app.workspace.getLeaf('window')")).toContain('getLeaf("window")');
	expect(await say("app.commands.executeCommandById('nothing')")).toContain('nothing');
});

test('notes opened one over the other are not emptied, and the last one is shown', async () => {
	host.write('B.md', 'b\n');
	await expect.poll(() => host.page.evaluate(() => window.app.vault.getFileByPath('B.md') !== null)).toBe(true);
	const before = host.read('A.md');
	await host.page.evaluate(async () => {
		const leaf = window.app.workspace.getLeaf(false);
		const [one, other] = ['A.md', 'B.md'].map((path) => window.app.vault.getFileByPath(path));
		if (one == null || other == null) throw new Error('A note is missing.');
		await leaf.openFile(one);
		void leaf.openFile(other);
		await new Promise((resolve) => { setTimeout(resolve); }); // as far as the second one's name
		await leaf.openFile(one);
		await leaf.openFile(other);
	});
	expect(host.read('A.md')).toBe(before);
	expect(host.read('B.md')).toBe('b\n');
	expect((await host.editor()).text).toBe('b\n');
});

test('a socket to the sidecar bears the Origin of Obsidian; one to elsewhere is refused', async () => {
	const server = createServer();
	const origins: (string | undefined)[] = [];
	new WebSocketServer({ server }).on('connection', (socket, { headers }) => {
		origins.push(headers.origin);
		socket.on('message', (data: Buffer) => { socket.send(`${data.toString()}!`); });
		setTimeout(() => { socket.close(4001, 'enough'); }, 100);
	});
	await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done); });
	const { port } = server.address() as AddressInfo;
	const talk = (url: string): Promise<unknown> => host.page.evaluate((address) => new Promise((done) => {
		const socket = new WebSocket(address);
		const heard: unknown[] = [];
		socket.onopen = () => { socket.send('hello'); };
		socket.onmessage = ({ data }) => { heard.push(data); };
		socket.onclose = ({ code, reason }) => { done([...heard, code, reason]); };
	}), url);
	expect(await talk(`ws://127.0.0.1:${String(port)}/`)).toEqual(['hello!', 4001, 'enough']);
	expect(origins).toEqual(['app://obsidian.md']);
	expect(await talk('ws://luneta.invalid/')).toEqual([1006, '']);
	await new Promise((done) => { server.close(done); });
});

test('nobody without the secret gets anything from its server', async () => {
	const { port, pathname } = new URL(host.page.url());
	const status = (path: string, headers: Record<string, string> = {}): Promise<number | undefined> => new Promise((done, fail) => {
		request({ hostname: '127.0.0.1', port, path, headers }, ({ statusCode }) => { done(statusCode); }).on('error', fail).end();
	});
	expect(await status(pathname)).toBe(200);
	expect(await status('/')).toBe(404);
	expect(await status(pathname, { Host: 'evil.example' })).toBe(404);
	expect(await status(pathname, { Origin: 'https://evil.example' })).toBe(404);
	expect(await status(`${pathname}..%2f..%2f..%2fpackage.json`)).toBe(404);
});

test('metadata as Obsidian reads it', async () => {
	const cache = await host.page.evaluate(() => window.app.metadataCache.getCache('A.md'));
	expect(cache?.headings?.map(({ heading, level, position }) => [heading, level, position.start.line])).toEqual([['One', 1, 3], ['Two', 2, 7]]);
	expect(cache?.frontmatter).toEqual({ title: '---' });
	expect(cache?.links?.map(({ link, displayText }) => [link, displayText])).toEqual([['B#Part', 'shown']]);
	expect(cache?.embeds?.map(({ link }) => link)).toEqual(['C.png']);
});
