/** Wiring only: what there is, and who is given what. */

import { apiVersion, FileSystemAdapter, getLanguage, Notice, Plugin } from 'obsidian';
import { SidecarClient } from './client';
import { FLAGS, searchFromCommandLine } from './command-line';
import { ConfirmModal } from './confirm-modal';
import type { DeviceState, PanelDeps, ViewDeps } from './deps';
import { diagnostics } from './diagnostics';
import { probeSidecar, type Found } from './discovery';
import { setUpHooks } from './hooks-open';
import { copyDiagnostics, reindex, told } from './index-notice';
import { Locator } from './locator';
import { HiddenNotes } from './panel/hidden-notes';
import { InsertRelatedModal } from './panel/insert-modal';
import { RELATED_VIEW_TYPE, RelatedView } from './panel/related-view';
import { SidecarError, type SidecarState } from './port';
import { ReportModal } from './report-modal';
import { SearchModal } from './search/search-modal';
import { openSettingsTab } from './settings-open';
import { SettingsFile } from './settings-file';
import { SettingsTab } from './settings-tab';
import { SETUP_VIEW_TYPE, SetupView } from './setup-view';
import { StatusBar } from './status-bar';
import { stringsFor, type Strings } from './strings';
import type { Timers } from './timers';

const ICON = 'telescope';
/** Between the last change of a setting and its being told to the sidecar: a slider makes many. */
const SETTINGS_PAUSE_MS = 400;

const TIMERS: Timers = {
	after: (milliseconds, action) => window.setTimeout(action, milliseconds),
	cancel: (timer) => { window.clearTimeout(timer); },
};

export default class LunetaPlugin extends Plugin {
	#strings!: Strings;
	#client!: SidecarClient;
	#locator!: Locator;
	#file!: SettingsFile;
	#tab!: SettingsTab;
	#settingsTimer: number | null = null;

	override onload(): void {
		const { adapter } = this.app.vault;
		if (!(adapter instanceof FileSystemAdapter)) return; // only on a phone, where the manifest keeps the plugin out
		this.#strings = stringsFor(getLanguage());
		this.#file = new SettingsFile(
			{ load: () => this.loadData(), save: (data) => this.saveData(data) },
			() => { this.#settingsChanged(); },
		);
		this.#locator = new Locator(machine, this.#device('path'), this.#device('found'));
		this.#client = this.#makeClient(adapter.getBasePath());
		this.register(() => {
			SearchModal.closeOpen(); // it could not be answered any more
			this.#client.stop();
		});
		this.register(this.#client.onIndexed(({ notices }) => { for (const notice of notices) new Notice(notice); }));
		this.#addViews();
		this.#addCommands(adapter.getBasePath());
		this.#addWaysIn();
		this.#addSettings();
		this.app.workspace.onLayoutReady(() => void this.#begin());
	}

	/** Obsidian calls it when the settings file was written by somebody else. */
	override async onExternalSettingsChange(): Promise<void> {
		await this.#file.reread();
		this.#tab.update();
	}

	async #begin(): Promise<void> {
		await this.#file.open();
		this.#client.start();
	}

	#makeClient(vault: string): SidecarClient {
		return new SidecarClient({
			locate: (fresh) => this.#locator.find(fresh),
			startOf: ({ path }) => ({ program: path, vault, configDir: this.app.vault.configDir }),
			open: (url) => new WebSocket(url),
			say: (message) => { new Notice(message); },
			strings: this.#strings.life,
			timers: TIMERS,
			name: `obsidian-luneta/${this.manifest.version}`,
		});
	}

