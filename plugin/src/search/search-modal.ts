/** The search modal: a field, the hits under it as one types, and the passage beside them. */

import { Keymap, Modal, Platform, type App, type HoverParent, type HoverPopover, type KeymapEventHandler } from 'obsidian';
import type { SearchDeps } from '../deps';
import type { SidecarStateKind, Unsubscribe } from '../port';
import type * as wire from '../protocol.gen';
import type { SearchStrings } from '../strings-search';
import { ChoiceActs } from './choice-open';
import { buildFrame, fillFooter, type Frame } from './frame-dom';
import { swallowHeldEnter } from './held-enter';
import { HistoryWalk, remember } from './history';
import { bindings, footer, type Act } from './keys';
import type { MessageAction } from './message';
import { showOptions } from './options-dom';
import { PreviewPane } from './preview-pane';
import { recentHits } from './recent-open';
import { readRemembered, type Remembered } from './remembered';
import { ResultsDom } from './results-dom';
import { SearchSession, type Change } from './session';
import { StatusDom } from './status-dom';

/** While notes are being indexed, the list is asked for again this often at most. */
const REFRESH_MS = 1000;

export class SearchModal extends Modal implements HoverParent {
	/** The one that is open: a link or a command that opens another one replaces it. */
	static #current: SearchModal | null = null;
	hoverPopover: HoverPopover | null = null;
	readonly #strings: SearchStrings;
	readonly #frame: Frame;
	readonly #session: SearchSession;
	readonly #results: ResultsDom;
	readonly #status: StatusDom;
	readonly #preview: PreviewPane;
	readonly #acts: ChoiceActs;
	#remembered: Remembered;
	#recent: readonly wire.HitView[] = [];
	#walk: HistoryWalk | null = null;
	#handlers: KeymapEventHandler[] = [];
	#subscriptions: Unsubscribe[] = [];
	#kind: SidecarStateKind | null = null;
	#refreshing = 0;
	#drawnKey = '';
	#composing = false;
	/** Whether the mouse moves the selection: then nothing is scrolled. */
	#pointing = false;
	#shown = false;
	readonly #deps: SearchDeps;

