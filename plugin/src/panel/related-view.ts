/** The side panel: a search field, and below it what is related to the active note, or the mentions of a name. */

import {
	debounce,
	ItemView,
	type HoverParent,
	type HoverPopover,
	type ViewStateResult,
	type WorkspaceLeaf,
} from 'obsidian';
import type { PanelDeps } from '../deps';
import { choicesAfterRename, FIRST_CHOICES, pathAfterRename, readChoices, type Choices } from './choices';
import { FolderModal } from './folder-modal';
import { concern, WAIT_MS, type Concern } from './freshness';
import { HeaderBar } from './header-bar';
import { HiddenNotes } from './hidden-notes';
import { cursorLine, recentEditor, selectedName } from './markdown-view';
import { MentionsPane } from './mentions-pane';
import { answers, type MessageAction } from './message';
import { followActiveNote, followCursor, offerMentions, onShown } from './obsidian-events-view';
import type { PanelContext } from './panel-context';
import { isNote, subject, type Place } from './question';
import { RelatedPane } from './related-pane';
import { OpeningRowActions } from './row-actions-open';
import { SearchPane } from './search-pane';
import { sectionAt, titleOfPath } from './titles';

export const RELATED_VIEW_TYPE = 'luneta-related';

/** Milliseconds that another note's list may stand there while the answer is on its way: too short to be read. */
const LATE_MS = 120;
/** The longest name taken for one from a selection. */
const LONGEST_NAME = 80;

export class RelatedView extends ItemView implements HoverParent {
	hoverPopover: HoverPopover | null = null;
	override navigation = false;
	override icon = 'lucide-telescope';

	#choices: Choices = FIRST_CHOICES;
	#about: string | null = null;
	/** The note in the head: the one whose list stands there. */
	#titled: string | null = null;
	readonly #late = debounce(() => { this.#dropOthers(); }, LATE_MS, true);
	readonly #hidden: HiddenNotes;
	#head!: HeaderBar;
	#search!: SearchPane;
	#related!: RelatedPane;
	#mentions!: MentionsPane;
	#live!: HTMLElement;
	#relatedEl!: HTMLElement;
	#mentionsEl!: HTMLElement;
	#stateKind = '';
	readonly #deps: PanelDeps;

	constructor(leaf: WorkspaceLeaf, deps: PanelDeps) {
		super(leaf);
		this.#deps = deps;
		this.#hidden = new HiddenNotes(deps.device);
	}

	override getViewType(): string {
		return RELATED_VIEW_TYPE;
	}

	override getDisplayText(): string {
		return this.#deps.strings.panel.title;
	}

