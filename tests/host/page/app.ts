/** App: what stands where Obsidian's window is, with its ribbon, sidebars, tabs and status bar. */

import { CommandPalette, Commands } from './commands';
import { DragManager } from './drag';
import { FileExplorer } from './explorer';
import { FileManager } from './files';
import { installHover } from './hover';
import { setIcon } from './icons';
import { Keymap, Scope } from './keymap';
import { Menu } from './menu';
import { MetadataCache } from './metadata';
import type { Native } from './native';
import { Plugins } from './plugin';
import { AppSetting } from './settings';
import { FileSystemAdapter, Vault } from './vault';
import { MarkdownView, type View } from './views';
import { followLink, Workspace, type WorkspaceLeaf } from './workspace';

export class App {
	scope = new Scope();
	keymap = new Keymap(this.scope);
	vault: Vault;
	workspace: Workspace;
	metadataCache: MetadataCache;
	fileManager: FileManager;
	commands: Commands;
	setting: AppSetting;
	plugins: Plugins;
	dragManager = new DragManager(this);
	lastEvent: unknown = null;
	/** Obsidian's own settings, as far as anything here obeys them. */
	vaultConfig = { useMarkdownLinks: false };
	viewRegistry = new Map<string, (leaf: WorkspaceLeaf) => View>();
	hoverSources = new Map<string, { display: string; defaultMod: boolean }>();
	protocolHandlers = new Map<string, (params: Record<string, string>) => unknown>();
	cliHandlers = new Map<string, { description: string; flags: Record<string, { required?: boolean }> | null; handler: (params: Record<string, string>) => string | Promise<string> }>();
	editorExtensions: never[] = [];
	ribbonEl: HTMLElement;
	statusBarEl: HTMLElement = createDiv('status-bar');

	constructor(private readonly native: Native, modules: (name: string) => unknown) {
		const { boot } = native;
		Menu.app = this;
		this.vault = new Vault(new FileSystemAdapter(native, boot.vault), boot.configDir);
		this.workspace = new Workspace(this);
		this.metadataCache = new MetadataCache(this.vault, native);
		this.fileManager = new FileManager(this);
		this.commands = new Commands(this);
		this.setting = new AppSetting(this);
		this.plugins = new Plugins(this, native, modules);
		this.ribbonEl = this.workspace.leftRibbon.containerEl.createDiv('side-dock-actions');
		this.viewRegistry.set('markdown', (leaf) => new MarkdownView(leaf));
		this.viewRegistry.set('file-explorer', (leaf) => new FileExplorer(leaf));
		installHover(this);
		for (const [key, value] of Object.entries(boot.local)) if (this.loadLocalStorage(key) === null) this.saveLocalStorage(key, value);
	}

	isDarkMode(): boolean { return document.body.hasClass('theme-dark'); }
	setTheme(theme: 'dark' | 'light'): void {
		document.body.toggleClass('theme-dark', theme === 'dark');
		document.body.toggleClass('theme-light', theme === 'light');
		this.workspace.trigger('css-change');
	}
	loadLocalStorage(key: string): unknown {
		const text = localStorage.getItem(`${this.vault.getName()}-${key}`);
		return text === null ? null : (JSON.parse(text) as unknown);
	}
	saveLocalStorage(key: string, data: unknown): void {
		const name = `${this.vault.getName()}-${key}`;
		if (data === null || data === undefined) localStorage.removeItem(name);
		else localStorage.setItem(name, JSON.stringify(data));
	}

	/** What `obsidian://...` does. */
	async openUrl(url: string): Promise<void> {
		const { host, pathname, searchParams } = new URL(url);
		const action = host || pathname.replace(/^\/+/, '');
		const handler = this.protocolHandlers.get(action);
		if (handler === undefined) throw new Error(`Nothing handles obsidian://${action}.`);
		await handler({ action, ...Object.fromEntries(searchParams) });
	}

	/** What `obsidian COMMAND key=value...` prints. */
	async cli(command: string, params: Record<string, string> = {}): Promise<string> {
		const known = this.cliHandlers.get(command);
		if (known === undefined) throw new Error(`There is no command "${command}".`);
		for (const [name, { required = false }] of Object.entries(known.flags ?? {})) {
			if (required && params[name] === undefined) throw new Error(`${command} needs ${name}=...`);
		}
		return await known.handler(params);
	}

	editorMenu(event: MouseEvent, view: MarkdownView): void {
		const menu = new Menu();
		this.workspace.trigger('editor-menu', menu, view.editor, view);
		if (menu.items.length === 0) return;
		event.preventDefault();
		menu.showAtMouseEvent(event);
	}

	/** Draws the window and reads the vault. */
	async start(): Promise<void> {
		const { boot } = this.native;
		document.title = `${this.vault.getName()} - ${boot.title}`;
		document.documentElement.lang = boot.language;
		if (boot.rightToLeft) document.body.dir = 'rtl';
		document.body.addClass('obsidian-app', 'is-focused');
		this.setTheme(boot.theme);
		const container = document.body.createDiv('app-container');
		container.createDiv({ cls: 'titlebar', text: document.title });
		container.createDiv('horizontal-main-container').append(this.workspace.containerEl);
		container.append(this.statusBarEl);
		this.ribbonButtons();
		document.body.on('click', 'a.internal-link', (event, el) => { followLink(this, event, el, this.workspace.getActiveFile()?.path ?? ''); });
		for (const facts of await this.native.scan()) this.vault.seen(facts);
		this.metadataCache.listening = true;
		this.native.watch((changes) => { for (const facts of changes) this.vault.seen(facts); });
		await this.workspace.ensureSideLeaf('file-explorer', 'left');
		this.workspace.setActiveLeaf(this.workspace.getLeaf(true));
		this.wordCount();
	}

	private ribbonButtons(): void {
		const bottom = this.workspace.leftRibbon.containerEl.createDiv('side-dock-settings');
		const button = (icon: string, label: string, run: () => void): void => {
			const el = bottom.createEl('button', { cls: 'clickable-icon side-dock-ribbon-action', attr: { 'aria-label': label } });
			setIcon(el, icon);
			el.addEventListener('click', run);
		};
		button('lucide-terminal', 'Command palette', () => { new CommandPalette(this).open(); });
		button('lucide-settings', 'Settings', () => { this.setting.open(); });
		this.scope.register(['Mod'], 'p', () => { new CommandPalette(this).open(); return false; });
		this.scope.register(['Mod'], ',', () => { this.setting.open(); return false; });
	}

	private wordCount(): void {
		const el = this.statusBarEl.createDiv('status-bar-item plugin-word-count');
		const count = (): void => {
			const view = this.workspace.getActiveViewOfType(MarkdownView) as MarkdownView | null;
			if (view !== null) el.setText(`${String(view.editor.getValue().match(/[\p{L}\p{N}]+/gu)?.length ?? 0)} words`);
		};
		this.workspace.on('file-open', count);
		this.workspace.on('editor-change', count);
		count();
	}
}
