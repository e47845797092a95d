/** `process` and `child_process` of the bridge. The children are real; their pipes come through the line. */

import { Buffer } from 'buffer';
import EventEmitter from 'events';
import type { Boot } from './native';

type Call = (module: string, name: string, args: unknown[]) => unknown;
interface Line extends EventEmitter { say(message: object): void }

export function installProcess({ platform, env, cwd, versions }: Boot, call: Call): void {
	Object.assign(window, {
		process: {
			platform, env: { ...env }, versions, arch: versions['arch'], pid: 0, execPath: '', argv: [], type: 'renderer',
			cwd: () => cwd, nextTick: (fn: (...args: unknown[]) => void, ...args: unknown[]) => { queueMicrotask(() => { fn(...args); }); },
			kill: (pid: number, signal?: string | number) => call('process', 'kill', [pid, signal]),
			on() { /* nothing ever comes */ }, once() { /* nothing ever comes */ }, off() { /* nothing ever comes */ },
			hrtime: { bigint: () => BigInt(Math.round(performance.now() * 1e6)) },
		},
		global: window,
	});
}

class Readable extends EventEmitter {
	private decoder: TextDecoder | undefined;
	readableEnded = false;
	setEncoding(): this { this.decoder = new TextDecoder(); return this; }
	push(bytes: Buffer): void { this.emit('data', this.decoder === undefined ? bytes : this.decoder.decode(bytes, { stream: true })); }
	finish(): void { this.readableEnded = true; this.emit('end'); this.emit('close'); }
	resume(): this { return this; }
	pause(): this { throw new Error("The host's bridge does not implement pause() of a stream."); }
	destroy(): this { this.removeAllListeners('data'); return this; }
}

class Writable extends EventEmitter {
	writable = true;
	destroyed = false;
	constructor(private readonly say: (message: object) => void) { super(); }
	write(data: string | Uint8Array): boolean { this.say({ write: Buffer.from(data as string).toString('base64') }); return true; }
	end(data?: string | Uint8Array): this {
		if (data !== undefined) this.write(data);
		this.writable = false;
		this.say({ end: true });
		return this;
	}
	destroy(): this { this.destroyed = true; return this.end(); }
}

class Child extends EventEmitter {
	stdin: Writable | null;
	stdout: Readable | null;
	stderr: Readable | null;
	exitCode: number | null = null;
	signalCode: string | null = null;
	killed = false;
	connected = false;

	constructor(line: Line, id: number, readonly pid: number | undefined, readonly spawnfile: string, readonly spawnargs: string[], stdio: unknown[]) {
		super();
		this.stdin = stdio[0] === 'pipe' ? new Writable((message) => { line.say({ child: id, ...message }); }) : null;
		this.stdout = stdio[1] === 'pipe' ? new Readable() : null;
		this.stderr = stdio[2] === 'pipe' ? new Readable() : null;
		this.kill = (signal: string | number = 'SIGTERM') => {
			if (this.exitCode !== null || this.signalCode !== null) return false;
			line.say({ child: id, kill: signal });
			this.killed = true;
			return true;
		};
		const hear = (message: { what: string; bytes?: Buffer; code?: number | null; signal?: string | null; error?: { message: string } }): void => {
			if (message.what === 'stdout' || message.what === 'stderr') this[message.what]?.push(message.bytes as Buffer);
			if (message.what === 'stdout-end') this.stdout?.finish();
			if (message.what === 'stderr-end') this.stderr?.finish();
			if (message.what === 'stdin-error') this.stdin?.emit('error', Object.assign(new Error(message.error?.message), message.error));
			if (message.what === 'spawn') this.emit('spawn');
			if (message.what === 'error') this.emit('error', Object.assign(new Error(message.error?.message), message.error));
			if (message.what === 'exit') {
				this.exitCode = message.code ?? null;
				this.signalCode = message.signal ?? null;
				this.emit('exit', this.exitCode, this.signalCode);
			}
			if (message.what === 'close') { this.emit('close', this.exitCode, this.signalCode); line.off(`child-${String(id)}`, hear); }
		};
		line.on(`child-${String(id)}`, hear);
	}

	kill: (signal?: string | number) => boolean;
	ref(): this { return this; }
	unref(): this { return this; }
}

/** child_process. No shell: what would start one throws. */
export function lines(line: Line, call: Call): object {
	const spawn = (file: string, args: string[] | object = [], options: any = {}): Child => {
		const list = Array.isArray(args) ? args : [];
		const given = Array.isArray(args) ? options : args;
		if (given.shell !== undefined && given.shell !== false) throw new Error('The plugin must not use a shell.');
		const asked: unknown[] = Array.isArray(given.stdio) ? given.stdio : Array(3).fill(given.stdio ?? 'pipe');
		const stdio = [0, 1, 2].map((at) => asked[at] ?? 'pipe');
		const { id, pid } = call('host', 'spawn', [file, list, { cwd: given.cwd, env: given.env, stdio, windowsHide: given.windowsHide, detached: given.detached }]) as { id: number; pid?: number };
		const child = new Child(line, id, pid, file, list, stdio);
		(window as any).luneta?.children?.push({ file, args: list, pid });
		queueMicrotask(() => { line.say({ child: id, ready: true }); });
		return child;
	};
	const execFile = (file: string, args: string[], options: any, callback?: (...args: unknown[]) => void): Child => {
		const done = typeof options === 'function' ? options : callback;
		const given = typeof options === 'function' ? {} : options ?? {};
		const child = spawn(file, args, given);
		let [out, err] = ['', ''];
		let fault: Error | null = null;
		const timer = given.timeout > 0 ? window.setTimeout(() => { child.kill(given.killSignal); }, given.timeout) : undefined;
		child.stdout?.setEncoding().on('data', (text: string) => { out += text; });
		child.stderr?.setEncoding().on('data', (text: string) => { err += text; });
		child.on('error', (error: Error) => { fault = error; done?.(error, out, err); });
		child.on('close', (code: number | null, signal: string | null) => {
			window.clearTimeout(timer);
			if (fault !== null) return;
			done?.(code === 0 ? null : Object.assign(new Error(`Command failed: ${[file, ...args].join(' ')}`), { code, signal, killed: child.killed }), out, err);
		});
		return child;
	};
	const shell = (name: string) => () => { throw new Error(`The plugin must not use a shell (child_process.${name}).`); };
	return {
		spawn, execFile, exec: shell('exec'), execSync: shell('execSync'),
		spawnSync: () => { throw new Error("The host's bridge has no spawnSync: it would freeze the window."); },
		execFileSync: () => { throw new Error("The host's bridge has no execFileSync: it would freeze the window."); },
	};
}
