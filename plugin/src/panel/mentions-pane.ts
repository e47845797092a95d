/** All mentions of a name, note after note in the vault's order, with counts. */

import { Component, debounce, Notice, SearchComponent, setIcon } from 'obsidian';
import { renderSnippet } from '../hit/hit-row';
import { SECTION_SEPARATOR } from '../hit/section';
import type * as wire from '../protocol.gen';
import { Answers } from './answers';
import type { Choices } from './choices';
import {
	folded,
	mentionGroups,
	mentionHit,
	mentionsAfterRename,
	NOTHING_FOLDED,
	withMoreNotes,
	withMorePlaces,
	type Folding,
	type MentionGroup,
} from './mention-groups';
import { aboveList, insteadOfMentions } from './message';
import { drawMessage } from './message-dom';
import type { PanelContext } from './panel-context';
import { mentionsQuestion, type MentionsQuestion } from './question';
import { rowHandler } from './row-actions';
import { RowList, type RowTarget } from './row-list-dom';

const TYPING_MS = 150;

export class MentionsPane extends Component {
	readonly #answers: Answers<MentionsQuestion, wire.MentionsFound>;
	#folding: Folding = NOTHING_FOLDED;
	#field!: SearchComponent;
	#above!: HTMLElement;
	#summary!: HTMLElement;
	#message!: HTMLElement;
	#list!: RowList;
	readonly #el: HTMLElement;
	readonly #context: PanelContext;
	readonly #selected: () => string | null;

	constructor(
		el: HTMLElement,
		context: PanelContext,
		/** The words selected in the editor used last; null if there are none. */
		selected: () => string | null,
	) {
		super();
		this.#el = el;
		this.#context = context;
		this.#selected = selected;
		this.#answers = new Answers(
			(question) => context.deps.port.mentions(question),
			() => { this.#answered(); },
		);
	}