	override getState(): Record<string, unknown> {
		return { ...super.getState(), ...this.#choices };
	}

	override async setState(state: unknown, result: ViewStateResult): Promise<void> {
		this.#choices = readChoices(state);
		await super.setState(state, result);
		this.#update();
	}

	/** The cursor into the search field. */
	focusSearch(): void {
		this.#search.focus();
	}

	/** Lists the mentions of a name; null: of the note's title. */
	showMentions(name: string | null): void {
		this.#choose({ tab: 'mentions', name });
	}

	protected override onOpen(): Promise<void> {
		this.#build();
		this.#listen();
		this.#update();
		return Promise.resolve();
	}

	override onResize(): void {
		this.#update(); // a sidebar or tab that was opened
	}

	#build(): void {
		const { contentEl: el } = this;
		const deps = this.#deps;
		const { panel: strings } = deps.strings;
		el.empty();
		el.addClass('luneta-panel');
		const context = this.#context();
		const searchBar = el.createDiv('luneta-search-bar');
		const scroller = el.createDiv('luneta-scroller');
		const results = scroller.createDiv('luneta-section luneta-results is-empty');
		const headEl = scroller.createDiv('luneta-head');
		this.#relatedEl = scroller.createDiv({ cls: 'luneta-section luneta-related', attr: { role: 'tabpanel' } });
		this.#mentionsEl = scroller.createDiv({ cls: 'luneta-section luneta-mentions', attr: { role: 'tabpanel' } });
		this.#live = el.createDiv({ cls: 'luneta-live', attr: { role: 'status', 'aria-live': 'polite' } });
		this.#search = this.addChild(new SearchPane(searchBar, results, context));
		this.#head = this.addChild(
			new HeaderBar(headEl, strings, {
				choose: (change) => { this.#choose(change); },
				refresh: () => { this.#refresh(); },
				chooseFolder: () => { this.#chooseFolder(); },
				toggleHidden: () => { this.#toggleHidden(); },
				copyAll: () => { this.#related.copyAll(); },
			}),
		);
		this.#related = this.addChild(new RelatedPane(this.#relatedEl, context));
		this.#mentions = this.addChild(new MentionsPane(this.#mentionsEl, context, () => selectedName(this.app)));
	}

	#context(): PanelContext {
		const deps = this.#deps;
		const hidden = this.#hidden;
		const { panel: strings } = deps.strings;
		const actions = new OpeningRowActions({
			app: this.app,
			strings,
			menuStrings: deps.strings.search.menu,
			hoverParent: this,
			sourcePath: () => recentEditor(this.app)?.path ?? this.#subject() ?? '',
			pin: (path) => {
				this.#choose({ pinned: path, paused: null, tab: 'related' });
			},
			mentions: (title) => { this.showMentions(title); },
		});
		return {
			deps,
			strings,
			hidden,
			actions,
			choices: () => this.#choices,
			choose: (change) => { this.#choose(change); },
			subject: () => this.#subject(),
			gone: () => this.app.vault.getFileByPath(this.#subject() ?? '') === null,
			answered: () => {
				this.#titled = this.#about; // not the active note: the panel may not have heard of it yet
				this.#drawHead();
			},
			titleOf: titleOfPath,
			say: (text) => { this.#live.setText(text); },
			act: (action) => { this.#act(action); },
		};
	}

	#listen(): void {
		const update = (): void => { this.#update(); };
		followActiveNote(this, update);
		followCursor(this, () => { if (this.#choices.scope === 'section') this.#update(); });
		onShown(this, update);
		offerMentions(this, this.#deps.strings.panel.mentionsOf, LONGEST_NAME, (name) => {
			void this.app.workspace.revealLeaf(this.leaf);
			this.showMentions(name);
		});
		this.registerEvent(
			this.app.vault.on('rename', (file, from) => { this.#renamed(from, file.path); }),
		);
		this.#listenToSidecar();
	}

	#listenToSidecar(): void {
		const { port } = this.#deps;
		const again = (): void => {
			this.#outdated();
			this.#update();
		};
		const wait = (kind: Concern): (() => void) => {
			const timer = debounce(again, WAIT_MS[kind]);
			this.register(() => timer.cancel());
			return timer;
		};
		const timers: Record<Concern, () => void> = { now: wait('now'), soon: wait('soon'), later: wait('later') };
		this.register(
			port.onIndexed((event) => { timers[concern(event, this.#shown())](); }),
		);
		this.register(
			port.onState(({ kind }) => {
				if (kind !== this.#stateKind) this.#outdated();
				this.#stateKind = kind;
				this.#update();
			}),
		);
		this.#stateKind = port.state.kind;
		this.register(() => this.#late.cancel());
	}

	get #built(): boolean {
		return this.contentEl.hasClass('luneta-panel');
	}

	/** Asks what is to be asked, and shows what there is; nothing at all while nobody can see it. */
	#update(): void {
		if (!this.#built || !this.containerEl.isShown()) return;
		const choices = this.#choices;
		const note = this.#subject();
		if (note !== this.#about) this.#switched(note);
		const place: Place = { active: this.#active(), line: note === null ? null : cursorLine(this.app, note) };
		this.#relatedEl.toggleClass('is-empty', choices.tab !== 'related');
		this.#mentionsEl.toggleClass('is-empty', choices.tab !== 'mentions');
		const usable = answers(this.#deps.port.state.kind);
		this.#search.update(usable);
		if (choices.tab === 'related') this.#related.update(choices, place, usable);
		else this.#mentions.update(choices, note === null ? null : titleOfPath(note), usable);
		if (!this.#related.waiting && !this.#mentions.waiting) this.#titled = note;
		this.#drawHead();
	}

	#drawHead(): void {
		const choices = this.#choices;
		const titled = this.#titled;
		const line = titled === null || choices.scope === 'note' ? null : cursorLine(this.app, titled);
		this.#head.draw({
			choices,
			title: titled === null ? null : titleOfPath(titled),
			path: titled,
			section: titled === null || line === null ? null : sectionAt(this.#headings(titled), line),
			showsHidden: this.#related.showsHidden,
		});
	}

	/** What stands there stays until the answer comes, but not for long. */
	#switched(note: string | null): void {
		this.#about = note;
		this.#related.switched();
		this.#late();
	}

	#dropOthers(): void {
		const note = this.#about;
		this.#titled = note;
		if (this.#related.waiting) this.#related.dropOthers(note);
		if (this.#mentions.waiting) this.#mentions.dropOthers(note === null ? null : titleOfPath(note));
		this.#drawHead();
	}

	#choose(change: Partial<Choices>): void {
		const resumed = change.paused === null && this.#choices.paused !== null;
		this.#choices = { ...this.#choices, ...change };
		if (resumed) this.#outdated();
		this.app.workspace.requestSaveLayout();
		this.#update();
	}

	#chooseFolder(): void {
		new FolderModal(this.app, this.#deps.strings.panel.folderPlaceholder, (folder) => {
			this.#choose({ folder });
		}).open();
	}

	/** As on a button: even a paused panel asks again. */
	#refresh(): void {
		this.#related.forget();
		this.#mentions.forget();
		this.#outdated();
		this.#update();
	}

	#outdated(): void {
		this.#search.outdated();
		this.#related.outdated();
		this.#mentions.outdated();
	}

	#renamed(from: string, to: string): void {
		this.#choices = choicesAfterRename(this.#choices, from, to);
		const moved = (path: string | null): string | null => (path === null ? null : pathAfterRename(path, from, to));
		this.#about = moved(this.#about);
		this.#titled = moved(this.#titled);
		this.#search.renamed(from, to);
		this.#related.renamed(from, to);
		this.#mentions.renamed(from, to);
		this.#update();
	}

	#shown(): ReadonlySet<string> {
		return new Set([...this.#search.shown(), ...this.#related.shown(), ...this.#mentions.shown()]);
	}

	#subject(): string | null {
		return subject(this.#choices, this.#active());
	}

	#active(): string | null {
		const file = this.app.workspace.getActiveFile();
		return file !== null && isNote(file.extension) ? file.path : null;
	}

	#headings(path: string): readonly { heading: string; level: number; line: number }[] {
		const cache = this.app.metadataCache.getCache(path);
		return (cache?.headings ?? []).map(({ heading, level, position }) => ({
			heading,
			level,
			line: position.start.line + 1,
		}));
	}

	#act(action: MessageAction): void {
		const deps = this.#deps;
		if (action === 'setup') deps.openSetup();
		else if (action === 'restart') deps.port.restart();
		else if (action === 'report') deps.openReport();
		else if (action === 'settings') deps.openSettings();
		else if (action === 'again') this.#refresh();
		else if (action === 'clearFilters') this.#choose({ unlinked: false, folder: null });
		else if (action === 'follow') this.#choose({ pinned: null, paused: null });
		else if (action === 'wholeNote') this.#choose({ scope: 'note' });
		else this.#toggleHidden();
	}

	#toggleHidden(): void {
		this.#related.toggleHidden();
		this.#update();
	}
}
