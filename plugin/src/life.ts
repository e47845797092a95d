/** The sidecar's life: found, started, connected, and started again when it ends by itself, but not for ever. */

import type { Address, Connection } from './connection';
import type { Found, NotFound } from './discovery';
import { PROTOCOL_VERSION } from './protocol.gen';
import { Restarts } from './restarts';
import { sentenceOf } from './sentence-of';
import { StartError, startSidecar, type Sidecar, type Start } from './sidecar-process';
import type { Timers } from './timers';

/** Why nothing runs and nothing will be tried again by itself. */
export type Halt =
	| { readonly kind: 'missing'; readonly refused: NotFound['refused'] }
	/** It ended too often. `output`: the end of what it said; may be empty. */
	| { readonly kind: 'failing'; readonly output: string }
	/** Its command line or settings cannot be used; `output` says why. */
	| { readonly kind: 'unusable'; readonly output: string }
	/** It and this plugin do not understand each other. */
	| { readonly kind: 'protocol'; readonly theirs: number; readonly version: string }
	/** It refused the handshake. */
	| { readonly kind: 'refused'; readonly message: string };

export interface LifeParts {
	/** @param fresh do not trust what is remembered: it has just failed */
	locate(fresh: boolean): Promise<Found | NotFound>;
	startOf(found: Found): Start;
	/** Opens a connection; it tells whoever makes it of its welcome. */
	connect(address: Address): Connection;
	/** It is being started; `again` after it ended by itself. */
	starting(again: boolean): void;
	halted(halt: Halt): void;
	readonly timers: Timers;
}

/** Between a lost connection and the next attempt, while the process lives. */
const RECONNECT_MS = 200;
/** A connection that lasted this long was well. */
const STEADY_MS = 10_000;
/** So many short connections in a row, and the process is given up. */
const SHORT_CONNECTIONS = 3;

interface Run {
	/** Since it was ready; 0 if it never was. */
	readonly ranMs: number;
	readonly halt: Halt | null;
	/** How it ended, and what it said at last. borrowed: it was somebody else's, who ended it. */
	readonly failure: { readonly kind: StartError['kind'] | 'borrowed'; readonly output: string };
}

const OVER = { kind: 'over' } as const;

export class Life {
	#ending = new AbortController();
	readonly #restarts = new Restarts();
	readonly #parts: LifeParts;

	constructor(parts: LifeParts) {
		this.#parts = parts;
	}

	/** Begins, or begins anew: what failed before is forgotten. */
	start(): void {
		this.stop();
		this.#ending = new AbortController();
		this.#restarts.forgive();
		const { signal } = this.#ending;
		this.#run(signal).catch((error: unknown) => {
			// Foreseen by nobody: whoever mends it needs all of it, and nothing must wait for ever.
			console.error(error);
			if (!signal.aborted) this.#parts.halted({ kind: 'failing', output: sentenceOf(error) });
		});
	}

	/** Ends the process, whatever it is at. Returns at once. */
	stop(): void {
		this.#ending.abort();
	}

	async #run(signal: AbortSignal): Promise<void> {
		let fresh = false;
		this.#parts.starting(false);
		while (!signal.aborted) {
			const found = await this.#parts.locate(fresh);
			if (isAborted(signal)) return;
			if (found.kind === 'none') {
				this.#parts.halted({ kind: 'missing', refused: found.refused });
				return;
			}
			const { ranMs, halt, failure } = await this.#once(found, signal);
			if (isAborted(signal)) return;
			const moved = !fresh && failure.kind === 'no-program'; // remembered, and no longer there
			fresh = true;
			if (moved) continue;
			const pause = halt === null ? this.#restarts.after(ranMs) : null;
			if (pause === null) {
				this.#parts.halted(halt ?? { kind: 'failing', output: failure.output });
				return;
			}
			this.#parts.starting(failure.kind !== 'borrowed');
			await this.#sleep(pause, signal);
		}
	}

	/** One process, from its start to its end. `halt`: why there must be no other. */
	async #once(found: Found, signal: AbortSignal): Promise<Run> {
		let sidecar: Sidecar;
		try {
			sidecar = await startSidecar(this.#parts.startOf(found), this.#parts.timers, signal);
		} catch (error) {
			if (!(error instanceof StartError)) throw error;
			const halt: Halt | null = error.kind === 'unusable' ? { kind: 'unusable', output: error.output } : null;
			return { ranMs: 0, halt, failure: { kind: error.kind, output: error.output } };
		}
		const ready = performance.now();
		try {
			const halt = await this.#serve(sidecar, signal);
			return { ranMs: performance.now() - ready, halt, failure: { kind: sidecar.borrowed ? 'borrowed' : 'ended', output: sidecar.output() } };
		} finally {
			sidecar.stop();
		}
	}

	/** Keeps a connection to it until it ends or cannot be reached (null), or must not be used. */
	async #serve(sidecar: Sidecar, signal: AbortSignal): Promise<Halt | null> {
		if (sidecar.protocol !== PROTOCOL_VERSION) return protocolHalt(sidecar.protocol, sidecar.version);
		const over = Promise.race([sidecar.ended, aborted(signal)]).then(() => OVER);
		for (let short = 0; short < SHORT_CONNECTIONS; short++) {
			const began = performance.now();
			const connection = this.#parts.connect(sidecar.address);
			const end = await Promise.race([connection.ended, over]);
			connection.close();
			if (end === OVER) return null;
			if (end.kind === 'refused') {
				if (end.theirs !== null) return protocolHalt(end.theirs, end.version ?? '');
				return { kind: 'refused', message: end.message };
			}
			if (performance.now() - began >= STEADY_MS) short = -1;
			// A process that dies closes its connections a moment before it is gone.
			if ((await Promise.race([over, this.#sleep(RECONNECT_MS, signal)])) === OVER) return null;
		}
		return null;
	}

	#sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
		return new Promise((resolve) => {
			const timer = this.#parts.timers.after(milliseconds, resolve);
			signal.addEventListener('abort', () => {
				this.#parts.timers.cancel(timer);
				resolve();
			}, { once: true });
		});
	}
}

function protocolHalt(theirs: number, version: string): Halt {
	return { kind: 'protocol', theirs, version };
}

function aborted(signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal.aborted) resolve();
		signal.addEventListener('abort', () => { resolve(); }, { once: true });
	});
}

/** Asked again after an await: the compiler does not expect it to change. */
function isAborted(signal: AbortSignal): boolean {
	return signal.aborted;
}
