/** View and its kin: what stands in a leaf. */

import type { App } from './app';
import { Editor } from './editor';
import { Component } from './events';
import { setIcon } from './icons';
import type { Scope } from './keymap';
import { MarkdownRenderer } from './markdown';
import { resolveSubpath } from './metadata';
import type { Menu } from './menu';
import { TFile } from './vault';
import type { WorkspaceLeaf } from './workspace';

export abstract class View extends Component {
	app: App;
	icon = 'lucide-file';
	navigation = false;
	scope: Scope | null = null;
	containerEl: HTMLElement;

	constructor(readonly leaf: WorkspaceLeaf) {
		super();
		this.app = leaf.app;
		this.containerEl = createDiv({ cls: 'workspace-leaf-content' });
	}

	async open(parent: HTMLElement): Promise<void> {
		this.containerEl.dataset['type'] = this.getViewType();
		parent.appendChild(this.containerEl);
		this.load();
		await this.onOpen();
	}

	async close(): Promise<void> {
		await this.onClose();
		this.unload();
		this.containerEl.remove();
	}

	protected onOpen(): Promise<void> { return Promise.resolve(); }
	protected onClose(): Promise<void> { return Promise.resolve(); }
	getState(): Record<string, unknown> { return {}; }
	setState(_state: unknown, _result: unknown): Promise<void> { return Promise.resolve(); }
	getEphemeralState(): Record<string, unknown> { return {}; }
	setEphemeralState(_state: unknown): void { /* for subclasses */ }
	getIcon(): string { return this.icon; }
	onResize(): void { /* for subclasses */ }
	onPaneMenu(_menu: Menu, _source: string): void { /* for subclasses */ }
	abstract getViewType(): string;
	abstract getDisplayText(): string;
}

export abstract class ItemView extends View {
	headerEl: HTMLElement = this.containerEl.createDiv('view-header');
	titleEl: HTMLElement = this.headerEl.createDiv('view-header-title-container').createDiv('view-header-title');
	actionsEl: HTMLElement = this.headerEl.createDiv('view-actions');
	contentEl: HTMLElement = this.containerEl.createDiv('view-content');

	addAction(icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement {
		const el = createEl('button', { cls: 'clickable-icon view-action', attr: { 'aria-label': title } });
		setIcon(el, icon);
		el.addEventListener('click', callback);
		this.actionsEl.prepend(el);
		return el;
	}
}

export class EmptyView extends ItemView {
	override icon = 'lucide-file';
	getViewType(): string { return 'empty'; }
	getDisplayText(): string { return 'New tab'; }
	protected override onOpen(): Promise<void> {
		this.contentEl.createDiv('empty-state').createDiv({ cls: 'empty-state-title', text: 'No file is open' });
		return Promise.resolve();
	}
}

export abstract class FileView extends ItemView {
	allowNoFile = false;
	file: TFile | null = null;
	override navigation = true;

	override onload(): void {
		this.registerEvent(this.app.vault.on('rename', (file: unknown) => { if (file === this.file) void this.onRename(file as TFile); }));
		this.registerEvent(this.app.vault.on('delete', (file: unknown) => { if (file === this.file) this.leaf.detach(); }));
	}

	getDisplayText(): string { return this.file?.basename ?? ''; }
	override getState(): Record<string, unknown> { return { ...super.getState(), file: this.file?.path ?? null }; }

	override async setState(state: any, result: unknown): Promise<void> {
		await super.setState(state, result);
		const file = typeof state?.file === 'string' ? this.app.vault.getFileByPath(state.file) : null;
		if (file === this.file) return;
		if (this.file !== null) await this.onUnloadFile(this.file);
		this.file = file;
		if (file !== null) await this.onLoadFile(file);
		this.showTitle();
	}

	private showTitle(): void {
		this.titleEl.setText(this.file?.path.replace(/\.md$/, '').replaceAll('/', ' / ') ?? '');
		this.leaf.updateHeader();
	}

	onLoadFile(_file: TFile): Promise<void> { return Promise.resolve(); }
	onUnloadFile(_file: TFile): Promise<void> { return Promise.resolve(); }
	onRename(_file: TFile): Promise<void> { this.showTitle(); return Promise.resolve(); }
	canAcceptExtension(_extension: string): boolean { return false; }
}

export abstract class EditableFileView extends FileView {}

export abstract class TextFileView extends EditableFileView {
	data = '';
	abstract getViewData(): string;
	abstract setViewData(data: string, clear: boolean): void;
	abstract clear(): void;
	requestSave: () => void = () => { void this.save(); };

