/** The sidecar as the views see it: `SidecarPort`, through whatever connection there is at the moment. */

import { Connection, disconnected, urlOf, type Address, type Socket } from './connection';
import type { Found, NotFound } from './discovery';
import { cancelled, type Body, type PushedEvent, type ReplyTo, type RequestName } from './exchange';
import { haltReason, type LifeStrings } from './halt-reason';
import { Life, type Halt } from './life';
import { SidecarError, type Asked, type SidecarPort, type SidecarState, type Unsubscribe, type Wanted } from './port';
import {
	COUNT_NOTES_DEFAULTS,
	JUDGE_DEFAULTS,
	MENTIONS_DEFAULTS,
	REINDEX_DEFAULTS,
	RELATED_DEFAULTS,
	SEARCH_DEFAULTS,
} from './protocol.gen';
import type * as wire from './protocol.gen';
import type { Start } from './sidecar-process';
import type { Timers } from './timers';

export interface ClientParts {
	locate(fresh: boolean): Promise<Found | NotFound>;
	startOf(found: Found): Start;
	open(url: string): Socket;
	/** Tells the user something once, wherever they are. */
	say(message: string): void;
	readonly strings: LifeStrings;
	readonly timers: Timers;
	/** Names this program and its version, for the sidecar's log. */
	readonly name: string;
}

/** A request that waits for the connection. */
interface Queued {
	readonly send: (connection: Connection) => void;
	readonly reject: (error: SidecarError) => void;
}

const STARTING: SidecarState = { kind: 'starting', reason: null, progress: null };

export class SidecarClient implements SidecarPort {
	#current: SidecarState = STARTING;
	/** The connection, once it is welcome. */
	#connection: Connection | null = null;
	readonly #queue = new Set<Queued>();
	readonly #stateListeners = new Set<(state: SidecarState) => void>();
	readonly #indexedListeners = new Set<(event: wire.Indexed) => void>();
	readonly #life: Life;
	#refusedPrograms: NotFound['refused'] = [];
	#saidAgain = false;
	readonly #parts: ClientParts;

	constructor(parts: ClientParts) {
		this.#parts = parts;
		this.#life = new Life({
			locate: (fresh) => parts.locate(fresh),
			startOf: (found) => parts.startOf(found),
			connect: (address) => this.#connect(address),
			starting: (again) => { this.#starting(again); },
			halted: (halt) => { this.#halted(halt); },
			timers: parts.timers,
		});
	}

	get state(): SidecarState {
		return this.#current;
	}

	/** Programs that were found and do not answer as the sidecar does, while the state is "missing". */
	get refused(): NotFound['refused'] {
		return this.#refusedPrograms;
	}

	/** Finds and starts the sidecar. */
	start(): void {
		this.#saidAgain = false;
		this.#refusedPrograms = [];
		this.#life.start();
	}

	/** Ends it, for good. */
	stop(): void {
		this.#life.stop();
		this.#failQueue(disconnected());
		this.#stateListeners.clear();
		this.#indexedListeners.clear();
	}

	restart(): void {
		this.start();
	}

	search(wanted: Wanted<wire.Search, 'query'>): Asked<wire.Hits> {
		return this.#ask({ type: 'search', ...SEARCH_DEFAULTS, ...wanted });
	}

	related(wanted: Wanted<wire.Related, 'note'>): Asked<wire.Hits> {
		return this.#ask({ type: 'related', ...RELATED_DEFAULTS, ...wanted });
	}

	mentions(wanted: Wanted<wire.Mentions, 'name'>): Asked<wire.MentionsFound> {
		return this.#ask({ type: 'mentions', ...MENTIONS_DEFAULTS, ...wanted });
	}

	status(): Asked<wire.Status> {
		return this.#ask({ type: 'status' });
	}

	reindex(wanted: Wanted<wire.Reindex, never>): Asked<wire.Reindexed> {
		return this.#ask({ type: 'reindex', ...REINDEX_DEFAULTS, ...wanted });
	}

	countNotes(wanted: Wanted<wire.CountNotes, never>): Asked<wire.Counted> {
		return this.#ask({ type: 'count_notes', ...COUNT_NOTES_DEFAULTS, ...wanted });
	}

