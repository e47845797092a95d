/** Opens, links, drags and lists the actions of a row. */

import { Keymap, Menu, Notice, type App, type HoverParent } from 'obsidian';
import { copyText } from '../clipboard';
import { makeDraggable } from '../hit/drag';
import { offerHoverPreview } from '../hit/hover';
import { linkTo } from '../hit/link';
import { openOrTell, type Where } from '../hit/open-hit';
import type { PanelStrings } from '../strings-panel';
import type { HitMenuStrings } from '../strings-search';
import { recentEditor } from './markdown-view';
import type { RowActions } from './row-actions';
import type { MenuPlace, RowTarget } from './row-list-dom';

/** An index that no passage has: a link to the note itself. */
const NO_PASSAGE = -1;

/** What the panel does on behalf of a row's menu. */
export interface RowHost {
	readonly app: App;
	readonly strings: PanelStrings;
	readonly menuStrings: HitMenuStrings;
	readonly hoverParent: HoverParent;
	/** The note that links are written into: they are relative to it. Empty if there is none. */
	sourcePath(): string;
	pin(path: string): void;
	mentions(title: string): void;
}

export class OpeningRowActions implements RowActions {
	readonly #host: RowHost;

	constructor(host: RowHost) {
		this.#host = host;
	}

	open(target: RowTarget, event: MouseEvent | KeyboardEvent): void {
		this.#openIn(target, event.instanceOf(MouseEvent) && event.button === 1 ? 'tab' : Keymap.isModEvent(event));
	}

	insert(target: RowTarget): void {
		const { app, strings } = this.#host;
		const recent = recentEditor(app);
		const link = linkTo(app, target.hit, linked(target), recent?.path ?? '');
		if (recent === null) new Notice(strings.noEditor);
		else if (link === null) new Notice(strings.gone);
		else recent.editor.replaceSelection(link);
	}

	copy(targets: readonly RowTarget[]): void {
		const links = targets.flatMap((target) => this.#linkOf(target) ?? []);
		const unique = [...new Set(links)];
		const text = unique.length === 1 ? (unique[0] ?? '') : unique.map((link) => `- ${link}\n`).join('');
		const { strings } = this.#host;
		void copyText(text).then((copied) => new Notice(copied ? strings.copiedLinks(unique.length) : strings.copyRefused));
	}

	equip(target: RowTarget, row: HTMLElement): void {
		const { app, hoverParent: parent } = this.#host;
		const sourcePath = (): string => this.#host.sourcePath();
		const passage = (): number => linked(target);
		makeDraggable(row, { app, hit: target.hit, passage, sourcePath });
		offerHoverPreview(row, { app, parent, hit: target.hit, passage: () => target.passage, sourcePath });
	}

	menu(target: RowTarget, place: MenuPlace, hide?: (target: RowTarget) => void): void {
		const host = this.#host;
		const { strings, menuStrings } = host;
		const menu = new Menu();
		const add = (section: string, title: string, icon: string, run: () => void): void => {
			menu.addItem((item) => item.setSection(section).setTitle(title).setIcon(icon).onClick(run));
		};
		add('open', menuStrings.open, 'lucide-file', () => { this.#openIn(target, false); });
		add('open', menuStrings.openTab, 'lucide-file-plus', () => { this.#openIn(target, 'tab'); });
		add('open', menuStrings.openSplit, 'lucide-separator-vertical', () => { this.#openIn(target, 'split'); });
		add('open', menuStrings.openWindow, 'lucide-picture-in-picture-2', () => { this.#openIn(target, 'window'); });
		menu.addSeparator();
		add('link', menuStrings.insertLink, 'lucide-link', () => { this.insert(target); });
		add('link', menuStrings.copyLink, 'lucide-copy', () => { this.copy([target]); });
		menu.addSeparator();
		add('panel', strings.pinThis, 'lucide-pin', () => { host.pin(target.hit.path); });
		add('panel', strings.mentionsOfThis, 'lucide-at-sign', () => { host.mentions(target.hit.title); });
		if (hide !== undefined && target.hidden !== null) {
			const [title, icon] = target.hidden ? [strings.unhide, 'lucide-eye'] : [strings.hide, 'lucide-eye-off'];
			add('panel', title, icon, () => { hide(target); });
		}
		show(menu, place);
	}

	#openIn(target: RowTarget, where: Where): void {
		const { app, strings } = this.#host;
		void openOrTell(app, target.hit, target.passage, where, strings.gone);
	}

	#linkOf(target: RowTarget): string | null {
		return linkTo(this.#host.app, target.hit, linked(target), this.#host.sourcePath());
	}
}

function linked(target: RowTarget): number {
	return target.linksToSection ? target.passage : NO_PASSAGE;
}

/** At the pointer, or under the row that has the focus. */
function show(menu: Menu, place: MenuPlace): void {
	if ('clientX' in place) {
		place.preventDefault();
		menu.showAtMouseEvent(place);
		return;
	}
	const box = place.getBoundingClientRect();
	menu.showAtPosition({ x: box.left, y: box.bottom, width: box.width }, place.doc);
	menu.onHide(() => { place.focus(); });
}
