/** SuggestModal, FuzzySuggestModal, AbstractInputSuggest: a field and the list under it. */

import { Modal } from './modal';
import { prepareFuzzySearch, renderResults } from './search';
import { Scope } from './keymap';
import type { App } from './app';

/** The list: drawn rows, one of them selected. */
class Chooser<T> {
	values: T[] = [];
	rows: HTMLElement[] = [];
	selectedItem = -1;

	constructor(private readonly owner: { renderSuggestion(value: T, el: HTMLElement): void; selectSuggestion(value: T, event: any): void }, readonly containerEl: HTMLElement) {
		containerEl.on('click', '.suggestion-item', (event, el) => { this.choose(el, event); });
		containerEl.on('auxclick', '.suggestion-item', (event, el) => { if (event.button === 1) this.choose(el, event); });
		containerEl.on('mousemove', '.suggestion-item', (_, el) => { this.setSelectedItem(this.rows.indexOf(el), false); });
	}

	private choose(el: HTMLElement, event: MouseEvent): void {
		const at = this.rows.indexOf(el);
		if (at === -1) return;
		event.preventDefault();
		this.setSelectedItem(at, false);
		this.owner.selectSuggestion(this.values[at] as T, event);
	}

	setSuggestions(values: T[]): void {
		this.values = values;
		this.containerEl.empty();
		this.rows = values.map((value) => {
			const row = this.containerEl.createDiv('suggestion-item');
			this.owner.renderSuggestion(value, row);
			return row;
		});
		this.selectedItem = -1;
		this.setSelectedItem(0, false);
	}

	setSelectedItem(at: number, scroll = true): void {
		if (this.rows.length === 0) return;
		const next = (at + this.rows.length) % this.rows.length;
		if (next === this.selectedItem) return;
		this.rows[this.selectedItem]?.removeClass('is-selected');
		this.selectedItem = next;
		this.rows[next]?.addClass('is-selected');
		if (scroll) this.rows[next]?.scrollIntoView({ block: 'nearest' });
	}
}

export abstract class SuggestModal<T> extends Modal {
	limit = 100;
	emptyStateText = 'No results found.';
	inputEl: HTMLInputElement;
	inputContainerEl: HTMLElement;
	ctaEl: HTMLElement;
	resultContainerEl: HTMLElement;
	instructionsEl: HTMLElement;
	chooser: Chooser<T>;

	constructor(app: App) {
		super(app);
		this.containerEl.removeClass('mod-dim');
		this.modalEl.empty();
		this.modalEl.className = 'prompt';
		this.inputContainerEl = this.modalEl.createDiv('prompt-input-container');
		this.inputEl = this.inputContainerEl.createEl('input', { cls: 'prompt-input', type: 'text', attr: { enterkeyhint: 'done', autocapitalize: 'off', spellcheck: 'false' } });
		this.ctaEl = this.inputContainerEl.createDiv('prompt-input-cta');
		this.resultContainerEl = this.modalEl.createDiv('prompt-results');
		this.instructionsEl = createDiv('prompt-instructions');
		this.chooser = new Chooser<T>(this, this.resultContainerEl);
		this.inputEl.addEventListener('input', () => { this.updateSuggestions(); });
		const move = (by: number) => (event: KeyboardEvent) => {
			if (event.isComposing) return undefined;
			this.chooser.setSelectedItem(this.chooser.selectedItem + by);
			return false;
		};
		this.scope.register([], 'ArrowDown', move(1));
		this.scope.register([], 'ArrowUp', move(-1));
		this.scope.register([], 'PageDown', move(10));
		this.scope.register([], 'PageUp', move(-10));
		this.scope.register(null, 'Home', (event) => (event.ctrlKey || event.metaKey ? (this.chooser.setSelectedItem(0), false) : undefined));
		this.scope.register(null, 'End', (event) => (event.ctrlKey || event.metaKey ? (this.chooser.setSelectedItem(-1), false) : undefined));
		this.scope.register([], 'Enter', (event) => {
			if (!event.isComposing) this.selectActiveSuggestion(event);
			return false;
		});
	}

	override open(): void {
		super.open();
		this.inputEl.focus();
		this.inputEl.select();
		this.updateSuggestions();
	}

	/** As in Obsidian, an answer that comes late is shown all the same: dropping it is the plugin's work. */
	updateSuggestions(): void {
		const answer = this.getSuggestions(this.inputEl.value);
		if (Array.isArray(answer)) this.show(answer);
		else void answer.then((values) => { this.show(values); });
	}

	private show(values: T[]): void {
		const shown = this.limit > 0 ? values.slice(0, this.limit) : values;
		this.chooser.setSuggestions(shown);
		if (shown.length === 0) {
			if (this.inputEl.value === '') this.resultContainerEl.empty();
			else this.onNoSuggestion();
		}
	}

	onNoSuggestion(): void {
		this.chooser.setSuggestions([]);
		if (this.emptyStateText !== '') this.resultContainerEl.createDiv({ cls: 'suggestion-empty', text: this.emptyStateText });
	}

	setPlaceholder(placeholder: string): void { this.inputEl.placeholder = placeholder; }

