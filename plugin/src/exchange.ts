/** One connection's conversation without the connection: what to send, and what an arriving frame means. No I/O. */

import { SidecarError, type Asked } from './port';
import { PROTOCOL_VERSION } from './protocol.gen';
import type * as wire from './protocol.gen';

/** Which message answers which request. */
interface Replies {
	search: wire.Hits;
	related: wire.Hits;
	mentions: wire.MentionsFound;
	cancel: wire.Done;
	status: wire.Status;
	reindex: wire.Reindexed;
	settings_changed: wire.Done;
	count_notes: wire.Counted;
	judge: wire.Done;
}

const REPLY_TYPES: { readonly [Name in keyof Replies]: Replies[Name]['type'] } = {
	search: 'hits',
	related: 'hits',
	mentions: 'mentions_found',
	cancel: 'done',
	status: 'status_is',
	reindex: 'reindexed',
	settings_changed: 'done',
	count_notes: 'counted',
	judge: 'done',
};

/** What the plugin asks; agents have requests of their own beside these. */
export type RequestName = keyof Replies;
type RequestOf<Name extends RequestName> = Extract<wire.AnyRequest, { type: Name }>;
/** A request without the id, which the exchange gives. */
export type Body<Name extends RequestName> = Omit<RequestOf<Name>, 'id'> & { readonly type: Name };
export type ReplyTo<Name extends RequestName> = Replies[Name];
export type PushedEvent = wire.Progress | wire.Indexed | wire.StateChanged;

/** What a frame was, when it was not the answer to a request. */
export type Arrival =
	| { readonly kind: 'welcome'; readonly welcome: wire.Welcome }
	/** The handshake did not succeed: the connection is of no use. `theirs`: the other side's protocol, if it told. */
	| { readonly kind: 'refused'; readonly theirs: number | null; readonly version: string | null; readonly message: string }
	| { readonly kind: 'event'; readonly event: PushedEvent };

interface Waiting {
	readonly expected: string;
	readonly resolve: (message: unknown) => void;
	readonly reject: (error: SidecarError) => void;
}

export class Exchange {
	#nextId = 1;
	readonly #waiting = new Map<number, Waiting>();
	#welcomed = false;

	readonly #send: (frame: string) => void;

	/** @param send puts a frame on its way; called only between `hello` and `end` */
	constructor(send: (frame: string) => void) {
		this.#send = send;
	}

	/** The handshake; nothing else may be sent before the `welcome` has arrived. */
	hello(token: string, client: string): void {
		const hello: wire.Hello = { type: 'hello', protocol: PROTOCOL_VERSION, token, client };
		this.#send(JSON.stringify(hello));
	}

	ask<Name extends RequestName>(body: Body<Name>): Asked<ReplyTo<Name>> {
		const id = this.#nextId++;
		const reply = new Promise<ReplyTo<Name>>((resolve, reject) => {
			this.#waiting.set(id, {
				expected: REPLY_TYPES[body.type],
				resolve: resolve as (message: unknown) => void, // `expected` is what makes it true
				reject,
			});
		});
		this.#send(JSON.stringify({ ...body, id }));
		return { reply, cancel: () => { this.#cancel(id); } };
	}

	/** What arrived, unless it was the answer to a request, or nothing that can be used. */
	receive(frame: string): Arrival | null {
		const message = parsed(frame);
		if (message === null) return null;
		if (!this.#welcomed) return this.#shakeHands(message);
		switch (message.type) {
			case 'progress':
			case 'indexed':
			case 'state':
				return { kind: 'event', event: message };
			case 'welcome':
				return null;
			default:
				if (message.id !== null) this.#answer(message.id, message);
				return null;
		}
	}

	/** The connection is over: what is unanswered will stay so. */
	end(error: SidecarError): void {
		for (const { reject } of this.#waiting.values()) reject(error);
		this.#waiting.clear();
	}

	#shakeHands(message: wire.FromServer): Arrival {
		if (message.type === 'welcome' && message.protocol === PROTOCOL_VERSION) {
			this.#welcomed = true;
			return { kind: 'welcome', welcome: message };
		}
		if (message.type === 'welcome') {
			return { kind: 'refused', theirs: message.protocol, version: message.version, message: '' };
		}
		return { kind: 'refused', theirs: null, version: null, message: message.type === 'failed' ? message.message : '' };
	}

	#answer(id: number, message: wire.FromServer): void {
		const waiting = this.#waiting.get(id);
		if (waiting === undefined) return; // cancelled meanwhile, or the answer to a cancel
		this.#waiting.delete(id);
		if (message.type === waiting.expected) waiting.resolve(message);
		else if (message.type === 'failed') waiting.reject(new SidecarError(message.code, message.message));
		else waiting.reject(new SidecarError('internal', `${message.type} cannot answer this request.`));
	}

	#cancel(id: number): void {
		const waiting = this.#waiting.get(id);
		if (waiting === undefined) return;
		this.#waiting.delete(id);
		waiting.reject(cancelled());
		const cancel: wire.Cancel = { type: 'cancel', id: this.#nextId++, target: id };
		this.#send(JSON.stringify(cancel));
	}
}

export function cancelled(): SidecarError {
	return new SidecarError('cancelled', 'Cancelled.');
}

/** A frame as a message; null for what is none, for instance a message of a newer sidecar. */
function parsed(frame: string): wire.FromServer | null {
	let value: unknown;
	try {
		value = JSON.parse(frame);
	} catch (error) {
		if (error instanceof SyntaxError) return null;
		throw error;
	}
	const known = typeof value === 'object' && value !== null && TYPES.has((value as { type?: unknown }).type as string);
	return known ? (value as wire.FromServer) : null; // the same version of the protocol on both sides sees to the rest
}

const TYPES: ReadonlySet<string> = new Set<wire.FromServer['type']>([
	'welcome',
	'hits',
	'mentions_found',
	'status_is',
	'reindexed',
	'counted',
	'done',
	'failed',
	'progress',
	'indexed',
	'state',
]);
