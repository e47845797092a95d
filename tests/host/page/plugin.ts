/** Plugin, and loading one from its folder in the vault. */

import type { App } from './app';
import { Component } from './events';
import { setIcon } from './icons';
import type { Native } from './native';
import type { SettingTab } from './settings';

export interface Manifest { id: string; name: string; version: string; minAppVersion: string; description: string; author: string; isDesktopOnly?: boolean; dir: string }
export interface Command {
	id: string; name: string; icon?: string;
	callback?: () => unknown; checkCallback?: (checking: boolean) => boolean | undefined;
	editorCallback?: (editor: unknown, view: unknown) => unknown; editorCheckCallback?: (checking: boolean, editor: unknown, view: unknown) => boolean | undefined;
	hotkeys?: unknown[];
}

export abstract class Plugin extends Component {
	settings?: unknown;

	constructor(readonly app: App, readonly manifest: Manifest) { super(); }

	addRibbonIcon(icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement {
		const el = this.app.ribbonEl.createEl('button', { cls: 'side-dock-ribbon-action clickable-icon', attr: { 'aria-label': title } });
		setIcon(el, icon);
		el.addEventListener('click', callback);
		this.register(() => { el.remove(); });
		return el;
	}

	addStatusBarItem(): HTMLElement {
		const el = createDiv(`status-bar-item plugin-${this.manifest.id}`);
		this.app.statusBarEl.prepend(el);
		this.register(() => { el.remove(); });
		return el;
	}

	addCommand(command: Command): Command {
		const full = { ...command, id: `${this.manifest.id}:${command.id}`, name: `${this.manifest.name}: ${command.name}` };
		this.app.commands.commands[full.id] = full;
		this.register(() => { delete this.app.commands.commands[full.id]; });
		return full;
	}

	removeCommand(id: string): void { delete this.app.commands.commands[`${this.manifest.id}:${id}`]; }

	addSettingTab(tab: SettingTab): void {
		this.app.setting.pluginTabs.push(tab);
		this.register(() => { this.app.setting.pluginTabs.remove(tab); });
	}

	registerView(type: string, create: (leaf: any) => any): void {
		if (this.app.viewRegistry.has(type)) throw new Error(`Attempting to register an existing view type "${type}"`);
		this.app.viewRegistry.set(type, create);
		this.register(() => { this.app.viewRegistry.delete(type); });
	}

	registerHoverLinkSource(id: string, info: { display: string; defaultMod: boolean }): void {
		this.app.hoverSources.set(id, info);
		this.register(() => { this.app.hoverSources.delete(id); });
	}

	registerEditorExtension(extension: unknown): void { this.app.editorExtensions.push(extension as never); }

	registerObsidianProtocolHandler(action: string, handler: (params: Record<string, string>) => unknown): void {
		this.app.protocolHandlers.set(action, handler);
		this.register(() => { this.app.protocolHandlers.delete(action); });
	}

	registerCliHandler(command: string, description: string, flags: Record<string, { required?: boolean }> | null, handler: (params: Record<string, string>) => string | Promise<string>): void {
		if (this.app.cliHandlers.has(command)) throw new Error(`The command "${command}" is registered already.`);
		this.app.cliHandlers.set(command, { description, flags, handler });
		this.register(() => { this.app.cliHandlers.delete(command); });
	}

	private get dataPath(): string { return `${this.manifest.dir}/data.json`; }

	async loadData(): Promise<unknown> {
		const { adapter } = this.app.vault;
		return (await adapter.exists(this.dataPath)) ? (JSON.parse(await adapter.read(this.dataPath)) as unknown) : null;
	}

	async saveData(data: unknown): Promise<void> {
		const { adapter } = this.app.vault;
		await adapter.mkdir(this.manifest.dir);
		const text = JSON.stringify(data, null, 2);
		this.app.plugins.ownData = text;
		await adapter.write(this.dataPath, text);
	}

	onUserEnable(): void { /* for subclasses */ }
	onExternalSettingsChange?(): unknown;
}

/** app.plugins: as far as this host needs it, one plugin. */
export class Plugins {
	plugins: Record<string, Plugin> = {};
	/** What the plugin itself wrote into its settings file last. */
	ownData = '';
	onloadTime = 0;
	private styleEl: HTMLStyleElement | undefined;

	constructor(private readonly app: App, private readonly native: Native, private readonly modules: (name: string) => unknown) {}

	async enable(id: string): Promise<Plugin> {
		const { adapter } = this.app.vault;
		const dir = `${this.app.vault.configDir}/plugins/${id}`;
		const from = this.native.boot.pluginFolder ?? adapter.getFullPath(dir);
		const manifest = { ...(JSON.parse(this.native.readText(`${from}/manifest.json`)) as Manifest), dir };
		const code = this.native.readText(`${from}/main.js`);
		this.styleEl = document.head.createEl('style', { text: this.native.readText(`${from}/styles.css`), attr: { 'data-plugin': id } });
		if (await adapter.exists(`${dir}/data.json`)) this.ownData = await adapter.read(`${dir}/data.json`);
		const module: { exports: any } = { exports: {} };
		// As Obsidian does it: CommonJS in a function, with a require of its own.
		const run = new Function('require', 'module', 'exports', `${code}\n//# sourceURL=plugin:${id}`) as (...args: unknown[]) => void;
		run(this.modules, module, module.exports);
		const Class = (module.exports.default ?? module.exports) as new (app: App, manifest: Manifest) => Plugin;
		if (!(Class.prototype instanceof Plugin)) throw new Error(`${id} has no class that extends Plugin as its default export.`);
		const plugin = new Class(this.app, manifest);
		this.plugins[id] = plugin;
		const start = performance.now();
		const loading = plugin.load();
		this.onloadTime = performance.now() - start;
		await loading;
		return plugin;
	}

	disable(id: string): void {
		this.plugins[id]?.unload();
		delete this.plugins[id];
		this.styleEl?.remove();
	}

	/** The settings file was written: by somebody else, unless it reads as the plugin wrote it. */
	async dataChanged(id: string): Promise<void> {
		const plugin = this.plugins[id];
		if (plugin === undefined) return;
		const path = `${plugin.manifest.dir}/data.json`;
		const text = (await this.app.vault.adapter.exists(path)) ? await this.app.vault.adapter.read(path) : '';
		if (text === this.ownData || text === '') return;
		this.ownData = text;
		await plugin.onExternalSettingsChange?.();
	}
}