	judge(wanted: Wanted<wire.Judge, 'query' | 'note'>): Asked<wire.Done> {
		return this.#ask({ type: 'judge', ...JUDGE_DEFAULTS, ...wanted });
	}

	settingsChanged(): Asked<wire.Done> {
		// The settings may have been why it stopped; it reads them when it starts.
		if (this.#current.kind === 'stopped') this.restart();
		return this.#ask({ type: 'settings_changed' });
	}

	onState(listener: (state: SidecarState) => void): Unsubscribe {
		this.#stateListeners.add(listener);
		return () => { this.#stateListeners.delete(listener); };
	}

	onIndexed(listener: (event: wire.Indexed) => void): Unsubscribe {
		this.#indexedListeners.add(listener);
		return () => { this.#indexedListeners.delete(listener); };
	}

	#ask<Name extends RequestName>(body: Body<Name>): Asked<ReplyTo<Name>> {
		if (this.#connection !== null) return this.#connection.ask(body);
		const { kind, reason } = this.#current;
		if (kind !== 'missing' && kind !== 'stopped') return this.#enqueue(body);
		return { reply: Promise.reject(new SidecarError('disconnected', reason ?? '')), cancel: () => undefined };
	}

	/** Asked while it starts: sent once it can be. */
	#enqueue<Name extends RequestName>(body: Body<Name>): Asked<ReplyTo<Name>> {
		let asked: Asked<ReplyTo<Name>> | null = null;
		let drop = (): void => undefined;
		const reply = new Promise<ReplyTo<Name>>((resolve, reject) => {
			const queued: Queued = {
				send: (connection) => {
					asked = connection.ask(body);
					asked.reply.then(resolve, reject);
				},
				reject,
			};
			drop = () => { if (this.#queue.delete(queued)) reject(cancelled()); };
			this.#queue.add(queued);
		});
		return { reply, cancel: () => { if (asked === null) drop(); else asked.cancel(); } };
	}

	#connect(address: Address): Connection {
		const parts = this.#parts;
		const connection: Connection = new Connection(parts.open(urlOf(address)), address.token, parts.name, {
			welcomed: (welcome) => { this.#welcomed(connection, welcome); },
			event: (event) => { this.#pushed(event); },
		}, parts.timers);
		void connection.ended.then(() => { this.#lost(connection); });
		return connection;
	}

	#welcomed(connection: Connection, welcome: wire.Welcome): void {
		this.#connection = connection;
		this.#become({ kind: welcome.state, reason: welcome.reason, progress: null });
		for (const queued of this.#queue) queued.send(connection);
		this.#queue.clear();
	}

	#lost(connection: Connection): void {
		if (this.#connection !== connection) return;
		this.#connection = null;
		this.#become(STARTING);
	}

	#pushed(event: PushedEvent): void {
		if (event.type === 'progress') this.#become({ ...this.#current, progress: event });
		else if (event.type === 'indexed') for (const listener of this.#indexedListeners) listener(event);
		else this.#become({ kind: event.state, reason: event.reason, progress: event.state === 'indexing' ? this.#current.progress : null });
	}

	#starting(again: boolean): void {
		this.#become({ ...STARTING, reason: again ? this.#parts.strings.startedAgain : null });
		if (!again || this.#saidAgain) return;
		this.#saidAgain = true;
		this.#parts.say(this.#parts.strings.startedAgain);
	}

	#halted(halt: Halt): void {
		const reason = haltReason(halt, this.#parts.strings);
		this.#refusedPrograms = halt.kind === 'missing' ? halt.refused : [];
		this.#become({ kind: halt.kind === 'missing' ? 'missing' : 'stopped', reason, progress: null });
		this.#failQueue(new SidecarError('disconnected', reason));
		if (halt.kind !== 'missing') this.#parts.say(reason);
	}

	#failQueue(error: SidecarError): void {
		for (const { reject } of this.#queue) reject(error);
		this.#queue.clear();
	}

	#become(state: SidecarState): void {
		this.#current = state;
		for (const listener of this.#stateListeners) listener(state);
	}
}
