/** Everything of the modal that is not a row: messages, facts, mode, count, and what a screen reader hears. */

import type { SearchStrings } from '../strings-search';
import type { SidecarState } from '../port';
import { drawFacts, drawProgress } from './facts-dom';
import { showMode, type Frame } from './frame-dom';
import { aboveList, insteadOfList, type Message, type MessageAction } from './message';
import { drawMessage } from './message-dom';
import { filtersOf, remarksOf } from './narrowed';
import { newNote } from './note-name';
import type { SearchSession } from './session';

/** A screen reader hears of a list once it has stood still for so long. */
const ANNOUNCE_MS = 600;

export class StatusDom {
	/** What stands in the place of the list; null: the list. */
	message: Message | null = null;
	#announcing = 0;
	readonly #frame: Frame;
	readonly #session: SearchSession;
	readonly #strings: SearchStrings;
	readonly #run: (action: MessageAction) => void;

	constructor(frame: Frame, session: SearchSession, strings: SearchStrings, run: (action: MessageAction) => void) {
		this.#frame = frame;
		this.#session = session;
		this.#strings = strings;
		this.#run = run;
	}

	draw(sidecar: SidecarState): void {
		const session = this.#session;
		const frame = this.#frame;
		const strings = this.#strings;
		const run = this.#run;
		const { reply, query, mode, current, failure } = session;
		const rows = session.hits.length;
		const degraded = reply?.degraded ?? null;
		const filters = reply === null ? [] : filtersOf(reply, strings.filters);
		const remarks = reply === null ? [] : remarksOf(reply, strings.filters);
		const shown = { sidecar, query, mode, current, failure, rows, filters, remarks, degraded };
		const options = { strings, newName: newNote(query)?.name ?? null, run };
		this.message = insteadOfList(shown, strings);
		drawMessage(frame.messageEl, this.message, options);
		drawMessage(frame.bannerEl, aboveList(shown, strings), options);
		drawProgress(frame.bannerEl, sidecar.progress);
		drawFacts(frame.factsEl, this.message === null ? reply : null, strings);
		showMode(frame, mode);
		frame.listEl.hidden = this.message !== null;
		frame.inputEl.setAttr('aria-expanded', String(this.message === null && rows > 0));
		frame.countEl.setText(reply === null ? '' : strings.resultsIn(rows, reply.took_ms.toFixed(0)));
		this.#announceSoon();
	}

	close(): void {
		window.clearTimeout(this.#announcing);
	}

	#announceSoon(): void {
		window.clearTimeout(this.#announcing);
		this.#announcing = window.setTimeout(() => {
			const { hits } = this.#session;
			const first = hits[0]?.title ?? '';
			this.#frame.liveEl.setText(this.message?.text ?? (hits.length === 0 ? '' : this.#strings.announced(hits.length, first)));
		}, ANNOUNCE_MS);
	}
}
