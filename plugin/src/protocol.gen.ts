/**
 * What goes over the wire. Made from sidecar/luneta/protocol by `python -m luneta.codegen`: do not edit.
 */

/** Raised when an old side and a new one could not talk to each other. */
export const PROTOCOL_VERSION = 1;

/** A larger frame closes its connection (code 1009). */
export const MAX_FRAME_BYTES = 1048576;

/** Closes a connection whose first frame was not a `Hello` with the right token. */
export const CLOSE_TOKEN = 4401;

/** Closes a connection of another protocol version; the reason says which side to update. */
export const CLOSE_PROTOCOL = 4426;

/** Closes a connection that does not read what it is sent. */
export const CLOSE_SLOW = 4408;

/** Whom the passages are for: an agent is never shown `%%comments%%`. */
export type Audience =
	| 'author'
	| 'agent';

/** What a reindex reads: what changed, everything, or the notes named. */
export type ReindexScope =
	| 'changed'
	| 'all'
	| 'notes';

/**
 * starting: the index is being opened. indexing: searched all the while. ready: in step with the vault.
 * degraded: ready, but by words and names only. failed: not searchable; the reason says what to do.
 */
export type State =
	| 'starting'
	| 'indexing'
	| 'ready'
	| 'degraded'
	| 'failed';

/** Why something could not be done. */
export type ErrorCode =
	| 'bad_frame'
	| 'bad_request'
	| 'outside_vault'
	| 'not_indexed'
	| 'no_index'
	| 'busy'
	| 'damaged'
	| 'vault'
	| 'cancelled'
	| 'internal';

export type Mode =
	| 'hybrid'
	| 'keyword'
	| 'semantic'
	| 'names';

export type FilterWord =
	| 'phrase'
	| 'without'
	| 'with'
	| 'having'
	| 'in'
	| 'tag'
	| 'file'
	| 'path'
	| 'content'
	| 'line'
	| 'block'
	| 'section'
	| 'task'
	| 'task-todo'
	| 'task-done'
	| 'property'
	| 'empty'
	| 'value'
	| '<'
	| '<='
	| '>'
	| '>='
	| 'modified'
	| 'created'
	| 'on'
	| 'since'
	| 'until'
	| 'text'
	| 'expression'
	| 'and'
	| 'or'
	| 'not'
	| 'no';

export type ListName =
	| 'postings'
	| 'vectors'
	| 'names';

export type ProblemKind =
	| 'skipped'
	| 'failed'
	| 'partial';

export type RemarkKind =
	| 'no_property'
	| 'unreadable'
	| 'slow';

/** The first frame. `client` names the program and its version, for the log. */
export interface Hello {
	readonly type: 'hello';
	readonly protocol: number;
	readonly token: string;
	readonly client: string;
}

/** What `Hello` says where its maker says nothing. */
export const HELLO_DEFAULTS: Pick<Hello, 'client'> = {
	client: '',
};

/**
 * A query. A newer one on the same connection cancels an older one, unless `keep` is set (a second search field).
 *
 * Null is the user's setting. `max_tokens`: whole passages within this budget instead of snippets. `explain`: with
 * votes, weights and what was understood.
 */
export interface Search {
	readonly type: 'search';
	readonly id: number;
	readonly query: string;
	readonly mode: Mode | null;
	readonly limit: number | null;
	readonly folders: readonly string[];
	readonly passages: number;
	readonly max_tokens: number | null;
	readonly explain: boolean;
	readonly audience: Audience;
	readonly keep: boolean;
}

/** What `Search` says where its maker says nothing. */
export const SEARCH_DEFAULTS: Pick<Search, 'mode' | 'limit' | 'folders' | 'passages' | 'max_tokens' | 'explain' | 'audience' | 'keep'> = {
	mode: null,
	limit: null,
	folders: [],
	passages: 3,
	max_tokens: null,
	explain: false,
	audience: 'author',
	keep: false,
};

/** The notes nearest to a note; with `line`, to the section that this line stands in. */
export interface Related {
	readonly type: 'related';
	readonly id: number;
	readonly note: string;
	readonly line: number | null;
	readonly limit: number | null;
	readonly folders: readonly string[];
	readonly passages: number;
	readonly unlinked: boolean;
	readonly audience: Audience;
}

/** What `Related` says where its maker says nothing. */
export const RELATED_DEFAULTS: Pick<Related, 'line' | 'limit' | 'folders' | 'passages' | 'unlinked' | 'audience'> = {
	line: null,
	limit: null,
	folders: [],
	passages: 1,
	unlinked: false,
	audience: 'author',
};

/**
 * Passages for an agent, relevant enough to be put before it unasked; answered by `Recalled`.
 *
 * `seen`: keys of pieces that the conversation has already. The pieces together are at most `max_tokens`.
 */
export interface Recall {
	readonly type: 'recall';
	readonly id: number;
	readonly query: string;
	readonly max_tokens: number;
	readonly seen: readonly string[];
}

