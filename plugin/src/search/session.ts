/** One opening of the search modal, without its looks: what was asked, what is shown, which row is selected. */

import { Answers } from '../panel/answers';
import type { SidecarPort } from '../port';
import type * as wire from '../protocol.gen';
import { MODES, type ShownMode } from './remembered';

/** A row of the list, with the passage of it that is shown. */
export interface HitChoice {
	readonly hit: wire.HitView;
	readonly passage: number;
}

export interface Question {
	readonly query: string;
	readonly mode: ShownMode;
	readonly limit: number;
	readonly explain: boolean;
}

/** rows: the list is another. row: only the selected one shows another passage. selection, state: only these changed. */
export type Change = 'rows' | 'row' | 'selection' | 'state';

export interface SessionOptions {
	readonly port: SidecarPort;
	/** How many hits are asked for. */
	readonly limit: () => number;
	/** The notes opened last, shown while the query is blank. */
	readonly recent: () => readonly wire.HitView[];
	readonly changed: (change: Change) => void;
	readonly mode: ShownMode;
	readonly explain: boolean;
}

export class SearchSession {
	query = '';
	mode: ShownMode;
	explain: boolean;
	selected = 0;
	readonly #answers: Answers<Question, wire.Hits>;
	/** By path; what is not there is at its first. */
	readonly #passages = new Map<string, number>();
	/** Whether the user moved the selection since the query changed. */
	#moved = false;
	/** What the shown rows answer, and the note selected among them. */
	#shown: Question | null = null;
	#selectedPath: string | null = null;
	#waiters: (() => void)[] = [];
	readonly #options: SessionOptions;

	constructor(options: SessionOptions) {
		this.#options = options;
		this.mode = options.mode;
		this.explain = options.explain;
		this.#answers = new Answers(
			(question) => options.port.search(question),
			() => {
				this.#answered();
			},
		);
	}

	get blank(): boolean {
		return this.query.trim() === '';
	}

	/** The notes opened last while there is no query; otherwise what the newest answer holds, even if it is an older query's. */
	get hits(): readonly wire.HitView[] {
		return this.blank ? this.#options.recent() : (this.#answers.reply?.hits ?? []);
	}

	/** The answer that is shown; null while there is none. */
	get reply(): wire.Hits | null {
		return this.blank ? null : this.#answers.reply;
	}

	/** Why the query has no answer; null when it has, or is open. */
	get failure(): unknown {
		return this.blank ? null : this.#answers.failure;
	}

	/** Whether what is shown answers what stands in the field. */
	get current(): boolean {
		return this.blank || !this.#answers.waiting;
	}

	get chosen(): HitChoice | null {
		const hit = this.hits[this.selected];
		return hit === undefined ? null : { hit, passage: this.passageOf(hit) };
	}

	passageOf(hit: wire.HitView): number {
		return this.#passages.get(hit.path) ?? 0;
	}

	/** The list stays as it is until the answer comes. */
	setQuery(query: string): void {
		if (query === this.query) return;
		const wasBlank = this.blank;
		this.query = query;
		this.#moved = false;
		if (!this.blank) {
			this.#ask();
			if (wasBlank) this.#options.changed('state');
			return;
		}
		this.#answers.outdated();
		this.#answers.forget();
		this.#shown = null;
		this.#settleWaiters();
		this.#resetRows();
		this.#options.changed('rows');
	}

	setMode(mode: ShownMode): void {
		if (mode === this.mode) return;
		this.mode = mode;
		this.#moved = false;
		this.#ask();
		this.#options.changed('state');
	}

	stepMode(by: 1 | -1): void {
		const at = MODES.indexOf(this.mode) + by + MODES.length;
		this.setMode(MODES[at % MODES.length] ?? 'hybrid');
	}

	setExplain(explain: boolean): void {
		this.explain = explain;
		this.#ask();
		this.#options.changed('state');
	}

	/** Asks the same again: the index or the sidecar's state changed. The selected note stays selected. */
	refresh(): void {
		this.#answers.outdated();
		this.#ask();
	}

	/** Around the ends, one row at a time; a longer step stops there. */
	move(by: number): void {
		const count = this.hits.length;
		if (count === 0) return;
		const to = this.selected + by;
		this.select(Math.abs(by) === 1 ? (to + count) % count : Math.min(Math.max(to, 0), count - 1));
	}

	select(index: number): void {
		const hit = this.hits[index];
		this.#moved = true;
		if (index === this.selected || hit === undefined) return;
		this.selected = index;
		this.#selectedPath = hit.path;
		this.#options.changed('selection');
	}

	/** Shows another passage of the selected note. */
	stepPassage(by: 1 | -1): void {
		const { chosen } = this;
		if (chosen === null || chosen.hit.passages.length < 2) return;
		const count = chosen.hit.passages.length;
		this.#moved = true;
		this.#passages.set(chosen.hit.path, (chosen.passage + by + count) % count);
		this.#options.changed('row');
	}

	/**
	 * The row that a key means. Typed faster than answered, the key means the best hit of what was typed, not the row
	 * that an older answer left there: that is waited for, unless the user moved to a row.
	 */
	async choose(): Promise<HitChoice | null> {
		if (!this.current && !this.#moved) {
			await new Promise<void>((resolve) => this.#waiters.push(resolve));
		}
		return this.chosen;
	}

	/** Gives up what is under way. */
	close(): void {
		this.#answers.outdated();
		this.#settleWaiters();
	}

	#ask(): void {
		if (this.blank) return;
		const { query, mode, explain } = this;
		this.#answers.want({ query, mode, explain, limit: this.#options.limit() });
	}

	#answered(): void {
		const { question } = this.#answers;
		const path = this.#selectedPath;
		const again = question?.query === this.#shown?.query && question?.mode === this.#shown?.mode;
		this.#shown = question;
		this.#resetRows();
		if (again) this.selected = Math.max(this.hits.findIndex((hit) => hit.path === path), 0);
		this.#selectedPath = this.hits[this.selected]?.path ?? null;
		this.#options.changed('rows');
		this.#settleWaiters();
	}

	#resetRows(): void {
		this.selected = 0;
		this.#selectedPath = this.hits[0]?.path ?? null;
		this.#passages.clear();
	}

	#settleWaiters(): void {
		const waiters = this.#waiters;
		this.#waiters = [];
		for (const settle of waiters) settle();
	}
}
