/** The panel's head: which list, for which note, and the filters in force. */

import { Component, Menu, setIcon } from 'obsidian';
import type { PanelStrings } from '../strings-panel';
import { FIRST_CHOICES, type Choices, type PanelTab } from './choices';

/** What the head shows. */
export interface Head {
	readonly choices: Choices;
	/** What the panel is about; null when there is no note. */
	readonly title: string | null;
	readonly path: string | null;
	/** The heading that the cursor stands under; null: none, or not asked for. */
	readonly section: string | null;
	readonly showsHidden: boolean;
}

export interface HeadHandler {
	choose(change: Partial<Choices>): void;
	refresh(): void;
	chooseFolder(): void;
	toggleHidden(): void;
	copyAll(): void;
}

export class HeaderBar extends Component {
	#drawn = '';
	#head: Head | null = null;
	readonly #tabs = new Map<PanelTab, HTMLElement>();
	#pin!: HTMLElement;
	#pause!: HTMLElement;
	#unlinked!: HTMLElement;
	#subject!: HTMLElement;
	#chips!: HTMLElement;
	readonly #el: HTMLElement;
	readonly #strings: PanelStrings;
	readonly #handler: HeadHandler;

	constructor(el: HTMLElement, strings: PanelStrings, handler: HeadHandler) {
		super();
		this.#el = el;
		this.#strings = strings;
		this.#handler = handler;
	}

