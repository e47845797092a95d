/** Chooses one of the related notes and inserts a link to it at the cursor. */

import { Notice, prepareFuzzySearch, SuggestModal, type App, type Editor } from 'obsidian';
import type { ViewDeps } from '../deps';
import { renderHit } from '../hit/hit-row';
import { linkTo } from '../hit/link';
import type { Asked } from '../port';
import type * as wire from '../protocol.gen';
import { insteadOfRelated } from './message';

/** A chooser wants more to choose from than a list that is only looked at. */
const CHOICES = 50;

/** Where the link goes. */
export interface LinkPlace {
	readonly editor: Editor;
	/** Path of the note that is written. */
	readonly path: string;
}

export class InsertRelatedModal extends SuggestModal<wire.HitView> {
	readonly #asked: Asked<wire.Hits>;
	#answer: readonly wire.HitView[] | null = null;
	readonly #deps: Pick<ViewDeps, 'port' | 'strings'>;
	readonly #place: LinkPlace;

	constructor(app: App, deps: Pick<ViewDeps, 'port' | 'strings'>, place: LinkPlace) {
		super(app);
		this.#deps = deps;
		this.#place = place;
		this.setPlaceholder(deps.strings.panel.insertTitle);
		this.inputEl.setAttr('aria-label', deps.strings.panel.insertTitle);
		this.limit = CHOICES;
		this.modalEl.addClass('luneta-insert');
		this.emptyStateText = deps.strings.panel.looking;
		this.#asked = deps.port.related({ note: place.path, limit: CHOICES, passages: 1 });
	}

	override onClose(): void {
		super.onClose();
		this.#asked.cancel();
	}

	override async getSuggestions(query: string): Promise<wire.HitView[]> {
		const hits = (await this.#hits()).filter((hit) => hit.path !== this.#place.path);
		if (query.trim() === '') return hits;
		const score = prepareFuzzySearch(query.trim());
		return hits
			.flatMap((hit) => {
				const match = score(`${hit.title} ${hit.path}`);
				return match === null ? [] : [{ hit, score: match.score }];
			})
			.sort((a, b) => b.score - a.score)
			.map(({ hit }) => hit);
	}

	override renderSuggestion(hit: wire.HitView, el: HTMLElement): void {
		renderHit(el, hit, { strings: this.#deps.strings.search.hit, now: Date.now(), hide: ['date', 'why'] });
	}

	override onChooseSuggestion(hit: wire.HitView): void {
		const link = linkTo(this.app, hit, -1, this.#place.path);
		if (link === null) new Notice(this.#deps.strings.panel.gone);
		else this.#place.editor.replaceSelection(link);
	}

	async #hits(): Promise<readonly wire.HitView[]> {
		if (this.#answer !== null) return this.#answer;
		try {
			this.#answer = (await this.#asked.reply).hits;
			this.emptyStateText = this.#emptyText(this.#answer.length, null);
			return this.#answer;
		} catch (error) {
			this.emptyStateText = this.#emptyText(0, error);
			return [];
		}
	}

	#emptyText(rows: number, failure: unknown): string {
		const list = { sidecar: this.#deps.port.state, asked: true, rows, failure, hidden: 0, filtered: false, section: false };
		const message = insteadOfRelated(list, this.#deps.strings.panel);
		return message === null ? this.#deps.strings.panel.noneRelated : [message.text, message.detail].filter(Boolean).join('. ');
	}
}