/** What `Recall` says where its maker says nothing. */
export const RECALL_DEFAULTS: Pick<Recall, 'max_tokens' | 'seen'> = {
	max_tokens: 450,
	seen: [],
};

/** Every place where a name stands, or one of the aliases of the note that is called so. */
export interface Mentions {
	readonly type: 'mentions';
	readonly id: number;
	readonly name: string;
	readonly folders: readonly string[];
}

/** What `Mentions` says where its maker says nothing. */
export const MENTIONS_DEFAULTS: Pick<Mentions, 'folders'> = {
	folders: [],
};

/** Give up the request of this id, if it is not answered yet. Answered by `Done`; that request by `Failed`. */
export interface Cancel {
	readonly type: 'cancel';
	readonly id: number;
	readonly target: number;
}

/** The state of the index, answered by `Status`. */
export interface GetStatus {
	readonly type: 'status';
	readonly id: number;
}

/** Bring the index up to date; answered by `Reindexed` when that is done. `paths`: with the scope `notes`. */
export interface Reindex {
	readonly type: 'reindex';
	readonly id: number;
	readonly scope: ReindexScope;
	readonly paths: readonly string[];
}

/** What `Reindex` says where its maker says nothing. */
export const REINDEX_DEFAULTS: Pick<Reindex, 'scope' | 'paths'> = {
	scope: 'changed',
	paths: [],
};

/** The settings file was written: read it again, obey it at once, rebuild what must be. Answered by `Done`. */
export interface SettingsChanged {
	readonly type: 'settings_changed';
	readonly id: number;
}

/** How many notes these folder rules would leave, before they are saved; answered by `Counted`. */
export interface CountNotes {
	readonly type: 'count_notes';
	readonly id: number;
	readonly include: readonly string[];
	readonly exclude: readonly string[];
}

/** What `CountNotes` says where its maker says nothing. */
export const COUNT_NOTES_DEFAULTS: Pick<CountNotes, 'include' | 'exclude'> = {
	include: [],
	exclude: [],
};

/** This note was (or was not) the right one for this query; kept in the user's golden set. Answered by `Done`. */
export interface Judge {
	readonly type: 'judge';
	readonly id: number;
	readonly query: string;
	readonly note: string;
	readonly right: boolean;
}

/** What `Judge` says where its maker says nothing. */
export const JUDGE_DEFAULTS: Pick<Judge, 'right'> = {
	right: true,
};

/** The answer to `Hello`. `version` is the sidecar's. */
export interface Welcome {
	readonly type: 'welcome';
	readonly protocol: number;
	readonly version: string;
	readonly pid: number;
	readonly vault: string;
	readonly state: State;
	readonly reason: string | null;
}

/** A piece of shown text: plain, or matched by the query. */
export interface Segment {
	readonly text: string;
	readonly match: boolean;
}

/** One list's share of a score, and the rank that it comes from. */
export interface VoteView {
	readonly rank: number;
	readonly share: number;
}

/** A passage. `section` is the heading path joined by " > ", `section_marks` the same as segments. */
export interface PassageView {
	readonly section: string;
	readonly section_marks: readonly Segment[];
	readonly snippet: readonly Segment[];
	readonly lines: readonly [number, number];
	readonly votes: Partial<Readonly<Record<ListName, VoteView>>>;
}

/**
 * A note with its best passages. `alias_marks`: the alias that matched better than the title, or empty.
 *
 * `modified` is in milliseconds since 1970; `lists` says which lists found it; `linked` is null unless asked of a
 * note. `reasons`: what each feature of the match gave to the score, the greatest first; empty unless a search asks to
 * be explained, and where the votes alone gave it.
 */
export interface HitView {
	readonly path: string;
	readonly title: string;
	readonly title_marks: readonly Segment[];
	readonly alias_marks: readonly Segment[];
	readonly score: number;
	readonly modified: number;
	readonly lists: readonly ListName[];
	readonly linked: boolean | null;
	readonly passages: readonly PassageView[];
	readonly votes: Partial<Readonly<Record<ListName, VoteView>>>;
	readonly reasons: Readonly<Record<string, number>>;
}

/** A word of what narrowed the search, with what the user typed, or a day, where it speaks of one. */
export interface FilterPart {
	readonly word: FilterWord;
	readonly text: string;
}

/** One thing that narrowed the search, after "notes": words in their order, for each language to say. */
export interface FilterView {
	readonly parts: readonly FilterPart[];
}

/** Something of the query that could not be obeyed. `text`: the property or the expression. */
export interface RemarkView {
	readonly kind: RemarkKind;
	readonly text: string;
}

/** How a query was understood. `filters` are sentences ("in the folder Work"); `weights` those of this query. */
export interface Explanation {
	readonly filters: readonly string[];
	readonly weights: Partial<Readonly<Record<ListName, number>>>;
}

