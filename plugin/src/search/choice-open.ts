/** What is done with a row of the modal, which gets out of the way for it. */

import { type App, type HoverParent, type Menu } from 'obsidian';
import type { SearchDeps } from '../deps';
import { makeDraggable } from '../hit/drag';
import { offerHoverPreview } from '../hit/hover';
import { openOrTell, type Where } from '../hit/open-hit';
import type * as wire from '../protocol.gen';
import type { SearchStrings } from '../strings-search';
import type { Act } from './keys';
import { copyChosen, createNamed, insertChosen, markChosen } from './result-actions';
import { resultMenu, type MenuAct } from './result-menu';
import type { HitChoice, SearchSession } from './session';

/** Where each of these acts opens a hit. */
const WHERE: Partial<Readonly<Record<Act | MenuAct, Where>>> = {
	open: false,
	openTab: 'tab',
	openSplit: 'split',
	openWindow: 'window',
};

export interface ChoiceHost {
	readonly app: App;
	readonly deps: SearchDeps;
	readonly session: SearchSession;
	readonly hoverParent: HoverParent;
	/** The whole modal with its backdrop. */
	readonly containerEl: HTMLElement;
	/** Closes the modal for something that takes the focus. */
	readonly leave: () => void;
}

export class ChoiceActs {
	readonly #strings: SearchStrings;
	readonly #host: ChoiceHost;

	constructor(host: ChoiceHost) {
		this.#host = host;
		this.#strings = host.deps.strings.search;
	}

	run(choice: HitChoice, act: Act | MenuAct): void {
		const strings = this.#strings;
		const { app, deps, session, leave } = this.#host;
		const where = WHERE[act];
		if (where !== undefined) this.openAt(choice, where);
		else if (act === 'copyLink') void copyChosen(app, choice, strings);
		else if (act === 'markRight' || act === 'markWrong') {
			void markChosen(deps.port, session.query, choice, act === 'markRight', strings);
		} else if (act === 'insertLink' && insertChosen(app, choice, strings)) {
			leave();
			app.workspace.activeEditor?.editor?.focus();
		}
	}

	openAt({ hit, passage }: HitChoice, where: Where): void {
		const { app, leave } = this.#host;
		leave();
		void openOrTell(app, hit, passage, where, this.#strings.gone);
	}

	/** The note that the query names; opens it. */
	async create(): Promise<void> {
		const { app, session, leave } = this.#host;
		const file = await createNamed(app, session.query, this.#strings);
		if (file === null) return;
		leave();
		await app.workspace.getLeaf(false).openFile(file, { active: true });
	}

	menu(choice: HitChoice): Menu {
		const run = (act: MenuAct): void => {
			this.run(choice, act);
		};
		return resultMenu(this.#host.app, choice, this.#strings.menu, run, !this.#host.session.blank);
	}

	/** Lets a row be dragged, with the modal out of the way meanwhile, and previewed. */
	equip(row: HTMLElement, hit: wire.HitView): void {
		const { app, session, containerEl, hoverParent, leave } = this.#host;
		const passage = (): number => session.passageOf(hit);
		const sourcePath = (): string => app.workspace.getActiveFile()?.path ?? '';
		const onStart = (): void => {
			window.setTimeout(() => {
				containerEl.addClass('luneta-dragging'); // at once, the browser would give up the drag
			});
		};
		const onEnd = (dropped: boolean): void => {
			containerEl.removeClass('luneta-dragging');
			if (dropped) leave();
		};
		makeDraggable(row, { app, hit, passage, sourcePath, onStart, onEnd });
		offerHoverPreview(row, { app, parent: hoverParent, hit, passage, sourcePath });
	}
}
