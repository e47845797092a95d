/** Workspace: the main pane's tab groups, the two sidebars, and which leaf is active. */

import type { App } from './app';
import { Events } from './events';
import { setIcon } from './icons';
import { Keymap } from './keymap';
import { Menu } from './menu';
import { parseLinktext } from './metadata';
import { TFile } from './vault';
import { EmptyView, FileView, type MarkdownView, type View } from './views';

type PaneType = 'tab' | 'split' | 'window';
type Side = 'left' | 'right';
export interface OpenState { state?: Record<string, unknown>; eState?: Record<string, unknown>; active?: boolean; group?: WorkspaceLeaf }

export abstract class WorkspaceItem extends Events {
	abstract parent: WorkspaceParent | null;
	getRoot(): WorkspaceItem { return this.parent === null ? this : this.parent.getRoot(); }
	getContainer(): WorkspaceItem { return this.getRoot(); }
}

export abstract class WorkspaceParent extends WorkspaceItem {
	parent: WorkspaceParent | null = null;
	children: WorkspaceItem[] = [];
	abstract containerEl: HTMLElement;
	add(child: WorkspaceItem & { parent: WorkspaceParent | null; containerEl: HTMLElement }): void {
		child.parent = this;
		this.children.push(child);
		this.containerEl.appendChild(child.containerEl);
	}
}

export class WorkspaceSplit extends WorkspaceParent {
	containerEl: HTMLElement;
	constructor(readonly workspace: Workspace, classes: string) {
		super();
		this.containerEl = createDiv(`workspace-split ${classes}`);
	}
}

export class WorkspaceContainer extends WorkspaceSplit { win = window; doc = document; }
export class WorkspaceRoot extends WorkspaceContainer {}
export class WorkspaceWindow extends WorkspaceContainer {}

export class WorkspaceSidedock extends WorkspaceSplit {
	collapsed = true;
	constructor(workspace: Workspace, readonly side: Side) {
		super(workspace, `mod-horizontal mod-sidedock mod-${side}-split is-sidedock-collapsed`);
	}
	toggle(): void { if (this.collapsed) this.expand(); else this.collapse(); }
	collapse(): void { this.set(true); }
	expand(): void { this.set(false); }
	private set(collapsed: boolean): void {
		this.collapsed = collapsed;
		this.containerEl.toggleClass('is-sidedock-collapsed', collapsed);
		this.workspace.trigger('layout-change');
		this.workspace.trigger('resize');
		this.workspace.iterateAllLeaves((leaf) => { leaf.onResize(); });
	}
}

export class WorkspaceTabs extends WorkspaceParent {
	containerEl: HTMLElement = createDiv('workspace-tabs');
	private readonly headersEl: HTMLElement;
	private readonly leavesEl: HTMLElement;
	current: WorkspaceLeaf | null = null;

	constructor(readonly workspace: Workspace) {
		super();
		this.headersEl = this.containerEl.createDiv('workspace-tab-header-container').createDiv({ cls: 'workspace-tab-header-container-inner', attr: { role: 'tablist' } });
		this.leavesEl = this.containerEl.createDiv('workspace-tab-container');
	}

	override add(leaf: WorkspaceLeaf): void {
		leaf.parent = this;
		this.children.push(leaf);
		this.headersEl.appendChild(leaf.tabHeaderEl);
		this.leavesEl.appendChild(leaf.containerEl);
		this.select(leaf);
	}

	remove(leaf: WorkspaceLeaf): void {
		const at = this.children.indexOf(leaf);
		this.children.splice(at, 1);
		leaf.tabHeaderEl.remove();
		leaf.containerEl.remove();
		if (this.current === leaf) {
			this.current = null;
			const next = this.children[Math.max(at - 1, 0)] as WorkspaceLeaf | undefined;
			if (next !== undefined) this.select(next);
		}
		if (this.children.length > 0) return;
		this.containerEl.remove();
		this.parent?.children.remove(this);
	}

	select(leaf: WorkspaceLeaf): void {
		this.current = leaf;
		for (const child of this.children as WorkspaceLeaf[]) {
			child.tabHeaderEl.toggleClass('is-active', child === leaf);
			child.tabHeaderEl.setAttr('aria-selected', String(child === leaf));
			child.containerEl.toggle(child === leaf);
		}
		leaf.onResize();
	}
}

interface WantedState { type: string; state?: any; active?: boolean; pinned?: boolean }