	override onload(): void {
		const el = this.#el;
		const strings = this.#strings;
		const handler = this.#handler;
		const tabs = el.createDiv({ cls: 'luneta-tabs', attr: { role: 'tablist', 'aria-label': strings.view } });
		this.#addTab(tabs, 'related', strings.related);
		this.#addTab(tabs, 'mentions', strings.mentions);
		this.registerDomEvent(tabs, 'keydown', (event) => { this.#switchTab(event); });
		const buttons = el.createDiv('luneta-buttons');
		this.#pin = this.#addButton(buttons, 'pin', () => {
			const pinned = this.#head?.choices.pinned ?? null;
			handler.choose({ pinned: pinned === null ? (this.#head?.path ?? null) : null });
		});
		this.#pause = this.#addButton(buttons, 'pause', () => {
			const paused = this.#head?.choices.paused ?? null;
			handler.choose({ paused: paused === null ? (this.#head?.path ?? null) : null });
		});
		this.#unlinked = this.#addButton(buttons, 'unlinked', () => {
			handler.choose({ unlinked: this.#head?.choices.unlinked !== true });
		});
		label(this.#unlinked, 'lucide-unlink', strings.leaveOutLinked);
		label(this.#addButton(buttons, 'refresh', () => { handler.refresh(); }), 'lucide-refresh-cw', strings.refresh);
		const options = this.#addButton(buttons, 'options', () => { this.#openOptions(options); });
		label(options, 'lucide-sliders-horizontal', strings.options);
		options.setAttr('aria-haspopup', 'menu');
		this.#subject = el.createDiv('luneta-subject');
		this.#chips = el.createDiv('luneta-chips is-empty');
	}

	draw(head: Head): void {
		this.#head = head;
		const key = JSON.stringify(head);
		if (key === this.#drawn) return;
		this.#drawn = key;
		const { choices } = head;
		const strings = this.#strings;
		for (const [tab, el] of this.#tabs) {
			el.setAttr('aria-selected', String(choices.tab === tab));
			el.tabIndex = choices.tab === tab ? 0 : -1;
		}
		press(this.#pin, choices.pinned !== null);
		label(this.#pin, choices.pinned === null ? 'lucide-pin' : 'lucide-pin-off', choices.pinned === null ? strings.pin : strings.unpin);
		press(this.#pause, choices.paused !== null);
		label(this.#pause, choices.paused === null ? 'lucide-pause' : 'lucide-play', choices.paused === null ? strings.pause : strings.resume);
		press(this.#unlinked, choices.unlinked);
		this.#unlinked.toggleClass('is-empty', choices.tab !== 'related');
		this.#drawSubject(head);
		this.#drawChips(head);
	}

	#drawSubject({ title, path, choices }: Head): void {
		const subject = this.#subject;
		const strings = this.#strings;
		subject.empty();
		subject.toggleClass('is-empty', title === null);
		if (title === null) return;
		const mark = choices.paused !== null ? strings.pausedMark : choices.pinned !== null ? strings.pinned : null;
		if (mark !== null) subject.createSpan({ cls: 'luneta-badge', text: mark });
		subject.createSpan({ cls: 'luneta-subject-title', text: title, attr: { dir: 'auto', 'aria-label': path } });
	}

	#drawChips({ choices, section }: Head): void {
		const chips = this.#chips;
		const strings = this.#strings;
		const handler = this.#handler;
		const related = choices.tab === 'related';
		chips.empty();
		if (related && choices.scope === 'section') {
			const text = section === null ? strings.noSection : strings.atSection(section);
			this.#addChip(text, () => { handler.choose({ scope: FIRST_CHOICES.scope }); });
		}
		if (related && choices.unlinked) {
			this.#addChip(strings.onlyUnlinked, () => { handler.choose({ unlinked: FIRST_CHOICES.unlinked }); });
		}
		if (choices.folder !== null) {
			this.#addChip(strings.onlyFolder(choices.folder), () => { handler.choose({ folder: FIRST_CHOICES.folder }); });
		}
		chips.toggleClass('is-empty', !chips.hasChildNodes());
	}

	#addChip(text: string, remove: () => void): void {
		const chip = this.#chips.createEl('button', {
			cls: 'luneta-chip',
			attr: { type: 'button', 'aria-label': this.#strings.removeFilter(text) },
		});
		chip.createSpan({ text, attr: { dir: 'auto' } });
		setIcon(chip.createSpan('luneta-chip-x'), 'lucide-x');
		chip.addEventListener('click', remove);
	}

	#addTab(parent: HTMLElement, tab: PanelTab, text: string): void {
		const el = parent.createEl('button', { cls: 'luneta-tab', text, attr: { role: 'tab', type: 'button' } });
		this.registerDomEvent(el, 'click', () => { this.#handler.choose({ tab }); });
		this.#tabs.set(tab, el);
	}

	#switchTab(event: KeyboardEvent): void {
		if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
		const tab = this.#head?.choices.tab === 'related' ? 'mentions' : 'related';
		this.#handler.choose({ tab });
		this.#tabs.get(tab)?.focus();
		event.preventDefault();
	}

	#addButton(parent: HTMLElement, what: string, run: () => void): HTMLElement {
		const button = parent.createEl('button', {
			cls: 'clickable-icon luneta-button',
			attr: { type: 'button', 'data-luneta-button': what },
		});
		this.registerDomEvent(button, 'click', run);
		return button;
	}

	#openOptions(button: HTMLElement): void {
		const head = this.#head;
		const handler = this.#handler;
		const strings = this.#strings;
		if (head === null) return;
		const { choices } = head;
		const menu = new Menu();
		const check = (title: string, checked: boolean, change: Partial<Choices>): void => {
			menu.addItem((item) => item.setTitle(title).setChecked(checked).onClick(() => { handler.choose(change); }));
		};
		if (choices.tab === 'related') {
			check(strings.listNotes, choices.each === 'note', { each: 'note' });
			check(strings.listPassages, choices.each === 'passage', { each: 'passage' });
			menu.addSeparator();
			check(strings.forNote, choices.scope === 'note', { scope: 'note' });
			check(strings.forSection, choices.scope === 'section', { scope: 'section' });
			menu.addSeparator();
			check(strings.leaveOutLinked, choices.unlinked, { unlinked: !choices.unlinked });
		}
		menu.addItem((item) => item.setTitle(strings.chooseFolder).setChecked(choices.folder !== null).onClick(() => { handler.chooseFolder(); }));
		if (choices.tab === 'related') {
			menu.addItem((item) => item.setTitle(strings.showHidden).setChecked(head.showsHidden).onClick(() => { handler.toggleHidden(); }));
			menu.addSeparator();
			menu.addItem((item) => item.setTitle(strings.copyAll).setIcon('lucide-copy').onClick(() => { handler.copyAll(); }));
		}
		const box = button.getBoundingClientRect();
		menu.showAtPosition({ x: box.left, y: box.bottom, width: box.width }, button.doc);
		menu.onHide(() => { button.focus(); });
	}
}

function label(button: HTMLElement, icon: string, name: string): void {
	setIcon(button, icon);
	button.setAttr('aria-label', name);
}

function press(button: HTMLElement, pressed: boolean): void {
	button.setAttr('aria-pressed', String(pressed));
	button.toggleClass('is-active', pressed);
}
