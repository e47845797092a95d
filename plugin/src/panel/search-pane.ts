/** The search field on top of the panel, with its results: they stay while notes are opened. */

import { Component, debounce, SearchComponent, setIcon } from 'obsidian';
import type { Wanted } from '../port';
import type * as wire from '../protocol.gen';
import { Answers } from './answers';
import { drawResult } from './hit-row-dom';
import { answers, insteadOfResults } from './message';
import { drawMessage } from './message-dom';
import type { PanelContext } from './panel-context';
import { rowHandler } from './row-actions';
import { RowList, type RowTarget } from './row-list-dom';
import { hitsAfterRename } from './rows';

/** Milliseconds without a key before the query is asked: one frame or two, to take a fast word as one. */
const TYPING_MS = 40;

export class SearchPane extends Component {
	readonly #answers: Answers<Wanted<wire.Search, 'query'>, wire.Hits>;
	#query = '';
	#folded = false;
	#field!: SearchComponent;
	#head!: HTMLElement;
	#count!: HTMLElement;
	#body!: HTMLElement;
	#message!: HTMLElement;
	#list!: RowList;
	readonly #el: HTMLElement;
	readonly #results: HTMLElement;
	readonly #context: PanelContext;

	constructor(el: HTMLElement, results: HTMLElement, context: PanelContext) {
		super();
		this.#el = el;
		this.#results = results;
		this.#context = context;
		this.#answers = new Answers(
			(question) => context.deps.port.search(question),
			() => {
				this.#draw();
				this.#announce();
			},
		);
	}

	override onload(): void {
		const { strings } = this.#context;
		this.#field = new SearchComponent(this.#el).setPlaceholder(strings.searchPlaceholder);
		this.#field.inputEl.setAttrs({ 'aria-label': strings.searchPlaceholder, enterkeyhint: 'search', dir: 'auto' });
		const later = debounce((query: string) => { this.#ask(query); }, TYPING_MS, true);
		this.register(() => later.cancel());
		this.#field.onChange((query) => {
			if (query.trim() === '') {
				later.cancel();
				this.#ask('');
			} else later(query);
		});
		this.registerDomEvent(this.#field.inputEl, 'keydown', (event) => { this.#pressed(event); });
		this.#buildResults();
		this.register(() => { this.#answers.outdated(); });
	}

	/** Asks what is to be asked, and draws. Called whenever something changed. */
	update(usable: boolean): void {
		if (usable && this.#query !== '') this.#answers.want({ query: this.#query, keep: true, passages: 1 });
		this.#draw();
	}

	/** The notes in the results: what makes them stale when it changes. */
	shown(): readonly string[] {
		return this.#answers.reply?.hits.map((hit) => hit.path) ?? [];
	}

	outdated(): void {
		this.#answers.outdated();
	}

	renamed(from: string, to: string): void {
		this.#answers.rewrite(
			(question) => question,
			(reply) => ({ ...reply, hits: hitsAfterRename(reply.hits, from, to) }),
		);
	}

	focus(): void {
		this.#field.inputEl.focus();
		this.#field.inputEl.select();
	}

	#buildResults(): void {
		const { strings } = this.#context;
		this.#head = this.#results.createEl('button', {
			cls: 'luneta-section-head',
			attr: { 'aria-expanded': 'true', type: 'button' },
		});
		setIcon(this.#head.createSpan('luneta-chevron'), 'lucide-chevron-right');
		this.#head.createSpan({ cls: 'luneta-section-title', text: strings.results });
		this.#count = this.#head.createSpan('luneta-count');
		this.registerDomEvent(this.#head, 'click', () => {
			this.#folded = !this.#folded;
			this.#draw();
		});
		this.#body = this.#results.createDiv('luneta-section-body');
		this.#message = this.#body.createDiv('luneta-message');
		const rows = this.#body.createDiv({ cls: 'luneta-rows', attr: { role: 'listbox', 'aria-label': strings.results } });
		this.#list = this.addChild(new RowList(rows, rowHandler(this.#context.actions, { leave: () => { this.#field.inputEl.focus(); } })));
	}

	#ask(query: string): void {
		this.#query = query.trim();
		if (this.#query === '') {
			this.#answers.outdated();
			this.#answers.forget();
		} else this.#folded = false;
		this.update(answers(this.#context.deps.port.state.kind));
	}

	#pressed(event: KeyboardEvent): void {
		if (event.isComposing) return;
		if (event.key === 'ArrowDown') this.#list.focusFirst();
		else if (event.key === 'Enter') this.#openFirst(event);
		else if (event.key === 'Escape' && this.#query !== '') {
			this.#field.setValue('');
			this.#ask('');
		} else return;
		event.preventDefault();
		event.stopPropagation();
	}

	/** Only when the results are those of what stands in the field: Enter must not open another query's note. */
	#openFirst(event: KeyboardEvent): void {
		const query = this.#field.getValue().trim();
		const first = this.#targets()[0];
		if (first !== undefined && this.#answers.question?.query === query) this.#context.actions.open(first, event);
		else this.#ask(query);
	}

	#targets(): RowTarget[] {
		return (this.#answers.reply?.hits ?? []).map((hit) => ({
			key: hit.path,
			hit,
			passage: 0,
			linksToSection: true,
			open: null,
			hidden: null,
		}));
	}

	#draw(): void {
		const context = this.#context;
		const found = this.#answers;
		const { strings } = context;
		this.#results.toggleClass('is-empty', this.#query === '');
		this.#head.setAttr('aria-expanded', String(!this.#folded));
		this.#body.toggleClass('is-folded', this.#folded);
		const hits = found.reply?.hits;
		this.#count.setText(hits === undefined ? '' : String(hits.length));
		const list = {
			sidecar: context.deps.port.state,
			asked: true,
			rows: hits?.length ?? null,
			failure: found.failure,
			hidden: 0,
			filtered: false,
			section: false,
		};
		drawMessage(this.#message, this.#query === '' ? null : insteadOfResults(list, strings), strings, context.act);
		const now = Date.now();
		this.#list.redrawIf([JSON.stringify(hits)], (rows) => { for (const target of this.#targets()) drawResult(rows, target, context.deps.strings, now); });
	}

	#announce(): void {
		const { reply } = this.#answers;
		const { strings } = this.#context;
		if (reply !== null) this.#context.say(reply.hits.length === 0 ? strings.noResults : strings.resultsFound(reply.hits.length));
	}
}
