/** SettingTab with declared definitions (1.13), drawn; and the settings screen with its search. */

import { ToggleComponent } from './components';
import { Modal } from './modal';
import { Setting, SettingGroup } from './setting';
import { AbstractInputSuggest } from './suggest';
import type { App } from './app';
import type { Plugin } from './plugin';
import type { TFile, TFolder } from './vault';

type Maybe<T> = T | (() => T);
const now = <T>(value: Maybe<T> | undefined, otherwise: T): T => (value === undefined ? otherwise : typeof value === 'function' ? (value as () => T)() : value);

class PathSuggest extends AbstractInputSuggest<string> {
	constructor(app: App, input: HTMLInputElement, private readonly paths: () => string[]) {
		super(app, input);
		this.onSelect((path) => { this.setValue(path); input.trigger('input'); this.close(); });
	}
	protected getSuggestions(query: string): string[] { return this.paths().filter((path) => path.toLowerCase().includes(query.toLowerCase())); }
	renderSuggestion(path: string, el: HTMLElement): void { el.setText(path); }
}

export abstract class SettingPage {
	rootEl: HTMLElement = createDiv('setting-page');
	titlebarEl: HTMLElement = this.rootEl.createDiv('setting-page-titlebar');
	containerEl: HTMLElement = this.rootEl.createDiv('setting-page-content');
	title = '';
	abstract display(): void;
	hide(): void { /* for subclasses */ }
}

export abstract class SettingTab {
	icon = '';
	name = '';
	containerEl: HTMLElement = createDiv('vertical-tab-content');
	settingItems: any[] = [];
	private cleanups: (() => void)[] = [];
	private refreshers: (() => void)[] = [];
	/** The sub-pages that are open, outermost first, by name. */
	private trail: string[] = [];

	constructor(readonly app: App) {}

	getSettingDefinitions(): any[] { return []; }
	abstract getControlValue(key: string): unknown;
	abstract setControlValue(key: string, value: unknown): void | Promise<void>;

	display(): void { this.update(); }

	hide(): void {
		for (const cleanup of this.cleanups.splice(0)) cleanup();
		this.refreshers = [];
		this.containerEl.empty();
	}

	update(): void {
		const { scrollTop } = this.containerEl;
		this.hide();
		this.settingItems = this.getSettingDefinitions();
		let items = this.settingItems;
		for (const [depth, name] of this.trail.entries()) {
			const page = items.find((item) => item.type === 'page' && item.name === name);
			if (page === undefined) { this.trail.length = depth; break; }
			items = page.items ?? [];
			if (page.page !== undefined) { this.openPage(page.page() as SettingPage); return; }
		}
		if (this.trail.length > 0) this.backButton();
		this.renderAll(items, this.containerEl);
		this.containerEl.scrollTop = scrollTop;
	}

	refreshDomState(): void { for (const refresh of this.refreshers) refresh(); }

	private backButton(): void {
		const bar = this.containerEl.createDiv('setting-page-titlebar');
		bar.createEl('button', { cls: 'setting-page-back', text: '‹' }).addEventListener('click', () => { this.trail.pop(); this.update(); });
		bar.createSpan({ text: this.trail.at(-1) ?? '' });
	}

	private openPage(page: SettingPage): void {
		this.backButton();
		this.containerEl.appendChild(page.rootEl);
		page.display();
		this.cleanups.push(() => { page.hide(); });
	}

	private renderAll(items: any[], into: HTMLElement): void {
		let loose: SettingGroup | undefined;
		for (const item of items) {
			if (item.type === 'group' || item.type === 'list') {
				loose = undefined;
				this.renderGroup(item, into);
			} else {
				loose ??= new SettingGroup(into);
				this.renderItem(item, loose, 0);
			}
		}
	}

	private renderGroup(definition: any, into: HTMLElement): void {
		if (!now<boolean>(definition.visible, true)) return;
		const group = new SettingGroup(into);
		if (definition.heading !== undefined) group.setHeading(definition.heading);
		if (definition.cls !== undefined) group.addClass(definition.cls);
		for (const button of definition.extraButtons ?? []) group.addExtraButton(button);
		if (definition.type === 'list') this.renderList(definition, group);
		const draw = (query: string): void => {
			group.listEl.empty();
			const items: any[] = (definition.items ?? []).filter((item: any) => query === '' || definition.search.match(item, query));
			for (const [at, item] of items.entries()) this.renderItem(item, group, at, definition);
			if (items.length === 0 && definition.emptyState !== undefined) group.listEl.createDiv('setting-empty-state').setText(definition.emptyState);
		};
		if (definition.search !== undefined) group.addSearch((search) => search.setPlaceholder(definition.search.placeholder ?? '').onChange(draw));
		draw('');
	}