	override async onLoadFile(file: TFile): Promise<void> {
		this.data = await this.app.vault.read(file);
		this.setViewData(this.data, true);
	}
	override async onUnloadFile(): Promise<void> {
		await this.save();
		this.clear();
		this.data = ''; // or what is saved before the next note is read would be this emptiness, under its name
	}

	async save(): Promise<void> {
		const data = this.getViewData();
		if (this.file === null || this.file.deleted || data === this.data) return;
		this.data = data;
		await this.app.vault.modify(this.file, data);
	}

	override onload(): void {
		super.onload();
		this.registerEvent(this.app.vault.on('modify', (file: unknown) => { if (file === this.file) void this.reload(); }));
	}

	/** Written by somebody else: shown, unless there is something of our own to save. */
	private async reload(): Promise<void> {
		if (this.file === null || this.getViewData() !== this.data) return;
		const data = await this.app.vault.read(this.file);
		if (data === this.data) return;
		this.data = data;
		this.setViewData(data, false);
	}
}

/** Milliseconds after the last key until a note is saved. */
const SAVE_DELAY = 2000;

export class MarkdownView extends TextFileView {
	override icon = 'lucide-file-text';
	editor: Editor;
	hoverPopover = null;
	private readonly sourceEl: HTMLElement;
	private readonly previewEl: HTMLElement;
	private mode: 'source' | 'preview' = 'source';
	private timer: number | undefined;
	private quiet = false;

	constructor(leaf: WorkspaceLeaf) {
		super(leaf);
		this.sourceEl = this.contentEl.createDiv('markdown-source-view cm-s-obsidian mod-cm6 is-readable-line-width');
		this.previewEl = this.contentEl.createDiv('markdown-reading-view markdown-preview-view markdown-rendered');
		this.previewEl.hide();
		this.editor = new Editor(this.sourceEl, this.app.editorExtensions, () => { this.changed(); });
		this.editor.cm.dom.addEventListener('drop', (event) => { this.app.dragManager.onEditorDrop(event, this); }, true);
		this.editor.cm.dom.addEventListener('contextmenu', (event) => { this.app.editorMenu(event, this); });
		this.addAction('lucide-book-open', 'Reading view', () => { void this.leaf.setViewState({ ...this.leaf.getViewState(), state: { ...this.getState(), mode: this.mode === 'source' ? 'preview' : 'source' } }); });
	}

	private changed(): void {
		if (this.quiet) return;
		window.clearTimeout(this.timer);
		this.timer = window.setTimeout(() => { void this.save(); }, SAVE_DELAY);
		this.app.workspace.trigger('editor-change', this.editor, this);
	}

	getViewType(): string { return 'markdown'; }
	getMode(): 'source' | 'preview' { return this.mode; }
	getViewData(): string { return this.editor.getValue(); }
	setViewData(data: string, clear: boolean): void {
		this.quiet = true;
		const { scrollTop } = this.editor.cm.scrollDOM;
		this.editor.setValue(data);
		this.quiet = false;
		if (clear) this.editor.setCursor(0);
		this.editor.cm.scrollDOM.scrollTop = clear ? 0 : scrollTop;
		if (this.mode === 'preview') void this.renderPreview();
	}
	clear(): void { this.quiet = true; this.editor.setValue(''); this.quiet = false; }
	override canAcceptExtension(extension: string): boolean { return extension === 'md'; }

	override getState(): Record<string, unknown> { return { ...super.getState(), mode: this.mode, source: false }; }
	override async setState(state: any, result: unknown): Promise<void> {
		await super.setState(state, result);
		if (state?.mode !== 'source' && state?.mode !== 'preview') return;
		this.mode = state.mode;
		this.sourceEl.toggle(this.mode === 'source');
		this.previewEl.toggle(this.mode === 'preview');
		if (this.mode === 'preview') await this.renderPreview();
	}

	private async renderPreview(): Promise<void> {
		this.previewEl.empty();
		await MarkdownRenderer.render(this.app, this.data, this.previewEl.createDiv('markdown-preview-sizer'), this.file?.path ?? '', this);
	}

	override getEphemeralState(): Record<string, unknown> { return { cursor: { from: this.editor.getCursor('from'), to: this.editor.getCursor('to') }, scroll: this.editor.getScrollInfo().top }; }
	override setEphemeralState(state: any): void {
		if (state?.focus === true && this.mode === 'source') this.editor.focus();
		if (typeof state?.line === 'number') { this.editor.flashLine(state.line); return; }
		if (typeof state?.subpath === 'string' && this.file !== null) {
			const found = resolveSubpath(this.app.metadataCache.getFileCache(this.file) ?? {}, state.subpath);
			if (found !== null) this.editor.flashLine(found.start.line);
		}
		if (state?.cursor !== undefined) this.editor.setSelection(state.cursor.from, state.cursor.to);
	}
}
