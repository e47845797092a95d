/** The search modal: a field, the hits under it as one types, and the passage beside them. */

import { Keymap, Modal, Platform, type App, type HoverParent, type HoverPopover, type KeymapEventHandler } from 'obsidian';
import type { SearchDeps } from '../deps';
import type { SidecarStateKind, Unsubscribe } from '../port';
import type * as wire from '../protocol.gen';
import type { SearchStrings } from '../strings-search';
import { ChoiceActs } from './choice-open';
import { FieldDom } from './field-dom';
import { buildFrame, fillFooter, type Frame } from './frame-dom';
import { swallowHeldEnter } from './held-enter';
import { bindings, footer, type Act } from './keys';
import type { MessageAction } from './message';
import { Memory } from './memory';
import { moved } from './moves';
import { showOptions, type ModalOption } from './options-dom';
import { PreviewPane } from './preview-pane';
import { recentHits } from './recent-open';
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
	readonly #memory: Memory;
	#recent: readonly wire.HitView[] = [];
	#handlers: KeymapEventHandler[] = [];
	#subscriptions: Unsubscribe[] = [];
	#kind: SidecarStateKind | null = null;
	#refreshing = 0;
	readonly #field: FieldDom;
	/** Whether the mouse moves the selection: then nothing is scrolled. */
	#pointing = false;
	#shown = false;
	readonly #deps: SearchDeps;

	constructor(app: App, deps: SearchDeps) {
		super(app);
		this.#deps = deps;
		this.#strings = deps.strings.search;
		this.#memory = new Memory(deps.device);
		this.#frame = buildFrame(this.modalEl, this.#strings);
		this.#session = this.#makeSession();
		this.#preview = new PreviewPane(app, this.#frame.previewEl, this.#strings);
		this.#status = new StatusDom(this.#frame, this.#session, this.#strings, (action) => { this.#run(action); });
		const leave = (): void => { this.#leave(); };
		this.#acts = new ChoiceActs({ app, deps, session: this.#session, containerEl: this.containerEl, hoverParent: this, leave });
		this.#results = this.#makeResults();
		this.#field = this.#makeField();
		this.#registerKeys();
	}

	static closeOpen(): void {
		SearchModal.#current?.close();
	}

	/** Opens with this query, or with the last one, selected so that typing replaces it. */
	openWith(query?: string): void {
		const { inputEl } = this.#frame;
		SearchModal.closeOpen();
		SearchModal.#current = this;
		this.#memory.reread();
		inputEl.value = query ?? this.#memory.value.query;
		this.open();
		inputEl.focus();
		inputEl.select();
	}

	override onOpen(): void {
		const { port } = this.#deps;
		this.#shown = true;
		this.#kind = port.state.kind;
		this.#recent = recentHits(this.app);
		fillFooter(this.#frame, footer(Platform.isMacOS, this.#memory.value.jk), this.#strings);
		this.modalEl.toggleClass('mod-preview', this.#memory.value.preview);
		this.#subscriptions = [
			port.onState(() => { this.#stateChanged(); }),
			port.onIndexed(() => { this.#refreshSoon(); }),
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
		const { mode, explain } = this.#session;
		this.#memory.keep({ mode, explain });
		this.#memory.keepQuery(this.#frame.inputEl.value);
	}

	#makeSession(): SearchSession {
		return new SearchSession({
			port: this.#deps.port,
			limit: () => this.#deps.settings().limit,
			recent: () => this.#recent,
			changed: (change) => { this.#changed(change); },
			mode: this.#memory.value.mode,
			explain: this.#memory.value.explain,
		});
	}

	#makeResults(): ResultsDom {
		const session = this.#session;
		const frame = this.#frame;
		const strings = this.#strings;
		return new ResultsDom(frame.listEl, frame.inputEl, strings, {
			choose: (index, event) => { this.#clicked(index, event); },
			point: (index) => {
				this.#pointing = true;
				session.select(index);
				this.#pointing = false;
			},
			morePassages: (index) => {
				session.select(index);
				session.stepPassage(1);
			},
			menu: (index, event) => { this.#showMenu(index, event); },
			equip: (row, hit) => { this.#acts.equip(row, hit); },
		});
	}

	#makeField(): FieldDom {
		const session = this.#session;
		return new FieldDom(this.#frame, {
			typed: () => { this.#typed(); },
			mode: (mode) => { session.setMode(mode); },
			options: (event) => { this.#showOptions(event); },
			preview: (event) => { if (session.chosen !== null) this.#acts.openAt(session.chosen, Keymap.isModEvent(event)); },
		});
	}

	#registerKeys(): void {
		for (const handler of this.#handlers) this.scope.unregister(handler);
		this.#handlers = bindings(this.#memory.value.jk).map(({ modifiers, key, act }) =>
			this.scope.register([...modifiers], key, (event) => {
				if (event.isComposing || this.#field.composing) return undefined;
				this.#act(act);
				return false;
			}),
		);
	}

	#act(act: Act): void {
		const session = this.#session;
		if (moved(act, session, this.#results.page)) return;
		if (act === 'olderQuery') this.#walkHistory('older');
		else if (act === 'newerQuery') this.#walkHistory('newer');
		else if (act === 'togglePreview') this.#setPreview(!this.#memory.value.preview);
		else if (act === 'toggleExplain') session.setExplain(!session.explain);
		else if (act === 'menu') this.#showMenu(session.selected, null);
		else if (act === 'create') void this.#acts.create();
		else void this.#actOnChosen(act);
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
		this.#memory.typed();
		this.#session.setQuery(this.#frame.inputEl.value);
	}

	#walkHistory(to: 'older' | 'newer'): void {
		const { inputEl } = this.#frame;
		const query = this.#memory.step(to, inputEl.value);
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
		else if (change === 'row' && session.chosen !== null) results.redraw(session.selected, session.chosen, { explain: session.explain, now: Date.now() });
		if (change === 'rows' || change === 'state') this.#status.draw(this.#deps.port.state);
		this.#preview.show(this.#status.message === null ? session.chosen : null);
	}

	#drawRows(): void {
		const session = this.#session;
		this.#results.draw({
			choices: session.hits.map((hit) => ({ hit, passage: session.passageOf(hit) })),
			selected: session.selected,
			explain: session.reply !== null && session.reply.explanation !== null,
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
		const { preview, jk } = this.#memory.value;
		const { explain } = this.#session;
		const run = (option: ModalOption): void => {
			if (option === 'showPreview') this.#setPreview(!preview);
			else if (option === 'showRanks') this.#session.setExplain(!explain);
			else if (option === 'useJk') this.#useJk(!jk);
			else {
				this.#leave();
				this.#deps.openSettings();
			}
		};
		showOptions(event, { on: { showPreview: preview, showRanks: explain, useJk: jk }, run }, this.#strings);
	}

	#useJk(jk: boolean): void {
		this.#memory.keep({ jk });
		this.#registerKeys();
		fillFooter(this.#frame, footer(Platform.isMacOS, jk), this.#strings);
	}

	#setPreview(preview: boolean): void {
		this.#memory.keep({ preview });
		this.modalEl.toggleClass('mod-preview', preview);
	}
}