	private renderList(definition: any, group: SettingGroup): void {
		group.addClass('mod-list');
		const { addItem } = definition;
		if (addItem !== undefined) group.addExtraButton((button) => button.setIcon('lucide-plus').setTooltip(addItem.name).onClick(() => { addItem.action(group.listEl); }));
	}

	private renderItem(definition: any, group: SettingGroup, index: number, list?: any): void {
		if (!now<boolean>(definition.visible, true)) return;
		group.addSetting((setting) => {
			setting.setName(definition.name);
			if (definition.desc !== undefined) setting.setDesc(definition.desc);
			if (definition.type === 'page') this.renderPageLink(definition, setting);
			else if (definition.render !== undefined) {
				const cleanup: unknown = definition.render(setting, group);
				if (typeof cleanup === 'function') this.cleanups.push(cleanup as () => void);
			} else if (definition.action !== undefined) this.renderAction(definition, setting, index);
			else if (definition.control !== undefined) this.renderControl(definition.control, setting);
			if (list?.onDelete !== undefined) setting.addExtraButton((button) => button.setIcon('lucide-trash-2').setTooltip('Delete').onClick(() => { list.onDelete(index); }));
			if (list?.onReorder !== undefined) throw new Error('The host does not implement SettingDefinitionList.onReorder.');
		});
	}

	private renderPageLink(definition: any, setting: Setting): void {
		setting.settingEl.addClass('mod-page', 'tappable');
		setting.addDisplayValue((value) => value.setValue(now<string>(definition.displayValue, '')).setStatus(now(definition.status, null)));
		setting.settingEl.addEventListener('click', () => { this.trail.push(definition.name); this.update(); });
	}

	private renderAction(definition: any, setting: Setting, index: number): void {
		setting.settingEl.addClass('mod-action', 'tappable');
		setting.settingEl.setAttrs({ role: 'button', tabindex: 0 });
		const refresh = (): void => { setting.settingEl.toggleClass('is-disabled', now<boolean>(definition.disabled, false)); };
		this.refreshers.push(refresh);
		refresh();
		setting.settingEl.addEventListener('click', () => { if (!now<boolean>(definition.disabled, false)) definition.action(setting.settingEl, index); });
	}

	private renderControl(control: any, setting: Setting): void {
		const given = this.getControlValue(control.key) ?? control.defaultValue;
		const change = async (value: unknown): Promise<void> => {
			const fault: unknown = await control.validate?.(value);
			setting.setErrorMessage(typeof fault === 'string' ? fault : null);
			if (typeof fault !== 'string') await this.setControlValue(control.key, value);
			this.refreshDomState();
		};
		this.addControl(control, setting, given, (value) => { void change(value); });
		const refresh = (): void => { setting.setDisabled(now<boolean>(control.disabled, false)); };
		this.refreshers.push(refresh);
		refresh();
	}

	private addControl(control: any, setting: Setting, given: any, change: (value: unknown) => void): void {
		switch (control.type) {
			case 'toggle': setting.addToggle((toggle) => toggle.setValue(given === true).onChange(change)); break;
			case 'dropdown': setting.addDropdown((dropdown) => dropdown.addOptions(control.options).setValue(given ?? '').onChange(change)); break;
			case 'slider':
				setting.addSlider((slider) => slider.setLimits(control.min, control.max, control.step).setDisplayFormat(control.displayFormat ?? String).setValue(given ?? control.min).onChange(change));
				break;
			case 'number':
				setting.addText((text) => {
					text.inputEl.type = 'number';
					text.inputEl.setAttrs({ min: control.min ?? null, max: control.max ?? null, step: control.step ?? null });
					text.setPlaceholder(control.placeholder ?? '').setValue(given === undefined ? '' : String(given)).onChange((value) => { if (value !== '' && text.inputEl.checkValidity()) change(Number(value)); });
				});
				break;
			case 'textarea':
				setting.addTextArea((area) => {
					area.inputEl.rows = control.rows ?? 4;
					area.setPlaceholder(control.placeholder ?? '').setValue(given ?? '').onChange(change);
				});
				break;
			case 'color': setting.addColorPicker((color) => color.setValue(given ?? '#000000').onChange(change)); break;
			case 'text': case 'file': case 'folder':
				setting.addText((text) => {
					text.setPlaceholder(control.placeholder ?? '').setValue(given ?? '').onChange(change);
					if (control.type === 'file') new PathSuggest(this.app, text.inputEl, () => this.app.vault.getFiles().filter((file: TFile) => control.filter?.(file) ?? true).map(({ path }) => path));
					if (control.type === 'folder') new PathSuggest(this.app, text.inputEl, () => this.app.vault.getAllFolders(control.includeRoot === true).filter((folder: TFolder) => control.filter?.(folder) ?? true).map(({ path }) => path));
				});
				break;
			default: throw new Error(`The host does not implement the setting control "${String(control.type)}".`);
		}
	}
}

