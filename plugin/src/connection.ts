/** One WebSocket to a sidecar: from the handshake to its end. It does not come back by itself; life.ts sees to that. */

import { Exchange, type Body, type PushedEvent, type ReplyTo, type RequestName } from './exchange';
import { SidecarError, type Asked } from './port';
import type * as wire from './protocol.gen';
import type { Timers } from './timers';

/** What is used of a WebSocket: Obsidian's own, or another one's under test. */
export interface Socket {
	send(data: string): void;
	close(): void;
	addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void;
	addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

export interface Address {
	readonly port: number;
	readonly token: string;
}

/** Why a connection is over. refused: not to be tried again with this sidecar, see `Arrival`. lost: everything else. */
export type End =
	| { readonly kind: 'lost' }
	| { readonly kind: 'refused'; readonly theirs: number | null; readonly version: string | null; readonly message: string };

export interface Listener {
	welcomed(welcome: wire.Welcome): void;
	event(event: PushedEvent): void;
}

/** Between the opening and the answer to the handshake. */
const HANDSHAKE_MS = 5_000;

export class Connection {
	/** Resolves once, when it is over. */
	readonly ended: Promise<End>;
	readonly #exchange: Exchange;
	#finish!: (end: End) => void;
	#open = true;

	readonly #socket: Socket;
	readonly #listener: Listener;

	/** @param client names this program and its version, for the sidecar's log */
	constructor(socket: Socket, token: string, client: string, listener: Listener, timers: Timers) {
		this.#socket = socket;
		this.#listener = listener;
		this.ended = new Promise((resolve) => { this.#finish = resolve; });
		this.#exchange = new Exchange((frame) => { socket.send(frame); });
		const impatience = timers.after(HANDSHAKE_MS, () => { this.close(); });
		void this.ended.then(() => { timers.cancel(impatience); });
		socket.addEventListener('open', () => { if (this.#open) this.#exchange.hello(token, client); });
		socket.addEventListener('message', ({ data }) => {
			if (this.#open && typeof data === 'string') this.#receive(data, () => { timers.cancel(impatience); });
		});
		socket.addEventListener('close', () => { this.#end({ kind: 'lost' }); });
		socket.addEventListener('error', () => { this.#end({ kind: 'lost' }); });
	}

	/** Only after the welcome. */
	ask<Name extends RequestName>(body: Body<Name>): Asked<ReplyTo<Name>> {
		return this.#open ? this.#exchange.ask(body) : { reply: Promise.reject(disconnected()), cancel: () => undefined };
	}

	close(): void {
		this.#end({ kind: 'lost' });
	}

	#receive(frame: string, welcomed: () => void): void {
		const arrival = this.#exchange.receive(frame);
		if (arrival?.kind === 'welcome') {
			welcomed();
			this.#listener.welcomed(arrival.welcome);
		} else if (arrival?.kind === 'event') {
			this.#listener.event(arrival.event);
		} else if (arrival?.kind === 'refused') {
			this.#end(arrival);
		}
	}

	#end(end: End): void {
		if (!this.#open) return;
		this.#open = false;
		this.#finish(end);
		this.#exchange.end(disconnected());
		this.#socket.close();
	}
}

export function disconnected(): SidecarError {
	return new SidecarError('disconnected', 'The connection to the sidecar was lost.');
}

/** Loopback by number: a name could be made to lead elsewhere. */
export function urlOf({ port }: Address): string {
	return `ws://127.0.0.1:${String(port)}/`;
}
