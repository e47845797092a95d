/** The sidecar's process: started without a shell, ended with its standard input. */

import type { ChildProcess, SpawnOptionsWithStdioTuple } from 'child_process';
import type { Address } from './connection';
import { surroundings } from './discovery';
import { sentenceOf } from './sentence-of';
import type { Timers } from './timers';

/** How a process is started; the arguments of `luneta serve`. */
export interface Start {
	/** Absolute path of the program. */
	readonly program: string;
	/** Absolute path of the vault's folder. */
	readonly vault: string;
	/** The name of Obsidian's configuration folder in it. */
	readonly configDir: string;
}

/** Why it did not get ready. `output`: the end of what it wrote on its error output, for the user; may be empty. */
export class StartError extends Error {
	constructor(
		/** no-program: there is none at that path. unusable: it says that its command line or settings are wrong. */
		readonly kind: 'no-program' | 'unusable' | 'ended' | 'mute',
		readonly output: string,
	) {
		super(`${kind}: ${output}`);
		this.name = 'StartError';
	}
}

/** The line that a sidecar prints once it can be reached. `token`: of one that serves this vault already. */
interface ReadyLine {
	readonly port: number;
	readonly protocol: number;
	readonly version: string;
	readonly pid: number;
	readonly token?: string | null;
}

/** Not ready by then: something is wrong. Ready takes under a second; an antivirus program that reads everything, more. */
const READY_MS = 20_000;
/** Until it is killed, once it was told to end: it promises 5 s. */
const END_MS = 6_000;
/** Exit code of a command line or a setting that cannot be used. */
const UNUSABLE = 2;
const KEPT_OUTPUT = 2_000;

export class Sidecar {
	/** Resolves when it cannot be reached any more through `address`, as far as its process tells. */
	readonly ended: Promise<void>;
	readonly #child: ChildProcess;
	readonly #timers: Timers;

	constructor(
		readonly address: Address,
		readonly version: string,
		readonly protocol: number,
		/** It ran before, for somebody else: it goes on without us. */
		readonly borrowed: boolean,
		/** The end of what it wrote on its error output. */
		readonly output: () => string,
		child: ChildProcess,
		timers: Timers,
	) {
		this.#child = child;
		this.#timers = timers;
		this.ended = borrowed ? new Promise(() => undefined) : new Promise((resolve) => {
			if (hasEnded(child)) resolve();
			else child.once('exit', () => { resolve(); });
		});
	}

	/** Ends it; a borrowed one stays. Returns at once. */
	stop(): void {
		stopChild(this.#child, this.#timers);
	}
}

/**
 * Starts a sidecar and waits until it is ready.
 * @param signal gives up and ends the process
 * @throws StartError
 */
export async function startSidecar(start: Start, timers: Timers, signal: AbortSignal): Promise<Sidecar> {
	const { spawn } = await import('child_process');
	const token = randomToken();
	const { cwd, env } = surroundings(start.program);
	const args = ['serve', '--vault', start.vault, '--config-dir', start.configDir, '--parent-pipe'];
	const options: SpawnOptionsWithStdioTuple<'pipe', 'pipe', 'pipe'> = {
		cwd, // not the vault: Windows would keep it from being moved
		env: { ...env, [TOKEN_VARIABLE]: token },
		stdio: ['pipe', 'pipe', 'pipe'],
		windowsHide: true,
	};
	const child = started(() => spawn(start.program, args, options));
	child.stdin.on('error', () => undefined); // it has ended: `exit` tells
	const output = lastOutput(child);
	try {
		const line = await readyLine(child, output, timers, signal);
		const borrowed = typeof line.token === 'string' && line.token !== token;
		const address = { port: line.port, token: borrowed ? (line.token ?? '') : token };
		return new Sidecar(address, line.version, line.protocol, borrowed, output, child, timers);
	} catch (error) {
		stopChild(child, timers);
		throw error;
	}
}

/** Most failures come as an event, but what is no program at all is refused at once. */
function started<Child>(spawn: () => Child): Child {
	try {
		return spawn();
	} catch (error) {
		throw new StartError('no-program', sentenceOf(error));
	}
}

const TOKEN_VARIABLE = 'LUNETA_TOKEN';

/** 256 bits, in hexadecimal. */
function randomToken(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(32));
	return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function readyLine(child: ChildProcess, output: () => string, timers: Timers, signal: AbortSignal): Promise<ReadyLine> {
	return new Promise((resolve, reject) => {
		const fail = (kind: StartError['kind'], text: string): void => {
			timers.cancel(impatience);
			reject(new StartError(kind, text));
		};
		const impatience = timers.after(READY_MS, () => { fail('mute', output()); });
		signal.addEventListener('abort', () => { fail('ended', ''); }, { once: true });
		if (signal.aborted) fail('ended', '');
		child.once('error', (error: Error & { code?: string }) => {
			fail(error.code === 'ENOENT' || error.code === 'EACCES' ? 'no-program' : 'ended', error.message);
		});
		// close, not exit: only then is all that it wrote here.
		child.once('close', (code) => { fail(code === UNUSABLE ? 'unusable' : 'ended', output()); });
		let text = '';
		child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
			text = (text + piece).slice(-10_000); // only the first line matters, the rest is let go
			const line = parsedReadyLine(text);
			if (line === null) return;
			timers.cancel(impatience);
			resolve(line);
		});
	});
}

function parsedReadyLine(text: string): ReadyLine | null {
	for (const line of text.split('\n').slice(0, -1)) {
		if (!line.startsWith('{')) continue; // a warning of Python's, say
		try {
			const value = JSON.parse(line) as Partial<ReadyLine>;
			if (typeof value.port === 'number' && typeof value.protocol === 'number') {
				return { pid: 0, version: '', ...value, port: value.port, protocol: value.protocol };
			}
		} catch (error) {
			if (!(error instanceof SyntaxError)) throw error;
		}
	}
	return null;
}

/** The end of the error output so far. It is read all the time: a full pipe would stop the process. */
function lastOutput(child: ChildProcess): () => string {
	let text = '';
	child.stderr?.setEncoding('utf8').on('data', (piece: string) => { text = (text + piece).slice(-KEPT_OUTPUT); });
	return () => text.trim();
}

function hasEnded(child: ChildProcess): boolean {
	return child.exitCode !== null || child.signalCode !== null;
}

function stopChild(child: ChildProcess, timers: Timers): void {
	if (child.pid === undefined || hasEnded(child)) return;
	child.stdin?.end(); // with --parent-pipe this is its sign to end
	const impatience = timers.after(END_MS, () => { child.kill('SIGKILL'); });
	child.once('exit', () => { timers.cancel(impatience); });
}
