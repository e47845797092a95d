/** The list of the search modal: a listbox whose options are hits. The field keeps the focus. */

import type * as wire from '../protocol.gen';
import { renderHit } from '../hit/hit-row';
import type { SearchStrings } from '../strings-search';
import { renderShares } from './explain-dom';
import type { HitChoice } from './session';

export interface ResultsHandlers {
	readonly choose: (index: number, event: MouseEvent) => void;
	readonly point: (index: number) => void;
	/** The line that counts a row's passages was clicked. */
	readonly morePassages: (index: number) => void;
	readonly menu: (index: number, event: MouseEvent) => void;
	/** Makes a new row draggable, and the like. */
	readonly equip: (row: HTMLElement, hit: wire.HitView) => void;
}

export interface Drawn {
	readonly choices: readonly HitChoice[];
	readonly selected: number;
	readonly explain: boolean;
	/** A heading over the list; null for none. */
	readonly title: string | null;
	readonly now: number;
}

/** So many fill the list. Those under them are drawn once these are painted: laying out ten takes as long again as six. */
const FIRST_ROWS = 6;

export class ResultsDom {
	#rows: HTMLElement[] = [];
	/** What has rows that are not drawn yet. */
	#unfinished: Drawn | null = null;
	#selected = -1;
	#drawnKey = '';
	/** Known without asking: asking would lay out the page in the middle of being changed. */
	#scrolled = false;

	readonly #listEl: HTMLElement;
	readonly #inputEl: HTMLInputElement;
	readonly #strings: SearchStrings;
	readonly #handlers: ResultsHandlers;

	/** @param inputEl the field that is told which row is selected */
	constructor(listEl: HTMLElement, inputEl: HTMLInputElement, strings: SearchStrings, handlers: ResultsHandlers) {
		this.#listEl = listEl;
		this.#inputEl = inputEl;
		this.#strings = strings;
		this.#handlers = handlers;
		this.#listen();
	}

	/**
	 * In one step as far as it is seen, so that no half of it is ever painted; and not again what stands there: an index
	 * that grows must not take rows from under the mouse.
	 */
	draw(drawn: Drawn): void {
		const key = JSON.stringify([drawn.title, drawn.explain, drawn.choices]);
		if (key === this.#drawnKey) {
			this.select(drawn.selected, false);
			return;
		}
		this.#drawnKey = key;
		this.#rows = [];
		const title = drawn.title === null ? [] : [createDiv({ cls: 'luneta-results-title', text: drawn.title, attr: { role: 'presentation' } })];
		this.#listEl.replaceChildren(...title, ...this.#moreRows(drawn, Math.max(FIRST_ROWS, drawn.selected + 1)));
		this.#finishSoon(drawn);
		if (this.#scrolled) this.#listEl.scrollTop = 0;
		this.#scrolled = false;
		this.#selected = -1;
		this.select(drawn.selected, drawn.selected > 0);
	}

	/** One row again, with another passage. */
	redraw(index: number, choice: HitChoice, drawn: Pick<Drawn, 'explain' | 'now'>): void {
		const row = this.#rows[index];
		if (row === undefined) return;
		this.#drawnKey = '';
		row.empty();
		this.#fill(row, choice, drawn);
	}

	select(index: number, scroll: boolean): void {
		if (index >= this.#rows.length) this.#finish();
		const before = this.#rows[this.#selected];
		before?.removeClass('is-selected');
		before?.setAttr('aria-selected', 'false');
		const row = this.#rows[index];
		this.#selected = row === undefined ? -1 : index;
		this.#inputEl.setAttr('aria-activedescendant', row?.id ?? null);
		if (row === undefined) return;
		row.addClass('is-selected');
		row.setAttr('aria-selected', 'true');
		if (!scroll) return;
		if (index === 0) this.#listEl.scrollTop = 0;
		else row.scrollIntoView({ block: 'nearest' });
	}

	/** How many rows a page has, at least one. */
	get page(): number {
		const height = this.#rows[0]?.offsetHeight ?? 0;
		return height === 0 ? 1 : Math.max(Math.floor(this.#listEl.clientHeight / height), 1);
	}

	/** Where a menu for the row opens when a key asked for it. */
	corner(index: number): { x: number; y: number } {
		const box = (this.#rows[index] ?? this.#listEl).getBoundingClientRect();
		return { x: box.left + box.width / 3, y: box.top + box.height / 2 };
	}

	/** The rows after those there are, up to so many of all. */
	#moreRows(drawn: Drawn, count: number): HTMLElement[] {
		const from = this.#rows.length;
		const more = drawn.choices.slice(from, count).map((choice, at) => {
			const row = createDiv({
				cls: 'suggestion-item luneta-result',
				attr: { role: 'option', id: `${this.#listEl.id}-${String(from + at)}`, 'aria-selected': 'false' },
			});
			this.#fill(row, choice, drawn);
			this.#handlers.equip(row, choice.hit);
			return row;
		});
		this.#rows.push(...more);
		return more;
	}

	/** In the frame after the one that shows the first rows. */
	#finishSoon(drawn: Drawn): void {
		this.#unfinished = drawn;
		const { win } = this.#listEl;
		win.requestAnimationFrame(() => win.requestAnimationFrame(() => {
			if (this.#unfinished === drawn) this.#finish();
		}));
	}

	#finish(): void {
		const drawn = this.#unfinished;
		this.#unfinished = null;
		if (drawn !== null) this.#listEl.append(...this.#moreRows(drawn, drawn.choices.length));
	}

	#fill(row: HTMLElement, { hit, passage }: HitChoice, { explain, now }: Pick<Drawn, 'explain' | 'now'>): void {
		const strings = this.#strings;
		renderHit(row, hit, { strings: strings.hit, passage, now });
		const count = hit.passages.length;
		if (count > 1) {
			const text = passage === 0 ? strings.passagesMore(count - 1) : strings.passage(passage + 1, count);
			row.createDiv({ cls: 'luneta-hit-more', text });
		}
		if (explain && hit.lists.length > 0) renderShares(row, hit, passage, strings);
	}

	#listen(): void {
		const listEl = this.#listEl;
		const handlers = this.#handlers;
		const on = (type: 'click' | 'auxclick' | 'contextmenu', act: (index: number, event: MouseEvent) => void): void => {
			listEl.addEventListener(type, (event) => {
				const index = this.#indexAt(event);
				if (index !== -1) act(index, event);
			});
		};
		on('click', (index, event) => {
			if ((event.target as Element).closest('.luneta-hit-more') === null) handlers.choose(index, event);
			else handlers.morePassages(index);
		});
		on('auxclick', (index, event) => {
			if (event.button === 1) handlers.choose(index, event);
		});
		on('contextmenu', handlers.menu);
		listEl.addEventListener('scroll', () => (this.#scrolled = listEl.scrollTop > 0), { passive: true });
		listEl.addEventListener('mousedown', (event) => {
			if (event.button === 1) event.preventDefault(); // no scrolling by the middle button
		});
		listEl.addEventListener('mousemove', (event) => {
			if (event.movementX === 0 && event.movementY === 0) return; // the list moved under a mouse at rest
			const index = this.#indexAt(event);
			if (index !== -1) handlers.point(index);
		});
	}

	#indexAt(event: MouseEvent): number {
		const target = event.target as Node | null;
		return this.#rows.findIndex((row) => row.contains(target));
	}
}