let leafCount = 0;

export class WorkspaceLeaf extends WorkspaceItem {
	parent: WorkspaceTabs | null = null;
	id = `leaf-${String(++leafCount)}`;
	containerEl: HTMLElement = createDiv('workspace-leaf');
	tabHeaderEl: HTMLElement = createDiv({ cls: 'workspace-tab-header tappable', attr: { role: 'tab' } });
	view: View;
	hoverPopover = null;
	pinned = false;
	group: string | null = null;
	activeTime = 0;
	private opening: Promise<void> = Promise.resolve();
	private readonly iconEl: HTMLElement;
	private readonly titleEl: HTMLElement;

	constructor(readonly app: App) {
		super();
		const inner = this.tabHeaderEl.createDiv('workspace-tab-header-inner');
		this.iconEl = inner.createDiv('workspace-tab-header-inner-icon');
		this.titleEl = inner.createDiv('workspace-tab-header-inner-title');
		const close = inner.createDiv({ cls: 'workspace-tab-header-inner-close-button', attr: { 'aria-label': 'Close' } });
		setIcon(close, 'lucide-x');
		close.addEventListener('click', (event) => { event.stopPropagation(); this.detach(); });
		this.tabHeaderEl.addEventListener('click', () => { this.app.workspace.setActiveLeaf(this, { focus: true }); });
		this.tabHeaderEl.addEventListener('contextmenu', (event) => {
			const menu = new Menu();
			this.view.onPaneMenu(menu, 'tab-header');
			menu.showAtMouseEvent(event);
		});
		this.containerEl.addEventListener('focusin', () => { this.app.workspace.setActiveLeaf(this); });
		this.containerEl.addEventListener('mousedown', () => { this.app.workspace.setActiveLeaf(this); });
		this.view = new EmptyView(this);
		void this.view.open(this.containerEl);
		this.updateHeader();
	}

	get isDeferred(): boolean { return false; }
	loadIfDeferred(): Promise<void> { return Promise.resolve(); }
	getIcon(): string { return this.view.getIcon(); }
	getDisplayText(): string { return this.view.getDisplayText(); }
	getEphemeralState(): unknown { return this.view.getEphemeralState(); }
	setEphemeralState(state: unknown): void { this.view.setEphemeralState(state); }
	onResize(): void { this.view.onResize(); }
	setPinned(pinned: boolean): void { this.pinned = pinned; this.trigger('pinned-change', pinned); }
	togglePinned(): void { this.setPinned(!this.pinned); }
	setGroup(group: string): void { this.group = group; }

	updateHeader(): void {
		setIcon(this.iconEl, this.view.getIcon());
		this.titleEl.setText(this.getDisplayText());
		this.tabHeaderEl.setAttr('aria-label', this.getDisplayText());
		this.tabHeaderEl.dataset['type'] = this.view.getViewType();
	}

	async open(view: View): Promise<View> {
		await this.view.close();
		this.view = view;
		await view.open(this.containerEl);
		this.updateHeader();
		return view;
	}

	getViewState(): { type: string; state: Record<string, unknown>; pinned: boolean; icon: string; title: string } {
		return { type: this.view.getViewType(), state: this.view.getState(), pinned: this.pinned, icon: this.getIcon(), title: this.getDisplayText() };
	}

	/** One after the other: a note that is being read must not be left before it is shown. */
	setViewState(wanted: WantedState, eState?: unknown): Promise<void> {
		const done = this.opening.then(() => this.show(wanted, eState));
		this.opening = done.catch(() => undefined); // whoever wanted it is told
		return done;
	}

	private async show({ type, state, active = false, pinned }: WantedState, eState: unknown): Promise<void> {
		if (this.view.getViewType() !== type) {
			const create = this.app.viewRegistry.get(type);
			if (create === undefined && type !== 'empty') throw new Error(`No view of type "${type}" is registered.`);
			await this.open(create === undefined ? new EmptyView(this) : create(this));
		}
		await this.view.setState(state ?? {}, { history: false });
		if (pinned !== undefined) this.setPinned(pinned);
		this.updateHeader();
		if (active) this.app.workspace.setActiveLeaf(this, { focus: true });
		if (eState !== undefined) this.view.setEphemeralState(eState);
		this.app.workspace.trigger('layout-change');
	}