	setInstructions(instructions: { command: string; purpose: string }[]): void {
		this.instructionsEl.empty();
		for (const { command, purpose } of instructions) {
			const row = this.instructionsEl.createDiv('prompt-instruction');
			row.createSpan({ cls: 'prompt-instruction-command', text: command });
			row.createSpan({ text: purpose });
		}
		this.modalEl.appendChild(this.instructionsEl);
	}

	selectSuggestion(value: T, event: MouseEvent | KeyboardEvent): void {
		this.app.lastEvent = event;
		this.close();
		this.onChooseSuggestion(value, event);
	}

	selectActiveSuggestion(event: MouseEvent | KeyboardEvent): void {
		const value = this.chooser.values[this.chooser.selectedItem];
		if (value !== undefined) this.selectSuggestion(value, event);
	}

	abstract getSuggestions(query: string): T[] | Promise<T[]>;
	abstract renderSuggestion(value: T, el: HTMLElement): void;
	abstract onChooseSuggestion(item: T, event: MouseEvent | KeyboardEvent): void;
}

interface FuzzyMatch<T> { item: T; match: { score: number; matches: [number, number][] } }

export abstract class FuzzySuggestModal<T> extends SuggestModal<FuzzyMatch<T>> {
	getSuggestions(query: string): FuzzyMatch<T>[] {
		const search = prepareFuzzySearch(query);
		const found: FuzzyMatch<T>[] = [];
		for (const item of this.getItems()) {
			const match = query.trim() === '' ? { score: 0, matches: [] } : search(this.getItemText(item));
			if (match !== null) found.push({ item, match });
		}
		return found.sort((a, b) => b.match.score - a.match.score);
	}

	renderSuggestion(found: FuzzyMatch<T>, el: HTMLElement): void { renderResults(el, this.getItemText(found.item), found.match); }

	onChooseSuggestion(found: FuzzyMatch<T>, event: MouseEvent | KeyboardEvent): void { this.onChooseItem(found.item, event); }

	abstract getItems(): T[];
	abstract getItemText(item: T): string;
	abstract onChooseItem(item: T, event: MouseEvent | KeyboardEvent): void;
}

/** A list under any field. */
export abstract class PopoverSuggest<T> {
	scope: Scope;
	suggestEl: HTMLElement = createDiv('suggestion-container');
	suggestions: Chooser<T>;
	protected isOpen = false;

	constructor(readonly app: App, scope?: Scope) {
		this.scope = scope ?? new Scope(app.scope);
		this.suggestions = new Chooser<T>(this, this.suggestEl.createDiv('suggestion'));
		const move = (by: number) => () => { this.suggestions.setSelectedItem(this.suggestions.selectedItem + by); return false; };
		this.scope.register([], 'ArrowDown', move(1));
		this.scope.register([], 'ArrowUp', move(-1));
		this.scope.register([], 'Escape', () => { this.close(); return false; });
		this.scope.register([], 'Enter', (event) => {
			const value = this.suggestions.values[this.suggestions.selectedItem];
			if (value !== undefined) this.selectSuggestion(value, event);
			return false;
		});
	}

	open(): void {
		if (this.isOpen) return;
		this.isOpen = true;
		document.body.appendChild(this.suggestEl);
		this.app.keymap.pushScope(this.scope);
	}

	close(): void {
		if (!this.isOpen) return;
		this.isOpen = false;
		this.suggestEl.remove();
		this.app.keymap.popScope(this.scope);
	}

	abstract renderSuggestion(value: T, el: HTMLElement): void;
	abstract selectSuggestion(value: T, event: MouseEvent | KeyboardEvent): void;
}

export abstract class AbstractInputSuggest<T> extends PopoverSuggest<T> {
	limit = 100;
	private selected: ((value: T, event: MouseEvent | KeyboardEvent) => unknown) | undefined;

	constructor(app: App, private readonly inputEl: HTMLInputElement) {
		super(app);
		inputEl.addEventListener('input', () => { void this.update(); });
		inputEl.addEventListener('focus', () => { void this.update(); });
		inputEl.addEventListener('blur', () => { window.setTimeout(() => { this.close(); }, 150); });
	}

	private async update(): Promise<void> {
		const found = await this.getSuggestions(this.getValue());
		const shown = this.limit > 0 ? found.slice(0, this.limit) : found;
		if (shown.length === 0 || !this.inputEl.isActiveElement()) { this.close(); return; }
		this.suggestions.setSuggestions(shown);
		const box = this.inputEl.getBoundingClientRect();
		this.suggestEl.setCssStyles({ position: 'fixed', left: `${String(box.left)}px`, top: `${String(box.bottom + 4)}px`, minWidth: `${String(box.width)}px` });
		this.open();
	}

	getValue(): string { return this.inputEl.value; }

	setValue(value: string): void { this.inputEl.value = value; }

	onSelect(callback: (value: T, event: MouseEvent | KeyboardEvent) => unknown): this { this.selected = callback; return this; }

	selectSuggestion(value: T, event: MouseEvent | KeyboardEvent): void { this.selected?.(value, event); }

	protected abstract getSuggestions(query: string): T[] | Promise<T[]>;
}
