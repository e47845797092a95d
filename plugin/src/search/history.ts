/** The queries typed before, to walk through with two keys. */

/** How many are kept on this device. */
export const HISTORY_LENGTH = 50;

/** Oldest first, with `query` as the newest; blank queries are not kept, and none is kept twice. */
export function remember(history: readonly string[], query: string): readonly string[] {
	const text = query.trim();
	if (text === '') return history;
	return [...history.filter((known) => known !== text), text].slice(-HISTORY_LENGTH);
}

/** A walk through the history; what was being typed waits at its newer end. */
export class HistoryWalk {
	readonly #queries: readonly string[];
	/** Index in `queries`; their number is the draft's. */
	#at: number;

	readonly #draft: string;

	/** @param draft what stands in the field now */
	constructor(history: readonly string[], draft: string) {
		this.#draft = draft;
		this.#queries = history.filter((query) => query !== draft.trim());
		this.#at = this.#queries.length;
	}

	/** Null at the oldest one. */
	older(): string | null {
		if (this.#at === 0) return null;
		this.#at--;
		return this.#queries[this.#at] ?? null;
	}

	/** Null at the draft. */
	newer(): string | null {
		if (this.#at === this.#queries.length) return null;
		this.#at++;
		return this.#queries[this.#at] ?? this.#draft;
	}
}