	#addViews(): void {
		const panel: PanelDeps = { ...this.#deps('panel'), openSearch: (query) => { this.#openSearch(query); } };
		this.registerView(RELATED_VIEW_TYPE, (leaf) => new RelatedView(leaf, panel));
		const hidden = new HiddenNotes(panel.device);
		this.registerEvent(this.app.vault.on('rename', ({ path }, from) => { hidden.renamed(from, path); }));
		this.registerView(SETUP_VIEW_TYPE, (leaf) => new SetupView(leaf, {
			port: this.#client,
			strings: this.#strings,
			refused: () => this.#client.refused,
			openSettings: () => { this.#openSettings(); },
			openSearch: () => { this.#openSearch(); },
		}));
		this.registerHoverLinkSource(this.manifest.id, { display: this.manifest.name, defaultMod: true });
	}

	#addCommands(vault: string): void {
		const { commands } = this.#strings;
		this.addCommand({ id: 'search-vault', name: commands.search, callback: () => { this.#openSearch(); } });
		this.addCommand({ id: 'search-selection', name: commands.searchSelection, callback: () => { this.#searchSelection(); } });
		this.addCommand({ id: 'open-related', name: commands.related, callback: () => void this.#openRelated() });
		this.addCommand({
			id: 'insert-related-link',
			name: commands.insertLink,
			editorCheckCallback: (checking, editor, { file }) => {
				if (file === null) return false;
				if (!checking) new InsertRelatedModal(this.app, this.#deps('panel'), { editor, path: file.path }).open();
				return true;
			},
		});
		this.addCommand({ id: 'reindex-changed', name: commands.reindex, callback: () => { this.#reindex(); } });
		this.addCommand({ id: 'rebuild-index', name: commands.rebuild, callback: () => { this.#rebuild(); } });
		this.addCommand({ id: 'show-report', name: commands.report, callback: () => { this.#openReport(); } });
		this.addCommand({ id: 'copy-diagnostics', name: commands.diagnostics, callback: () => void this.#copyDiagnostics() });
		this.addCommand({ id: 'set-up-hooks', name: commands.hooks, callback: () => void this.#setUpHooks(vault) });
	}

	/** The ribbon, the status bar, links and the command line. */
	#addWaysIn(): void {
		const strings = this.#strings;
		this.addRibbonIcon(ICON, strings.commands.search, () => { this.#openSearch(); });
		const bar = new StatusBar(this.addStatusBarItem(), strings, ({ kind }) => {
			if (kind === 'missing') void this.#openSetup();
			else this.#openReport();
		});
		bar.show(this.#client.state);
		this.register(this.#client.onState((state) => {
			bar.show(state);
			this.#offerSetup(state);
		}));
		this.registerObsidianProtocolHandler(this.manifest.id, ({ query }) => { this.#openSearch(query); });
		const { commandLine } = strings;
		const flags = FLAGS.map((flag) => [flag, {
			description: commandLine[flag],
			required: flag === 'query',
			...(flag === 'json' ? {} : { value: `<${flag}>` }),
		}]);
		this.registerCliHandler(
			`${this.manifest.id}:search`,
			commandLine.description,
			Object.fromEntries(flags) as Record<string, { description: string; required: boolean; value?: string }>,
			(params) => searchFromCommandLine(params, this.#client, commandLine),
		);
	}

	#addSettings(): void {
		this.#tab = new SettingsTab(this, {
			port: this.#client,
			strings: this.#strings,
			file: this.#file,
			chosenPath: () => this.#locator.chosen,
			choosePath: (path) => { this.#locator.choose(path); },
			located: () => this.#located(),
			test: probeSidecar,
			reindex: () => { this.#reindex(); },
			rebuild: () => { this.#rebuild(); },
			openReport: () => { this.#openReport(); },
		});
		this.addSettingTab(this.#tab);
	}

	/** @param name of what keeps its state on this device */
	#deps(name: string): ViewDeps {
		return {
			port: this.#client,
			strings: this.#strings,
			settings: () => this.#file.settings,
			device: this.#device(name),
			openSetup: () => void this.#openSetup(),
			openSettings: () => { this.#openSettings(); },
			openReport: () => { this.#openReport(); },
		};
	}

	#device(name: string): DeviceState {
		const key = `${this.manifest.id}-${name}`;
		return {
			load: (): unknown => this.app.loadLocalStorage(key),
			save: (value) => { this.app.saveLocalStorage(key, value); },
		};
	}

	#openSearch(query?: string): void {
		new SearchModal(this.app, this.#deps('search')).openWith(query);
	}

	#searchSelection(): void {
		const inEditor = this.app.workspace.activeEditor?.editor?.getSelection() ?? '';
		const selection = (inEditor || (activeWindow.getSelection()?.toString() ?? '')).trim();
		if (selection === '') new Notice(this.#strings.notices.nothingSelected);
		else this.#openSearch(selection);
	}

	async #openRelated(): Promise<void> {
		await this.app.workspace.ensureSideLeaf(RELATED_VIEW_TYPE, 'right', { active: true, reveal: true });
	}

	async #openSetup(): Promise<void> {
		const { workspace } = this.app;
		const [open] = workspace.getLeavesOfType(SETUP_VIEW_TYPE);
		const leaf = open ?? workspace.getLeaf('tab');
		if (open === undefined) await leaf.setViewState({ type: SETUP_VIEW_TYPE, active: true });
		await workspace.revealLeaf(leaf);
	}

	/** Once on each device; later the status bar and the views lead there. */
	#offerSetup({ kind }: SidecarState): void {
		const offered = this.#device('setup');
		if (kind !== 'missing' || offered.load() === true) return;
		offered.save(true);
		void this.#openSetup();
	}

	#openSettings(): void {
		openSettingsTab(this.app, this.manifest.id);
	}

	#openReport(): void {
		new ReportModal(this.app, {
			port: this.#client,
			strings: this.#strings,
			reindex: () => { this.#reindex(); },
			copyDiagnostics: () => void this.#copyDiagnostics(),
		}).open();
	}

	#reindex(): void {
		void reindex(this.#client, 'changed', this.#strings);
	}

	#rebuild(): void {
		const { rebuildTitle: title, rebuildText: text, rebuild: confirm, cancel } = this.#strings.confirm;
		new ConfirmModal(this.app, { title, text, confirm, cancel }, () => void reindex(this.#client, 'all', this.#strings)).open();
	}

	async #located(): Promise<Found | null> {
		const found = await this.#locator.find(false);
		return found.kind === 'found' ? found : null;
	}

	async #setUpHooks(vault: string): Promise<void> {
		await setUpHooks(this.app, {
			strings: this.#strings.hooks,
			cancel: this.#strings.confirm.cancel,
			vault,
			program: async () => (await this.#located())?.path ?? null,
			openSetup: () => void this.#openSetup(),
		});
	}

	async #copyDiagnostics(): Promise<void> {
		const status = await this.#client.status().reply.catch((error: unknown) => {
			if (error instanceof SidecarError) return null; // the state says why
			throw error;
		});
		await copyDiagnostics(diagnostics({
			pluginVersion: this.manifest.version,
			obsidianVersion: apiVersion,
			platform: `${process.platform} ${process.arch}`,
			state: this.#client.state,
			status,
			settings: this.#file.settings,
		}), this.#strings);
	}

	#settingsChanged(): void {
		if (this.#settingsTimer !== null) window.clearTimeout(this.#settingsTimer);
		this.#settingsTimer = window.setTimeout(() => {
			this.#settingsTimer = null;
			if (this.#client.state.kind !== 'missing') void told(() => this.#client.settingsChanged().reply.then(() => null));
		}, SETTINGS_PAUSE_MS);
	}
}

async function machine(): Promise<{ platform: string; home: string; env: Record<string, string | undefined> }> {
	const { homedir } = await import('os');
	return { platform: process.platform, home: homedir(), env: process.env };
}
