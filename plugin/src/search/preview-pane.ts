/** The passage of the selected row as Obsidian renders it, beside the list. */

import { Component, MarkdownRenderer, type App } from 'obsidian';
import { fileOf } from '../hit/file';
import { markPreview } from '../hit/highlight';
import type { SearchStrings } from '../strings-search';
import { excerptOf } from './excerpt';
import type { HitChoice } from './session';

/** After the last key; a list that is still being typed for is drawn first. */
const REST_MS = 60;

export class PreviewPane {
	#timer: number | null = null;
	#component: Component | null = null;
	/** What is shown or on the way; everything older is dropped. */
	#wanted: HitChoice | null = null;
	#unmark: () => void = () => undefined;
	readonly #headEl: HTMLElement;
	readonly #bodyEl: HTMLElement;
	readonly #resize: ResizeObserver;
	#drawnFor: HitChoice | null = null;
	readonly #app: App;
	readonly #el: HTMLElement;
	readonly #strings: SearchStrings;

	constructor(app: App, el: HTMLElement, strings: SearchStrings) {
		this.#app = app;
		this.#el = el;
		this.#strings = strings;
		this.#headEl = el.createDiv({ cls: 'luneta-preview-head' });
		this.#bodyEl = el.createDiv({ cls: 'luneta-preview-body markdown-rendered', attr: { dir: 'auto' } });
		this.#resize = new ResizeObserver(() => {
			if (this.#wanted !== this.#drawnFor) this.#schedule();
		});
		this.#resize.observe(el);
	}

	/** Soon; the old passage stays until then. Nothing is rendered while the pane is not shown. */
	show(choice: HitChoice | null): void {
		if (same(choice, this.#wanted)) return;
		this.#wanted = choice;
		if (choice === null) this.#clear();
		else this.#schedule();
	}

	close(): void {
		this.#wanted = null;
		this.#resize.disconnect();
		this.#clear();
	}

	#schedule(): void {
		if (this.#timer !== null) window.clearTimeout(this.#timer);
		this.#timer = window.setTimeout(() => {
			this.#timer = null;
			const choice = this.#wanted;
			if (choice !== null && this.#el.clientWidth > 0) void this.#render(choice);
		}, REST_MS);
	}

	#clear(): void {
		if (this.#timer !== null) window.clearTimeout(this.#timer);
		this.#timer = null;
		this.#drawnFor = null;
		this.#replace(null, []);
		this.#headEl.empty();
	}

	async #render(choice: HitChoice): Promise<void> {
		const { hit, passage } = choice;
		const file = fileOf(this.#app, hit.path);
		if (file === null || file.extension !== 'md') {
			this.#clear();
			if (file !== null) this.#head(choice);
			this.#drawnFor = choice;
			return;
		}
		const shown = hit.passages[passage];
		const excerpt = excerptOf(await this.#app.vault.cachedRead(file), shown?.lines ?? null);
		const component = new Component();
		component.load();
		const page = createDiv();
		await MarkdownRenderer.render(this.#app, excerpt.text, page, file.path, component);
		if (this.#wanted !== choice) {
			component.unload();
			return;
		}
		this.#drawnFor = choice;
		this.#head(choice);
		this.#replace(component, [...page.childNodes]);
		this.#bodyEl.toggleClass('mod-cut-before', excerpt.before);
		this.#bodyEl.toggleClass('mod-cut-after', excerpt.after);
		if (shown !== undefined) this.#mark(shown.snippet);
	}

	#replace(component: Component | null, nodes: readonly ChildNode[]): void {
		this.#unmark();
		this.#component?.unload();
		this.#component = component;
		this.#bodyEl.replaceChildren(...nodes);
		this.#bodyEl.scrollTop = 0;
	}

	#head({ hit, passage }: HitChoice): void {
		this.#headEl.empty();
		this.#headEl.createSpan({ cls: 'luneta-preview-path', text: shownPath(hit.path), attr: { dir: 'auto' } });
		const count = hit.passages.length;
		if (count > 1) this.#headEl.createSpan({ cls: 'luneta-preview-place', text: this.#strings.passage(passage + 1, count) });
	}

	#mark(snippet: Parameters<typeof markPreview>[1]): void {
		const marked = markPreview(this.#bodyEl, snippet);
		this.#unmark = marked.unmark;
		const first = marked.first?.getBoundingClientRect();
		if (first === undefined) return;
		const pane = this.#bodyEl.getBoundingClientRect();
		if (first.bottom > pane.bottom) this.#bodyEl.scrollTop += first.top - pane.top - pane.height / 3;
	}
}

/** "Work › Plan B" of "Work/Plan B.md". */
function shownPath(path: string): string {
	return path.replace(/\.[^./]+$/, '').split('/').join(' › ');
}

function same(one: HitChoice | null, other: HitChoice | null): boolean {
	return one?.hit === other?.hit && one?.passage === other?.passage;
}
