/** The related notes: the list, what was hidden just now, and how many are hidden. */

import { Component } from 'obsidian';
import type * as wire from '../protocol.gen';
import { Answers } from './answers';
import { pathAfterRename, type Choices } from './choices';
import { drawRelated } from './hit-row-dom';
import { aboveList, insteadOfRelated } from './message';
import { drawMessage } from './message-dom';
import type { PanelContext } from './panel-context';
import { relatedQuestion, type Place, type RelatedQuestion } from './question';
import { rowHandler } from './row-actions';
import { RowList, type RowTarget } from './row-list-dom';
import { hitsAfterRename, relatedRows, type RelatedRow, type RelatedRows } from './rows';

const NO_ROWS: RelatedRows = { rows: [], hidden: 0 };

export class RelatedPane extends Component {
	readonly #answers: Answers<RelatedQuestion, wire.Hits>;
	#showHidden = false;
	#undoable: RowTarget | null = null;
	#announced = '';
	#above!: HTMLElement;
	#undoEl!: HTMLElement;
	#message!: HTMLElement;
	#list!: RowList;
	#footer!: HTMLElement;
	readonly #el: HTMLElement;
	readonly #context: PanelContext;

	constructor(el: HTMLElement, context: PanelContext) {
		super();
		this.#el = el;
		this.#context = context;
		this.#answers = new Answers(
			(question) => context.deps.port.related(question),
			() => {
				context.answered();
				this.#draw();
				this.#announce();
			},
		);
	}

	override onload(): void {
		const el = this.#el;
		const context = this.#context;
		this.#above = el.createDiv('luneta-message luneta-message-above');
		this.#undoEl = el.createDiv('luneta-undo is-empty');
		this.#message = el.createDiv('luneta-message');
		const rows = el.createDiv({ cls: 'luneta-rows', attr: { role: 'listbox', 'aria-label': context.strings.title } });
		this.#list = this.addChild(new RowList(rows, rowHandler(context.actions, { hide: (target) => { this.#hide(target, target.hidden !== true); } })));
		this.#footer = el.createDiv('luneta-footer is-empty');
		this.register(() => { this.#answers.outdated(); });
	}

	get waiting(): boolean {
		return this.#answers.waiting;
	}

	/**
	 * Asks what is to be asked, and draws. A paused panel asks only while it has nothing to show.
	 *
	 * @param usable whether the sidecar can be asked now
	 */
	update(choices: Choices, place: Place, usable: boolean): void {
		const note = this.#context.subject();
		const hidden = note === null ? 0 : this.#context.hidden.beside(note).size;
		const question = relatedQuestion(choices, place, hidden, this.#context.deps.settings().limit);
		if (question === null) {
			this.#answers.outdated();
			this.#answers.forget();
		} else if (usable && (choices.paused === null || this.#answers.reply === null)) this.#answers.want(question);
		this.#draw();
	}

	/** What stands there is of another note, whose answer is late: rather nothing than that. */
	dropOthers(note: string | null): void {
		if (this.#answers.question?.note === note) return;
		this.#answers.forget();
		this.#draw();
	}

	/** The note switched: what was shown or undoable for the other one is over. */
	switched(): void {
		this.#showHidden = false;
		this.#undoable = null;
	}

	toggleHidden(): void {
		this.#showHidden = !this.#showHidden;
		this.#draw();
	}

	get showsHidden(): boolean {
		return this.#showHidden;
	}

	copyAll(): void {
		this.#context.actions.copy(this.#rows().rows.filter((row) => !row.hidden).map((row) => this.#target(row)));
	}

	/** The note asked about and those listed: what makes the list stale when it changes. */
	shown(): readonly string[] {
		const { question, reply } = this.#answers;
		return [...(question === null ? [] : [question.note]), ...(reply?.hits ?? []).map((hit) => hit.path)];
	}

	outdated(): void {
		this.#answers.outdated();
	}

	forget(): void {
		this.#answers.forget();
	}

	renamed(from: string, to: string): void {
		const path = (before: string): string => pathAfterRename(before, from, to);
		this.#answers.rewrite(
			(question) => ({ ...question, note: path(question.note), folders: (question.folders ?? []).map(path) }),
			(reply) => ({ ...reply, hits: hitsAfterRename(reply.hits, from, to) }),
		);
	}

	#hide(target: RowTarget, hide: boolean): void {
		const note = this.#answers.question?.note;
		if (note === undefined) return;
		if (hide) this.#context.hidden.hide(note, target.hit.path);
		else this.#context.hidden.show(note, target.hit.path);
		this.#undoable = hide ? target : null;
		if (hide) this.#context.say(this.#context.strings.hidNote(target.hit.title));
		this.#draw();
		this.#context.choose({}); // so many more are asked for, that the list stays as long
	}

	#rows(): RelatedRows {
		const { question, reply } = this.#answers;
		if (question === null || reply === null) return NO_ROWS;
		return relatedRows(reply.hits, {
			note: question.note,
			each: this.#context.choices().each,
			limit: this.#context.deps.settings().limit,
			hidden: this.#context.hidden.beside(question.note),
			showHidden: this.#showHidden,
		});
	}

	#target({ hit, passage, hidden }: RelatedRow): RowTarget {
		const linksToSection = this.#context.choices().each === 'passage';
		return { key: `${hit.path}\n${String(passage)}`, hit, passage, linksToSection, open: null, hidden };
	}

	#draw(): void {
		const context = this.#context;
		const answers = this.#answers;
		const { strings } = context;
		const found = this.#rows();
		const choices = context.choices();
		const sidecar = context.deps.port.state;
		const instead = insteadOfRelated(
			{
				sidecar,
				asked: context.subject() !== null,
				rows: answers.reply === null ? null : found.rows.length,
				failure: answers.failure,
				hidden: found.hidden,
				filtered: choices.unlinked || choices.folder !== null,
				section: choices.scope === 'section',
				gone: context.gone(),
			},
			strings,
		);
		drawMessage(this.#above, instead === null ? aboveList(sidecar, answers.reply?.degraded ?? null, strings) : null, strings, context.act);
		drawMessage(this.#message, instead, strings, context.act);
		const rows = instead === null ? found.rows : [];
		const now = Date.now();
		this.#list.redrawIf([choices.each, JSON.stringify(rows)], (list) => { for (const row of rows) drawRelated(list, this.#target(row), row, context.deps.strings, now); });
		const listed = instead === null || instead.actions.includes('showHidden');
		this.#drawUndo(listed ? this.#undoable : null);
		this.#drawFooter(instead === null ? found.hidden : 0);
	}

	#drawUndo(undoable: RowTarget | null): void {
		const undo = this.#undoEl;
		const { strings } = this.#context;
		const key = undoable?.key ?? '';
		if (undo.dataset['lunetaKey'] === key) return;
		undo.dataset['lunetaKey'] = key;
		undo.empty();
		undo.toggleClass('is-empty', undoable === null);
		if (undoable === null) return;
		undo.createSpan({ cls: 'luneta-undo-text', text: strings.hidNote(undoable.hit.title), attr: { dir: 'auto' } });
		const button = undo.createEl('button', { cls: 'luneta-text-button', text: strings.undo });
		button.addEventListener('click', () => {
			this.#hide(undoable, false);
			this.#list.focus(undoable.key);
		});
	}

	#drawFooter(hidden: number): void {
		const footer = this.#footer;
		const { strings } = this.#context;
		const key = `${String(hidden)} ${String(this.#showHidden)}`;
		if (footer.dataset['lunetaKey'] === key) return;
		footer.dataset['lunetaKey'] = key;
		footer.empty();
		footer.toggleClass('is-empty', hidden === 0);
		if (hidden === 0) return;
		footer.createSpan({ text: strings.hiddenCount(hidden) });
		const text = this.#showHidden ? strings.conceal : strings.show;
		const button = footer.createEl('button', { cls: 'luneta-text-button', text });
		button.addEventListener('click', () => { this.toggleHidden(); });
	}

	#announce(): void {
		const { strings } = this.#context;
		const { question, reply } = this.#answers;
		if (question === null || reply === null) return;
		const title = this.#context.titleOf(question.note);
		const count = this.#rows().rows.length;
		const text = (this.#context.choices().each === 'passage' ? strings.passagesFound : strings.relatedFound)(count, title);
		if (text !== this.#announced) this.#context.say(text);
		this.#announced = text;
	}
}
