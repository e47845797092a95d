/** Rows that the mouse and the keyboard can use: one tab stop for the list, arrows between the rows. */

import { Component, Keymap } from 'obsidian';
import type * as wire from '../protocol.gen';

/** What a row leads to. */
export interface RowTarget {
	/** The same for the same row of the next answer: the focus finds it again by this. */
	readonly key: string;
	readonly hit: wire.HitView;
	/** Index of the hit's passage to open at. */
	readonly passage: number;
	/** Whether links go to that passage's section; otherwise to the note. */
	readonly linksToSection: boolean;
	/** Unfolded, folded, or nothing to fold. */
	readonly open: boolean | null;
	/** Hidden by the user, and shown on request; null: cannot be hidden. */
	readonly hidden: boolean | null;
}

/** Where a menu opens: at the pointer, or at the row when a key asked for it. */
export type MenuPlace = MouseEvent | HTMLElement;

export interface RowHandler {
	open(target: RowTarget, event: MouseEvent | KeyboardEvent): void;
	menu(target: RowTarget, place: MenuPlace): void;
	insert(target: RowTarget): void;
	/** Makes the row draggable and gives it its hover preview. */
	equip(target: RowTarget, row: HTMLElement): void;
	hide?(target: RowTarget): void;
	fold?(target: RowTarget, open: boolean): void;
	/** Up on the first row. */
	leave?(): void;
}

const ROW = '.luneta-row';

/** Buttons inside a row carry `data-luneta-do` with one of these. */
export type RowButton = 'menu' | 'hide' | 'unhide';

export class RowList extends Component {
	#drawn: readonly unknown[] = [];
	readonly #targets = new WeakMap<Element, RowTarget>();
	readonly #handler: RowHandler;

	constructor(readonly el: HTMLElement, handler: RowHandler) {
		super();
		this.#handler = handler;
	}

	override onload(): void {
		const { el } = this;
		this.registerDomEvent(el, 'click', (event) => {
			this.#clicked(event);
		});
		this.registerDomEvent(el, 'auxclick', (event) => {
			if (event.button === 1) this.#clicked(event);
		});
		this.registerDomEvent(el, 'mousedown', (event) => {
			if (event.button === 1) event.preventDefault(); // otherwise the middle button starts to scroll
		});
		this.registerDomEvent(el, 'contextmenu', (event) => {
			this.#withRow(event, (target, row) => {
				// The menu key's own event has no place of the pointer.
				this.#handler.menu(target, event.button === 2 ? event : row);
			});
		});
		this.registerDomEvent(el, 'keydown', (event) => {
			this.#pressed(event);
		});
		this.registerDomEvent(el, 'focusin', (event) => {
			this.#withRow(event, (_, row) => {
				this.#makeTabStop(row);
			});
		});
	}

	/** Draws the rows anew, unless what they are drawn from is the same; the focus stays on its row, or near it. */
	redrawIf(from: readonly unknown[], draw: (list: this) => void): void {
		if (from.length === this.#drawn.length && from.every((value, i) => value === this.#drawn[i])) return;
		this.#drawn = from;
		const before = this.#rows();
		const at = before.findIndex((row) => row.isActiveElement());
		const focused = before[at];
		const key = focused === undefined ? undefined : this.#targets.get(focused)?.key;
		this.el.empty();
		draw(this);
		const rows = this.#rows();
		const again = rows.find((row) => this.#targets.get(row)?.key === key) ?? rows[Math.min(at, rows.length - 1)];
		const stop = again ?? rows[0];
		if (stop !== undefined) this.#makeTabStop(stop);
		if (focused !== undefined) stop?.focus({ preventScroll: true });
	}

	/** An empty row; `cls` besides the one of all rows. */
	add(target: RowTarget, role: 'option' | 'treeitem', cls = ''): HTMLElement {
		const row = this.el.createDiv({ cls: `luneta-row ${cls}`.trim(), attr: { role, tabindex: -1 } });
		if (role === 'option') row.setAttr('aria-selected', 'false');
		if (target.open !== null) row.setAttr('aria-expanded', String(target.open));
		this.#targets.set(row, target);
		this.#handler.equip(target, row);
		return row;
	}

	focusFirst(): void {
		this.#rows()[0]?.focus();
	}

	focus(key: string): void {
		this.#rows()
			.find((row) => this.#targets.get(row)?.key === key)
			?.focus();
	}

	#rows(): HTMLElement[] {
		return this.el.findAll(ROW);
	}

	#makeTabStop(row: HTMLElement): void {
		for (const other of this.#rows()) {
			other.tabIndex = other === row ? 0 : -1;
			if (other.getAttr('role') === 'option') other.setAttr('aria-selected', String(other === row));
		}
	}

	#withRow(event: UIEvent, use: (target: RowTarget, row: HTMLElement) => void): void {
		const row = event.targetNode?.instanceOf(Element) === true ? event.targetNode.closest<HTMLElement>(ROW) : null;
		const target = row === null ? undefined : this.#targets.get(row);
		if (row !== null && target !== undefined) use(target, row);
	}

	#clicked(event: MouseEvent): void {
		this.#withRow(event, (target, row) => {
			const { targetNode } = event;
			const button = targetNode?.instanceOf(Element) === true ? targetNode.closest('[data-luneta-do]') : null;
			const what = button?.getAttr('data-luneta-do');
			if (what === 'menu') this.#handler.menu(target, event);
			else if (what === 'hide' || what === 'unhide') this.#handler.hide?.(target);
			else this.#activate(target, row, event);
		});
	}

	#activate(target: RowTarget, row: HTMLElement, event: MouseEvent | KeyboardEvent): void {
		row.focus({ preventScroll: true });
		if (target.open === null || Keymap.isModEvent(event) !== false) this.#handler.open(target, event);
		else this.#handler.fold?.(target, !target.open);
	}

	#pressed(event: KeyboardEvent): void {
		if (event.isComposing) return;
		this.#withRow(event, (target, row) => {
			if (this.#moved(event, target, row) || this.#acted(event, target, row)) {
				event.preventDefault();
				event.stopPropagation();
			}
		});
	}

	#moved(event: KeyboardEvent, target: RowTarget, row: HTMLElement): boolean {
		if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
		const rows = this.#rows();
		const at = rows.indexOf(row);
		const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
		if (to !== undefined) {
			if (to < 0) this.#handler.leave?.();
			rows[to]?.focus();
			return true;
		}
		return this.#unfolded(event, target);
	}

	/** Right unfolds and Left folds, as in every tree; mirrored where text runs from right to left. */
	#unfolded(event: KeyboardEvent, target: RowTarget): boolean {
		if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return false;
		if (target.open === null || this.#handler.fold === undefined) return false;
		const mirrored = this.el.win.getComputedStyle(this.el).direction === 'rtl';
		const open = (event.key === 'ArrowRight') !== mirrored;
		if (open !== target.open) this.#handler.fold(target, open);
		return true;
	}

	#acted(event: KeyboardEvent, target: RowTarget, row: HTMLElement): boolean {
		if (event.key === 'Enter' && event.altKey && !Keymap.isModifier(event, 'Mod')) this.#handler.insert(target);
		else if (event.key === 'Enter' || (event.key === ' ' && target.open !== null)) this.#activate(target, row, event);
		else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) this.#handler.menu(target, row);
		else if (event.key === 'Delete' && target.hidden !== null && this.#handler.hide !== undefined) this.#handler.hide(target);
		else return false;
		return true;
	}
}