	constructor(app: App, deps: SearchDeps) {
		super(app);
		this.#deps = deps;
		this.#strings = deps.strings.search;
		this.#remembered = readRemembered(deps.device.load());
		this.#dress();
		this.#frame = buildFrame(this.modalEl, this.#strings);
		this.#session = this.#makeSession();
		this.#preview = new PreviewPane(app, this.#frame.previewEl, this.#strings);
		this.#status = new StatusDom(this.#frame, this.#session, this.#strings, (action) => {
			this.#run(action);
		});
		const { containerEl } = this;
		const session = this.#session;
		const leave = (): void => {
			this.#leave();
		};
		this.#acts = new ChoiceActs({ app, deps, session, containerEl, hoverParent: this, leave });
		this.#results = this.#makeResults();
		this.#listen();
		this.#registerKeys();
	}

	/** Opens with this query, or with the last one, selected so that typing replaces it. */
	openWith(query?: string): void {
		const { inputEl } = this.#frame;
		SearchModal.#current?.close();
		SearchModal.#current = this;
		this.#remembered = readRemembered(this.#deps.device.load());
		inputEl.value = query ?? this.#remembered.query;
		this.open();
		inputEl.focus();
		inputEl.select();
	}

	override onOpen(): void {
		const { port } = this.#deps;
		this.#shown = true;
		this.#kind = port.state.kind;
		this.#recent = recentHits(this.app);
		fillFooter(this.#frame, footer(Platform.isMacOS, this.#remembered.jk), this.#strings);
		this.modalEl.toggleClass('mod-preview', this.#remembered.preview);
		this.#subscriptions = [
			port.onState(() => {
				this.#stateChanged();
			}),
			port.onIndexed(() => {
				this.#refreshSoon();
			}),
		];
		this.#session.setQuery(this.#frame.inputEl.value);
		this.#changed('rows');
	}

	override onClose(): void {
		for (const end of this.#subscriptions) end();
		this.#subscriptions = [];
		this.#shown = false;
		if (SearchModal.#current === this) SearchModal.#current = null;
		window.clearTimeout(this.#refreshing);
		this.#session.close();
		this.#status.close();
		this.#preview.close();
		const query = this.#frame.inputEl.value;
		this.#keep({ query, history: remember(this.#remembered.history, query) });
	}

	/** Obsidian's prompts are modals without header and content: its own styles, and themes', fit then. */
	#dress(): void {
		this.modalEl.empty();
		this.modalEl.removeClass('modal');
		this.modalEl.addClasses(['prompt', 'luneta-search']);
		this.modalEl.setAttr('aria-label', this.#strings.placeholder);
	}

	#makeSession(): SearchSession {
		return new SearchSession({
			port: this.#deps.port,
			limit: () => this.#deps.settings().limit,
			recent: () => this.#recent,
			changed: (change) => {
				this.#changed(change);
			},
			mode: this.#remembered.mode,
			explain: this.#remembered.explain,
		});
	}

	#makeResults(): ResultsDom {
		const session = this.#session;
		const frame = this.#frame;
		const strings = this.#strings;
		return new ResultsDom(frame.listEl, frame.inputEl, strings, {
			choose: (index, event) => {
				this.#clicked(index, event);
			},
			point: (index) => {
				this.#pointing = true;
				session.select(index);
				this.#pointing = false;
			},
			morePassages: (index) => {
				session.select(index);
				session.stepPassage(1);
			},
			menu: (index, event) => {
				this.#showMenu(index, event);
			},
			equip: (row, hit) => {
				this.#acts.equip(row, hit);
			},
		});
	}

	#listen(): void {
		const { inputEl, modeEls, optionsEl, previewEl } = this.#frame;
		inputEl.addEventListener('compositionstart', () => (this.#composing = true));
		inputEl.addEventListener('compositionend', () => {
			this.#composing = false;
			this.#typed();
		});
		inputEl.addEventListener('input', () => {
			if (!this.#composing) this.#typed();
		});
		for (const [mode, el] of modeEls) {
			el.addEventListener('click', () => {
				this.#session.setMode(mode);
				inputEl.focus();
			});
		}
		optionsEl.addEventListener('click', (event) => {
			this.#showOptions(event);
		});
		previewEl.addEventListener('click', (event) => {
			event.preventDefault(); // a link in it would open under the modal
			const { chosen } = this.#session;
			const selecting = previewEl.win.getSelection()?.isCollapsed === false;
			if (chosen !== null && !selecting) this.#acts.openAt(chosen, Keymap.isModEvent(event));
		});
	}

	#registerKeys(): void {
		for (const handler of this.#handlers) this.scope.unregister(handler);
		this.#handlers = bindings(this.#remembered.jk).map(({ modifiers, key, act }) =>
			this.scope.register([...modifiers], key, (event) => {
				if (event.isComposing || this.#composing) return undefined;
				this.#act(act);
				return false;
			}),
		);
	}

	#act(act: Act): void {
		const session = this.#session;
		const results = this.#results;
		const simple: Partial<Record<Act, () => void>> = {
			down: () => { session.move(1); },
			up: () => { session.move(-1); },
			pageDown: () => { session.move(results.page); },
			pageUp: () => { session.move(-results.page); },
			first: () => { session.select(0); },
			last: () => { session.select(session.hits.length - 1); },
			nextPassage: () => { session.stepPassage(1); },
			previousPassage: () => { session.stepPassage(-1); },
			nextMode: () => { session.stepMode(1); },
			previousMode: () => { session.stepMode(-1); },
			olderQuery: () => { this.#walkHistory('older'); },
			newerQuery: () => { this.#walkHistory('newer'); },
			togglePreview: () => { this.#setPreview(!this.#remembered.preview); },
			toggleExplain: () => { session.setExplain(!session.explain); },
			menu: () => { this.#showMenu(session.selected, null); },
			create: () => void this.#acts.create(),
		};
		const run = simple[act];
		if (run === undefined) void this.#actOnChosen(act);
		else run();
	}

	/** On the row that the key means, which may still be on its way. */
	async #actOnChosen(act: Act): Promise<void> {
		const choice = await this.#session.choose();
		if (!this.#shown) return;
		const { message } = this.#status;
		if (choice !== null && message === null) this.#acts.run(choice, act);
		const action = message?.actions[0];
		if (act === 'open' && (action === 'setup' || action === 'restart' || action === 'again')) this.#run(action);
	}

	#clicked(index: number, event: MouseEvent): void {
		this.#session.select(index);
		const { chosen } = this.#session;
		if (chosen !== null) this.#acts.openAt(chosen, Keymap.isModEvent(event));
	}

	/** Closes for something else that takes the focus. */
	#leave(): void {
		swallowHeldEnter(this.modalEl.win);
		this.shouldRestoreSelection = false;
		this.close();
	}

	#typed(): void {
		this.#walk = null;
		this.#session.setQuery(this.#frame.inputEl.value);
	}

	#walkHistory(to: 'older' | 'newer'): void {
		const { inputEl } = this.#frame;
		this.#walk ??= new HistoryWalk(this.#remembered.history, inputEl.value);
		const query = this.#walk[to]();
		if (query === null) return;
		inputEl.value = query;
		this.#session.setQuery(query);
	}

	#changed(change: Change): void {
		if (!this.#shown) return;
		const session = this.#session;
		const results = this.#results;
		if (change === 'rows') this.#drawRows();
		else if (change === 'selection') results.select(session.selected, !this.#pointing);
		else if (change === 'row' && session.chosen !== null) {
			this.#drawnKey = '';
			results.redraw(session.selected, session.chosen, { explain: session.explain, now: Date.now() });
		}
		if (change === 'rows' || change === 'state') this.#status.draw(this.#deps.port.state);
		this.#preview.show(this.#status.message === null ? session.chosen : null);
	}

	/** Not again what stands there: an index that grows must not take rows from under the mouse. */
	#drawRows(): void {
		const session = this.#session;
		const explain = session.reply !== null && session.reply.explanation !== null;
		const key = JSON.stringify([session.blank, explain, session.hits]);
		if (key === this.#drawnKey) {
			this.#results.select(session.selected, false);
			return;
		}
		this.#drawnKey = key;
		this.#results.draw({
			choices: session.hits.map((hit) => ({ hit, passage: session.passageOf(hit) })),
			selected: session.selected,
			explain,
			title: session.blank && session.hits.length > 0 ? this.#strings.recent : null,
			now: Date.now(),
		});
	}

	#stateChanged(): void {
		const { kind } = this.#deps.port.state;
		const answers = kind === 'indexing' || kind === 'ready' || kind === 'degraded';
		if (kind !== this.#kind && answers) this.#session.refresh();
		this.#kind = kind;
		this.#changed('state');
	}

	#refreshSoon(): void {
		if (this.#refreshing !== 0) return;
		this.#refreshing = window.setTimeout(() => {
			this.#refreshing = 0;
			this.#session.refresh();
		}, REFRESH_MS);
	}

	#run(action: MessageAction): void {
		const deps = this.#deps;
		const session = this.#session;
		if (action === 'setup' || action === 'report') {
			this.#leave();
			if (action === 'setup') deps.openSetup();
			else deps.openReport();
			return;
		}
		if (action === 'restart') deps.port.restart();
		else if (action === 'again') session.refresh();
		else if (action === 'everything') session.setMode('hybrid');
		else void this.#acts.create();
		this.#frame.inputEl.focus();
	}

	/** At the pointer, or at the row when a key asked for it. */
	#showMenu(index: number, event: MouseEvent | null): void {
		this.#session.select(index);
		const { chosen } = this.#session;
		if (chosen === null || this.#status.message !== null) return;
		const menu = this.#acts.menu(chosen);
		if (event !== null) menu.showAtMouseEvent(event);
		else menu.showAtPosition(this.#results.corner(index), this.modalEl.doc);
	}

	#showOptions(event: MouseEvent): void {
		const remembered = this.#remembered;
		const session = this.#session;
		const strings = this.#strings;
		const preview = (): void => {
			this.#setPreview(!remembered.preview);
		};
		const ranks = (): void => {
			session.setExplain(!session.explain);
		};
		const jk = (): void => {
			this.#keep({ jk: !remembered.jk });
			this.#registerKeys();
			fillFooter(this.#frame, footer(Platform.isMacOS, this.#remembered.jk), strings);
		};
		const settings = (): void => {
			this.#leave();
			this.#deps.openSettings();
		};
		const options = [
			{ title: 'showPreview', on: remembered.preview, run: preview },
			{ title: 'showRanks', on: session.explain, run: ranks },
			{ title: 'useJk', on: remembered.jk, run: jk },
			{ title: 'openSettings', on: null, run: settings },
		] as const;
		showOptions(event, options, strings);
	}

	#setPreview(preview: boolean): void {
		this.#keep({ preview });
		this.modalEl.toggleClass('mod-preview', preview);
	}

	#keep(changes: Partial<Remembered>): void {
		const { mode, explain } = this.#session;
		this.#remembered = { ...this.#remembered, ...changes, mode, explain };
		this.#deps.device.save(this.#remembered);
	}
}