	override onload(): void {
		const el = this.#el;
		const context = this.#context;
		const { strings } = context;
		this.#buildField();
		this.#above = el.createDiv('luneta-message luneta-message-above');
		this.#summary = el.createDiv('luneta-summary is-empty');
		this.#message = el.createDiv('luneta-message');
		const rows = el.createDiv({ cls: 'luneta-rows', attr: { role: 'tree', 'aria-label': strings.mentions } });
		this.#list = this.addChild(new RowList(rows, rowHandler(context.actions, {
			fold: (target, open) => {
				this.#folding = folded(this.#folding, target.hit.path, open);
				this.#draw();
			},
			leave: () => { this.#field.inputEl.focus(); },
		})));
		this.register(() => { this.#answers.outdated(); });
	}

	get waiting(): boolean {
		return this.#answers.waiting;
	}

	update(choices: Choices, title: string | null, usable: boolean): void {
		const question = mentionsQuestion(choices, title);
		const field = this.#field;
		field.setPlaceholder(title ?? this.#context.strings.namePlaceholder);
		if (!field.inputEl.isActiveElement()) field.setValue(choices.name ?? '');
		if (question === null) {
			this.#answers.outdated();
			this.#answers.forget();
		} else if (usable && (choices.paused === null || this.#answers.reply === null)) this.#answers.want(question);
		this.#draw();
	}

	/** What stands there is of another name, whose answer is late: rather nothing than that. */
	dropOthers(title: string | null): void {
		const name = mentionsQuestion(this.#context.choices(), title)?.name;
		if (this.#answers.question?.name === name) return;
		this.#answers.forget();
		this.#draw();
	}

	shown(): readonly string[] {
		return this.#answers.reply?.notes.map((note) => note.path) ?? [];
	}

	outdated(): void {
		this.#answers.outdated();
	}

	forget(): void {
		this.#answers.forget();
	}

	renamed(from: string, to: string): void {
		this.#answers.rewrite(
			(question) => question,
			(reply) => ({ ...reply, notes: mentionsAfterRename(reply.notes, from, to) }),
		);
	}

	#buildField(): void {
		const { strings } = this.#context;
		const bar = this.#el.createDiv('luneta-name-bar');
		this.#field = new SearchComponent(bar);
		this.#field.inputEl.setAttrs({ 'aria-label': strings.nameLabel, dir: 'auto' });
		const later = debounce((name: string) => { this.#named(name); }, TYPING_MS, true);
		this.register(() => later.cancel());
		this.#field.onChange(later);
		this.registerDomEvent(this.#field.inputEl, 'keydown', (event) => {
			if (event.isComposing) return;
			if (event.key === 'ArrowDown') this.#list.focusFirst();
			else if (event.key === 'Enter') this.#named(this.#field.getValue());
			else return;
			event.preventDefault();
		});
		const use = bar.createEl('button', {
			cls: 'clickable-icon',
			attr: { type: 'button', 'aria-label': strings.useSelection },
		});
		setIcon(use, 'lucide-text-select');
		this.registerDomEvent(use, 'click', () => {
			const name = this.#selected();
			if (name === null) new Notice(strings.noSelection);
			else {
				this.#field.setValue(name);
				this.#named(name);
			}
		});
	}

	#named(name: string): void {
		this.#context.choose({ name: name.trim() === '' ? null : name.trim() });
	}

	#answered(): void {
		this.#context.answered();
		this.#draw();
		const { reply } = this.#answers;
		if (reply !== null) this.#context.say(this.#context.strings.mentionsFound(reply.total, reply.notes.length));
	}

	#draw(): void {
		const context = this.#context;
		const answers = this.#answers;
		const { strings } = context;
		const sidecar = context.deps.port.state;
		const choices = context.choices();
		const list = {
			sidecar,
			asked: choices.name !== null || context.subject() !== null,
			rows: answers.reply?.notes.length ?? null,
			failure: answers.failure,
			hidden: 0,
			filtered: choices.folder !== null,
			section: false,
		};
		const instead = insteadOfMentions(list, strings);
		drawMessage(this.#above, instead === null ? aboveList(sidecar, null, strings) : null, strings, context.act);
		drawMessage(this.#message, instead, strings, context.act);
		const reply = instead === null ? answers.reply : null;
		this.#drawSummary(reply);
		this.#list.redrawIf([reply, this.#folding], (rows) => {
			const { groups, more } = mentionGroups(reply?.notes ?? [], this.#folding);
			for (const group of groups) this.#drawGroup(rows, group);
			if (more > 0) {
				this.#drawMore(rows, more, () => withMoreNotes(this.#folding));
			}
		});
	}

	#drawSummary(reply: wire.MentionsFound | null): void {
		const summary = this.#summary;
		const { strings } = this.#context;
		summary.empty();
		summary.toggleClass('is-empty', reply === null);
		if (reply === null) return;
		summary.createSpan({ text: strings.mentionsFound(reply.total, reply.notes.length) });
		const others = reply.names.filter((name) => name !== this.#answers.question?.name);
		if (others.length > 0) summary.createSpan({ cls: 'luneta-also', text: strings.alsoCalled(others.join(', ')) });
	}

	#drawGroup(list: RowList, group: MentionGroup): void {
		const { note, open, places } = group;
		const head = list.add(this.#target(group, null, open), 'treeitem', 'luneta-mention-note');
		head.setAttr('aria-level', '1');
		setIcon(head.createSpan('luneta-chevron'), 'lucide-chevron-right');
		head.createSpan({ cls: 'luneta-mention-title', text: note.title, attr: { dir: 'auto' } });
		head.createSpan({ cls: 'luneta-count', text: this.#context.strings.number(note.count) });
		for (const { place, opensSection } of places) {
			const row = list.add(this.#target(group, place, null), 'treeitem', 'luneta-mention-place');
			row.setAttr('aria-level', '2');
			if (opensSection) {
				const section = place.section.split(SECTION_SEPARATOR).join(' › ');
				row.createDiv({ cls: 'luneta-hit-section', text: section, attr: { dir: 'auto' } });
			}
			renderSnippet(row, place.snippet);
		}
		this.#drawRest(list, group);
	}

	#drawRest(list: RowList, { note, more, unsent }: MentionGroup): void {
		if (more > 0) this.#drawMore(list, more, () => withMorePlaces(this.#folding, note.path));
		else if (unsent > 0) {
			list.el.createDiv({ cls: 'luneta-mention-more', text: this.#context.strings.unsentPlaces(unsent) });
		}
	}

	#drawMore(list: RowList, more: number, folding: () => Folding): void {
		const cls = 'luneta-text-button luneta-mention-more';
		const button = list.el.createEl('button', { cls, text: this.#context.strings.morePlaces(more) });
		button.addEventListener('click', () => {
			this.#folding = folding();
			this.#draw();
		});
	}

	#target({ note }: MentionGroup, place: wire.MentionView | null, open: boolean | null): RowTarget {
		const key = place === null ? note.path : `${note.path}\n${String(place.line)}`;
		return { key, hit: mentionHit(note, place), passage: 0, linksToSection: true, open, hidden: null };
	}
}