	async openFile(file: TFile, { state = {}, eState, active = true }: OpenState = {}): Promise<void> {
		const type = file.extension === 'md' ? 'markdown' : 'other-file';
		const ephemeral = { ...(active ? { focus: true } : {}), ...eState };
		await this.setViewState({ type, state: { ...state, file: file.path }, active }, ephemeral);
		this.app.workspace.opened(file);
	}

	detach(): void {
		const { workspace } = this.app;
		this.parent?.remove(this);
		this.parent = null;
		void this.view.close();
		workspace.detached(this);
	}
}

export class Workspace extends Events {
	containerEl: HTMLElement = createDiv('workspace');
	leftRibbon = new (class WorkspaceRibbon { containerEl: HTMLElement = createDiv('workspace-ribbon side-dock-ribbon mod-left'); })();
	rightRibbon = {};
	leftSplit = new WorkspaceSidedock(this, 'left');
	rightSplit = new WorkspaceSidedock(this, 'right');
	rootSplit = new WorkspaceRoot(this, 'mod-vertical mod-root');
	activeLeaf: WorkspaceLeaf | null = null;
	layoutReady = false;
	private readonly waiting: (() => unknown)[] = [];
	private lastFile: TFile | null = null;
	private recent: string[] = [];
	private clock = 0;

	constructor(readonly app: App) {
		super();
		this.containerEl.append(this.leftRibbon.containerEl, this.leftSplit.containerEl, this.rootSplit.containerEl, this.rightSplit.containerEl);
	}

	onLayoutReady(callback: () => unknown): void { if (this.layoutReady) callback(); else this.waiting.push(callback); }
	ready(): void {
		this.layoutReady = true;
		for (const callback of this.waiting.splice(0)) callback();
		this.trigger('layout-ready');
	}

	get activeEditor(): MarkdownView | null { const view = this.activeLeaf?.view as any; return view?.editor === undefined ? null : view; }

	private leavesIn(parent: WorkspaceParent): WorkspaceLeaf[] {
		return parent.children.flatMap((child) => (child instanceof WorkspaceLeaf ? [child] : child instanceof WorkspaceParent ? this.leavesIn(child) : []));
	}
	iterateRootLeaves(callback: (leaf: WorkspaceLeaf) => unknown): void { for (const leaf of this.leavesIn(this.rootSplit)) if (callback(leaf) === true) return; }
	iterateAllLeaves(callback: (leaf: WorkspaceLeaf) => unknown): void {
		for (const leaf of [this.rootSplit, this.leftSplit, this.rightSplit].flatMap((split) => this.leavesIn(split))) if (callback(leaf) === true) return;
	}
	getLeavesOfType(type: string): WorkspaceLeaf[] {
		return [this.rootSplit, this.leftSplit, this.rightSplit].flatMap((split) => this.leavesIn(split)).filter(({ view }) => view.getViewType() === type);
	}
	detachLeavesOfType(type: string): void { for (const leaf of this.getLeavesOfType(type)) leaf.detach(); }
	getLeafById(id: string): WorkspaceLeaf | null { return this.leavesIn(this.rootSplit).find((leaf) => leaf.id === id) ?? null; }
	getActiveViewOfType(type: any): any { const view = this.activeLeaf?.view; return view instanceof type ? view : null; }
	/** The active leaf's file; with a sidebar active, that of the main pane's most recent leaf. */
	getActiveFile(): TFile | null { const view = this.getMostRecentLeaf()?.view; return view instanceof FileView ? view.file : null; }
	getMostRecentLeaf(root: WorkspaceParent = this.rootSplit): WorkspaceLeaf | null {
		return this.leavesIn(root).sort((a, b) => b.activeTime - a.activeTime)[0] ?? null;
	}
	getLastOpenFiles(): string[] { return this.recent.filter((path) => this.app.vault.getFileByPath(path) !== null).slice(0, 10); }

	private newGroup(split: WorkspaceSplit): WorkspaceTabs {
		const tabs = new WorkspaceTabs(this);
		split.add(tabs);
		return tabs;
	}

	private newLeaf(tabs: WorkspaceTabs): WorkspaceLeaf {
		const leaf = new WorkspaceLeaf(this.app);
		tabs.add(leaf);
		return leaf;
	}

	getUnpinnedLeaf(): WorkspaceLeaf { return this.getLeaf(false); }

