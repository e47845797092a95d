/** The answer that a list shows: one question at a time, and only the newest one's answer is ever heard of. */

import type { Asked } from '../port';

/** Questions are plain JSON values; two are the same when their JSON is. */
export class Answers<Question, Reply> {
	/** What is shown is the answer to this; it may be older than what is asked now. */
	question: Question | null = null;
	reply: Reply | null = null;
	/** Why the last question has no answer; null when it has, or is open. */
	failure: unknown = null;

	#asked: string | null = null;
	#settled = false;
	#open: Asked<Reply> | null = null;

	readonly #ask: (question: Question) => Asked<Reply>;
	readonly #changed: () => void;

	/** @param changed called when an answer or a failure came */
	constructor(ask: (question: Question) => Asked<Reply>, changed: () => void) {
		this.#ask = ask;
		this.#changed = changed;
	}

	get waiting(): boolean {
		return this.#open !== null;
	}

	/**
	 * Asks, unless this very question is under way or was answered, be it by a failure: then `outdated` must come first,
	 * so that nothing is asked in a loop. What is shown stays until the answer comes, or `forget`.
	 */
	want(question: Question): void {
		const key = JSON.stringify(question);
		if (key === this.#asked && (this.#settled || this.#open !== null)) return;
		this.outdated();
		this.#asked = key;
		const asked = this.#ask(question);
		this.#open = asked;
		asked.reply.then(
			(reply) => {
				this.#settle(asked, question, reply, null);
			},
			(error: unknown) => {
				this.#settle(asked, question, null, error);
			},
		);
	}

	/** The answer may no longer hold: the next `want` asks, even the same again. An open question is given up. */
	outdated(): void {
		const open = this.#open;
		this.#open = null;
		this.#settled = false;
		open?.cancel();
	}

	/** Shows nothing until the next answer. */
	forget(): void {
		this.question = null;
		this.reply = null;
		this.failure = null;
	}

	/** The same answer under other paths: what was asked and what is shown are told of a rename. */
	rewrite(question: (question: Question) => Question, reply: (reply: Reply) => Reply): void {
		if (this.question === null || this.reply === null) return;
		this.question = question(this.question);
		this.reply = reply(this.reply);
		if (!this.waiting) this.#asked = JSON.stringify(this.question);
	}

	#settle(asked: Asked<Reply>, question: Question, reply: Reply | null, failure: unknown): void {
		if (this.#open !== asked) return;
		this.#open = null;
		this.#settled = true;
		this.question = question;
		this.reply = reply;
		this.failure = failure;
		this.#changed();
	}
}