export abstract class PluginSettingTab extends SettingTab {
	constructor(app: App, readonly plugin: Plugin) {
		super(app);
		this.name = plugin.manifest.name;
	}

	getControlValue(key: string): unknown { return (this.plugin.settings as Record<string, unknown> | undefined)?.[key]; }

	async setControlValue(key: string, value: unknown): Promise<void> {
		const settings = (this.plugin.settings ??= {}) as Record<string, unknown>;
		settings[key] = value;
		await this.plugin.saveData(settings);
	}
}

/** What a search of the settings screen looks in: names, descriptions, aliases, of definitions that may be found. */
export function searchable(definitions: any[], group = ''): { name: string; text: string; group: string }[] {
	return definitions.flatMap((item) => {
		if (!now<boolean>(item.visible, true)) return [];
		const inside = searchable(item.items ?? [], item.heading ?? item.name ?? group);
		if (item.name === undefined || !now<boolean>(item.searchable, true)) return inside;
		const desc = typeof item.desc === 'string' ? item.desc : item.desc?.textContent ?? '';
		return [{ name: item.name, text: [item.name, desc, ...(item.aliases ?? [])].join('\n').toLowerCase(), group }, ...inside];
	});
}

/** The settings screen: app.setting. */
export class AppSetting extends Modal {
	pluginTabs: SettingTab[] = [];
	activeTab: SettingTab | null = null;
	private readonly tabsEl: HTMLElement;
	private readonly foundEl: HTMLElement;
	private readonly tabEl: HTMLElement;

	constructor(app: App) {
		super(app);
		this.modalEl.addClass('mod-settings', 'mod-sidebar-layout');
		this.contentEl.addClass('vertical-tabs-container');
		const side = this.contentEl.createDiv('vertical-tab-header');
		const search = side.createEl('input', { cls: 'settings-search', type: 'search', placeholder: 'Search settings…' });
		search.addEventListener('input', () => { this.find(search.value.trim().toLowerCase()); });
		this.tabsEl = side.createDiv('vertical-tab-header-group');
		this.foundEl = side.createDiv('settings-search-results');
		this.tabEl = this.contentEl.createDiv('vertical-tab-content-container');
	}

	private find(query: string): void {
		this.foundEl.empty();
		if (query === '') return;
		for (const tab of this.pluginTabs) {
			for (const { name, text } of searchable(tab.getSettingDefinitions())) {
				if (!text.includes(query)) continue;
				this.foundEl.createDiv({ cls: 'vertical-tab-nav-item', text: name }).addEventListener('click', () => { this.openTab(tab); });
			}
		}
	}

	override onOpen(): void {
		this.tabsEl.empty();
		this.tabsEl.createDiv({ cls: 'vertical-tab-header-group-title', text: 'Community plugins' });
		for (const tab of this.pluginTabs) {
			this.tabsEl.createDiv({ cls: 'vertical-tab-nav-item', text: tab.name }).addEventListener('click', () => { this.openTab(tab); });
		}
		if (this.activeTab === null) this.aboutTab();
	}

	/** Where Obsidian has its own settings, this says what it is, and changes the look. */
	private aboutTab(): void {
		this.tabEl.replaceChildren();
		new Setting(this.tabEl).setName('This is not Obsidian').setDesc('A page that does what the plugin needs of Obsidian, to test and to try it.');
		const row = new Setting(this.tabEl).setName('Dark theme');
		const toggle = new ToggleComponent(row.controlEl).setValue(this.app.isDarkMode());
		toggle.onChange((dark) => { this.app.setTheme(dark ? 'dark' : 'light'); });
	}

	openTab(tab: SettingTab): void {
		this.closeTab();
		this.activeTab = tab;
		this.tabEl.replaceChildren(tab.containerEl);
		tab.display();
	}

	openTabById(id: string): SettingTab | null {
		const tab = this.pluginTabs.find((known) => known instanceof PluginSettingTab && known.plugin.manifest.id === id) ?? null;
		if (tab !== null) this.openTab(tab);
		return tab;
	}

	private closeTab(): void {
		this.activeTab?.hide();
		this.activeTab?.containerEl.remove();
		this.activeTab = null;
	}

	override onClose(): void { this.closeTab(); }
}
