/** Node's modules in a browser's page: what each call does is done by the host's Node side (server.mjs). */

import { Buffer } from 'buffer';
import EventEmitter from 'events';
import path from 'path-browserify';
import { installProcess, lines } from './bridge-process';
import type { Boot, FileFacts, Native } from './native';

const base = location.pathname.replace(/\/[^/]*$/, '');

/** What crosses over: JSON, with bytes as {$bytes: base64} and facts of files as {$stats}. */
function revive(_: string, value: any): unknown {
	if (value?.$bytes !== undefined) return Buffer.from(value.$bytes, 'base64');
	if (value?.$stats !== undefined) {
		const { kind, ...facts } = value.$stats;
		return { ...facts, isFile: () => kind === 'file', isDirectory: () => kind === 'folder', isSymbolicLink: () => kind === 'link' };
	}
	return value;
}

function replace(_: string, value: any): unknown {
	if (value?.type === 'Buffer' && Array.isArray(value.data)) return { $bytes: Buffer.from(value.data).toString('base64') };
	return value instanceof Uint8Array ? { $bytes: Buffer.from(value).toString('base64') } : value;
}

function answer(text: string): unknown {
	const { value, error } = JSON.parse(text, revive) as { value?: unknown; error?: { message: string } };
	if (error !== undefined) throw Object.assign(new Error(error.message), error);
	return value;
}

export function callNow(module: string, name: string, args: unknown[]): unknown {
	const request = new XMLHttpRequest();
	request.open('POST', `${base}/call`, false);
	request.send(JSON.stringify({ module, name, args }, replace));
	if (request.status !== 200) throw new Error(`The bridge answered ${String(request.status)}: ${request.responseText}`);
	return answer(request.responseText);
}

async function callLater(module: string, name: string, args: unknown[]): Promise<unknown> {
	const response = await fetch(`${base}/call`, { method: 'POST', body: JSON.stringify({ module, name, args }, replace) });
	if (!response.ok) throw new Error(`The bridge answered ${String(response.status)}: ${await response.text()}`);
	return answer(await response.text());
}

/** A module whose functions are called over there: at once, or, with a callback, later. */
function remote(module: string, names: readonly string[], promises?: object): object {
	const later = promises === undefined ? module : `${module}/promises`;
	const functions = names.map((name) => [name, (...args: unknown[]) => {
		const callback = args.at(-1);
		if (typeof callback !== 'function') return callNow(module, name, args);
		void callLater(later, name, args.slice(0, -1)).then((value) => callback(null, value), (error: unknown) => callback(error));
		return undefined;
	}] as const);
	return { ...Object.fromEntries(functions), ...(promises === undefined ? {} : { promises }) };
}

/** A module whose functions give promises. */
function remotePromises(module: string, names: readonly string[]): object {
	return Object.fromEntries(names.map((name) => [name, (...args: unknown[]) => callLater(module, name, args)]));
}

/** A hash that gathers what it is given and asks once. */
function createHash(algorithm: string): { update(data: string | Uint8Array): unknown; digest(encoding?: string): unknown } {
	const parts: Buffer[] = [];
	const hash = {
		update(data: string | Uint8Array) { parts.push(typeof data === 'string' ? Buffer.from(data) : Buffer.from(data)); return hash; },
		digest(encoding?: string) { return callNow('crypto', 'hash', [algorithm, Buffer.concat(parts), encoding]); },
	};
	return hash;
}

const cryptoModule = {
	randomUUID: () => crypto.randomUUID(),
	randomBytes: (size: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(size))),
	getRandomValues: (array: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(array),
	webcrypto: crypto,
	createHash,
};

/** One socket to the Node side for all that it says by itself. */
class Line extends EventEmitter {
	private readonly socket = new WebSocket(`${location.origin.replace('http', 'ws')}${base}/line`);
	readonly open = new Promise<void>((resolve, reject) => {
		this.socket.addEventListener('open', () => { resolve(); });
		this.socket.addEventListener('close', () => { reject(new Error('The bridge is closed.')); });
	});
	constructor() {
		super();
		this.socket.addEventListener('close', () => { this.emit('over'); });
		this.socket.addEventListener('message', ({ data }) => {
			const { channel, ...message } = JSON.parse(data as string, revive) as { channel: string };
			this.emit(channel, message);
		});
	}
	say(message: object): void { this.socket.send(JSON.stringify(message, replace)); }
}

/** Sockets to the sidecar go through the Node side, which gives them Obsidian's Origin. */
class RelayedWebSocket extends WebSocket {
	constructor(private readonly target: string | URL, protocols?: string | string[]) {
		super(`${location.origin.replace('http', 'ws')}${base}/relay?url=${encodeURIComponent(String(target))}`, protocols);
	}
	override get url(): string { return String(this.target); }
}

export async function bridge(): Promise<Native> {
	const boot = (await (await fetch(`${base}/boot.json`)).json()) as Boot;
	const line = new Line();
	await line.open;
	line.on('over', () => { document.body.createDiv({ cls: 'host-over', text: 'This page is over: the program behind it has ended.', attr: { role: 'alert' } }); });
	installProcess(boot, callNow);
	Object.assign(window, { Buffer, WebSocket: RelayedWebSocket });
	const { modules: names } = boot;
	const promises = remotePromises('fs/promises', names['fs/promises'] ?? []);
	const { setTimeout, clearTimeout, setInterval, clearInterval } = window;
	const modules: Record<string, unknown> = {
		path, buffer: { Buffer }, events: EventEmitter, crypto: cryptoModule,
		fs: { ...remote('fs', names['fs'] ?? [], promises), constants: callNow('fs', 'constants', []) }, 'fs/promises': promises,
		os: { ...remote('os', names['os'] ?? []), homedir: () => boot.env['HOME'] ?? boot.env['USERPROFILE'], EOL: boot.platform === 'win32' ? '\r\n' : '\n' },
		child_process: lines(line, callNow), process: window.process, timers: { setTimeout, clearTimeout, setInterval, clearInterval },
	};
	return {
		boot,
		require(name) {
			const found = modules[name.replace(/^node:/, '')];
			if (found === undefined) throw new Error(`The host's bridge has no module "${name}".`);
			return found;
		},
		scan: async () => (await callLater('host', 'scan', [])) as FileFacts[],
		watch(callback) {
			line.on('files', ({ changes }: { changes: FileFacts[] }) => { callback(changes); });
			line.say({ watch: true });
		},
		watchData(callback) { line.on('data-file', callback); },
		resource: (file) => `${base}/resource/${encodeURI(file)}`,
		readText: (file) => callNow('fs', 'readFileSync', [file, 'utf8']) as string,
	};
}