/**
 * The answer to `Search` and `Related`. `degraded`: why it is less than it could be, or null.
 *
 * `filters` are what narrowed the search, in words that follow "notes"; `remarks` are sentences on what of it could
 * not be obeyed. `narrowed` and `unmet` say the same in parts, for other languages. `also`: other names of the notes
 * that the query names, looked for as well.
 */
export interface Hits {
	readonly type: 'hits';
	readonly id: number;
	readonly query: string;
	readonly took_ms: number;
	readonly degraded: string | null;
	readonly hits: readonly HitView[];
	readonly filters: readonly string[];
	readonly remarks: readonly string[];
	readonly narrowed: readonly FilterView[];
	readonly unmet: readonly RemarkView[];
	readonly also: readonly string[];
	readonly explanation: Explanation | null;
}

/** A passage for an agent, ready to be shown: heading, place in the vault, text. `relevance` is from 0 to 1. */
export interface Piece {
	readonly key: string;
	readonly text: string;
	readonly relevance: number;
}

/** The answer to `Recall`, the most relevant piece first; none is the usual answer. */
export interface Recalled {
	readonly type: 'recalled';
	readonly id: number;
	readonly pieces: readonly Piece[];
}

/** One place where the name stands. */
export interface MentionView {
	readonly section: string;
	readonly snippet: readonly Segment[];
	readonly line: number;
}

/** A note and its places, in order. `count` is of all of them. */
export interface MentioningNote {
	readonly path: string;
	readonly title: string;
	readonly count: number;
	readonly places: readonly MentionView[];
}

/** The answer to `Mentions`, in the vault's order. `names`: what was looked for. `total` counts the places. */
export interface MentionsFound {
	readonly type: 'mentions_found';
	readonly id: number;
	readonly names: readonly string[];
	readonly total: number;
	readonly notes: readonly MentioningNote[];
	readonly took_ms: number;
}

/** A note that was skipped, that failed, or of which a part was lost. */
export interface ProblemView {
	readonly path: string;
	readonly kind: ProblemKind;
	readonly reason: string;
}

/** The answer to `GetStatus`. `last_run` is in seconds since 1970, or null. */
export interface Status {
	readonly type: 'status_is';
	readonly id: number;
	readonly version: string;
	readonly state: State;
	readonly reason: string | null;
	readonly vault: string;
	readonly notes: number;
	readonly chunks: number;
	readonly db_path: string;
	readonly db_bytes: number;
	readonly model: string;
	readonly vec_available: boolean;
	readonly degraded: string | null;
	readonly last_run: number | null;
	readonly problems: readonly ProblemView[];
	readonly redactions: Readonly<Record<string, number>>;
	readonly memory_bytes: number | null;
}

/** The answer to `Reindex`. */
export interface Reindexed {
	readonly type: 'reindexed';
	readonly id: number;
	readonly notes: number;
	readonly chunks: number;
	readonly encoded: number;
	readonly changed: number;
	readonly removed: number;
	readonly moved: number;
	readonly skipped: number;
	readonly failed: number;
	readonly seconds: number;
	readonly interrupted: boolean;
	readonly notices: readonly string[];
}

/** The answer to `CountNotes`: so many of all the vault's notes. */
export interface Counted {
	readonly type: 'counted';
	readonly id: number;
	readonly notes: number;
	readonly total: number;
}

/** The answer to a request that has nothing to tell. */
export interface Done {
	readonly type: 'done';
	readonly id: number;
}

/**
 * What was asked could not be done; `id` is null when the frame had none that can be read.
 *
 * `message` is a sentence for the user that says what to do.
 */
export interface Failed {
	readonly type: 'failed';
	readonly id: number | null;
	readonly code: ErrorCode;
	readonly message: string;
}

/** How far an indexing run is. `seconds` since its start. */
export interface Progress {
	readonly type: 'progress';
	readonly notes_done: number;
	readonly notes_total: number;
	readonly chunks: number;
	readonly seconds: number;
}

/**
 * The index changed. `paths` are the notes concerned, at most 100; `more` says that there are others.
 *
 * `notices` are sentences for the user about what was found and mended on the way.
 */
export interface Indexed {
	readonly type: 'indexed';
	readonly paths: readonly string[];
	readonly more: boolean;
	readonly notes: number;
	readonly chunks: number;
	readonly notices: readonly string[];
}

/** The state is another now. */
export interface StateChanged {
	readonly type: 'state';
	readonly state: State;
	readonly reason: string | null;
}

export type AnyRequest =
	| Search
	| Related
	| Recall
	| Mentions
	| Cancel
	| GetStatus
	| Reindex
	| SettingsChanged
	| CountNotes
	| Judge;

export type FromClient =
	| Hello
	| Search
	| Related
	| Recall
	| Mentions
	| Cancel
	| GetStatus
	| Reindex
	| SettingsChanged
	| CountNotes
	| Judge;

export type FromServer =
	| Welcome
	| Hits
	| Recalled
	| MentionsFound
	| Status
	| Reindexed
	| Counted
	| Done
	| Failed
	| Progress
	| Indexed
	| StateChanged;