	getLeaf(where: PaneType | boolean = false, _direction?: string): WorkspaceLeaf {
		const recent = this.getMostRecentLeaf();
		if (where === 'window') throw new Error('The host does not implement popout windows (getLeaf("window")).');
		if (where === 'split') return this.newLeaf(this.newGroup(this.rootSplit));
		if (recent === null) return this.newLeaf(this.newGroup(this.rootSplit));
		if (where === false && !recent.pinned) return recent;
		const empty = where !== false && recent.view.getViewType() === 'empty';
		return empty ? recent : this.newLeaf(recent.parent as WorkspaceTabs);
	}

	createLeafBySplit(_leaf: WorkspaceLeaf): WorkspaceLeaf { return this.newLeaf(this.newGroup(this.rootSplit)); }

	private sideLeaf(side: Side): WorkspaceLeaf {
		const split = side === 'left' ? this.leftSplit : this.rightSplit;
		return this.newLeaf((split.children[0] as WorkspaceTabs | undefined) ?? this.newGroup(split));
	}
	getLeftLeaf(_split: boolean): WorkspaceLeaf | null { return this.sideLeaf('left'); }
	getRightLeaf(_split: boolean): WorkspaceLeaf | null { return this.sideLeaf('right'); }

	async ensureSideLeaf(type: string, side: Side, { active = false, reveal = true, state }: { active?: boolean; split?: boolean; reveal?: boolean; state?: any } = {}): Promise<WorkspaceLeaf> {
		const leaf = this.getLeavesOfType(type)[0] ?? this.sideLeaf(side);
		if (leaf.view.getViewType() !== type || state !== undefined) await leaf.setViewState({ type, state, active });
		if (reveal) await this.revealLeaf(leaf);
		return leaf;
	}

	revealLeaf(leaf: WorkspaceLeaf): Promise<void> {
		const root = leaf.getRoot();
		leaf.parent?.select(leaf);
		if (root instanceof WorkspaceSidedock && root.collapsed) root.expand();
		return Promise.resolve();
	}

	setActiveLeaf(leaf: WorkspaceLeaf, params?: { focus?: boolean } | boolean, focus?: boolean): void {
		const wanted = typeof params === 'object' ? params.focus === true : focus === true;
		const known = leaf.parent?.current === leaf;
		if (!known) leaf.parent?.select(leaf);
		leaf.activeTime = ++this.clock;
		if (this.activeLeaf !== leaf) {
			this.activeLeaf?.containerEl.removeClass('mod-active');
			this.activeLeaf = leaf;
			leaf.containerEl.addClass('mod-active');
			this.trigger('active-leaf-change', leaf);
		}
		this.tellFile();
		if (wanted) leaf.view.setEphemeralState({ focus: true });
	}

	/** `file-open` when another file, or none, is the active one now. */
	private tellFile(): void {
		const file = this.getActiveFile();
		if (file === this.lastFile) return;
		this.lastFile = file;
		this.trigger('file-open', file);
	}

	opened(file: TFile): void {
		this.recent = [file.path, ...this.recent.filter((path) => path !== file.path)];
		this.tellFile();
	}

	detached(leaf: WorkspaceLeaf): void {
		if (this.activeLeaf === leaf) {
			this.activeLeaf = null;
			const next = this.getMostRecentLeaf();
			if (next !== null) this.setActiveLeaf(next);
			else this.trigger('active-leaf-change', null);
		}
		this.tellFile();
		this.trigger('layout-change');
	}

	async openLinkText(linktext: string, sourcePath: string, where: PaneType | boolean = false, state: OpenState = {}): Promise<void> {
		const { path, subpath } = parseLinktext(linktext);
		const { vault, metadataCache } = this.app;
		const target = metadataCache.getFirstLinkpathDest(path, sourcePath) ?? (await vault.create(path.endsWith('.md') ? path : `${path}.md`, ''));
		const eState = { ...(subpath === '' ? {} : { subpath }), ...state.eState };
		await this.getLeaf(where).openFile(target, { ...state, eState });
	}

	updateOptions(): void { /* extensions are taken when an editor is made */ }
	requestSaveLayout = Object.assign(() => this.requestSaveLayout, { cancel: () => this.requestSaveLayout, run: () => undefined });
}

/** Opens what a link points at, from a click. */
export function followLink(app: App, event: MouseEvent, link: HTMLElement, sourcePath: string): void {
	event.preventDefault();
	void app.workspace.openLinkText(link.dataset['href'] ?? link.getAttribute('href') ?? '', sourcePath, Keymap.isModEvent(event));
}
