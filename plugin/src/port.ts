/** What the views may ask of the sidecar: the only thing that they know of it. */

import type * as wire from './protocol.gen';

/** A request under way. `reply` rejects with `SidecarError`; after `cancel()` it rejects with the code `cancelled`. */
export interface Asked<Reply> {
	readonly reply: Promise<Reply>;
	cancel(): void;
}

/** What the caller of a request gives: all of the message but its type and id; what has a default can be left out. */
export type Wanted<Message, Required extends keyof Message> = Partial<Omit<Message, 'type' | 'id'>> &
	Pick<Message, Required>;

/**
 * missing: no sidecar is installed where it was looked for. stopped: it failed too often, `reason` says how; waiting for
 * the user. The others are the sidecar's own (protocol, State).
 */
export type SidecarStateKind = 'missing' | 'stopped' | wire.State;

export interface SidecarState {
	readonly kind: SidecarStateKind;
	/** A sentence for the user that says what to do; null when nothing is to be said. */
	readonly reason: string | null;
	/** How far the indexing run is, while there is one. */
	readonly progress: wire.Progress | null;
}

/** A request that was not answered as hoped. */
export class SidecarError extends Error {
	constructor(
		readonly code: wire.ErrorCode | 'disconnected',
		message: string,
	) {
		super(message);
		this.name = 'SidecarError';
	}
}

/** Ends a subscription. */
export type Unsubscribe = () => void;

export interface SidecarPort {
	readonly state: SidecarState;
	search(wanted: Wanted<wire.Search, 'query'>): Asked<wire.Hits>;
	related(wanted: Wanted<wire.Related, 'note'>): Asked<wire.Hits>;
	mentions(wanted: Wanted<wire.Mentions, 'name'>): Asked<wire.MentionsFound>;
	status(): Asked<wire.Status>;
	reindex(wanted: Wanted<wire.Reindex, never>): Asked<wire.Reindexed>;
	countNotes(wanted: Wanted<wire.CountNotes, never>): Asked<wire.Counted>;
	judge(wanted: Wanted<wire.Judge, 'query' | 'note'>): Asked<wire.Done>;
	/** The settings file was written: the sidecar reads it again. */
	settingsChanged(): Asked<wire.Done>;
	/** Look for the sidecar again, and start it: after "Check again". */
	restart(): void;
	onState(listener: (state: SidecarState) => void): Unsubscribe;
	onIndexed(listener: (event: wire.Indexed) => void): Unsubscribe;
}
