/** The settings tab, declared, so that Obsidian's search through the settings finds every one. */

import { Notice, PluginSettingTab, type Plugin, type Setting, type SettingDefinition, type SettingDefinitionItem, type SettingDefinitionList } from 'obsidian';
import { FolderRuleModal } from './folder-rule-modal';
import { withEntry, withoutEntry } from './folder-rule';
import { inBytes } from './figures';
import type { Probe } from './discovery';
import { SidecarError, type SidecarPort } from './port';
import { sentenceOf } from './sentence-of';
import { NUMBERS, valueOf, type FoldersName, type NumberName, type SettingName } from './settings';
import type { SettingsFile } from './settings-file';
import type { Strings } from './strings';
import type { SettingsStrings } from './strings-settings';

export interface SettingsTabDeps {
	readonly port: SidecarPort;
	readonly strings: Strings;
	readonly file: SettingsFile;
	/** The path that the user gave, or empty; kept on this device. */
	chosenPath(): string;
	choosePath(path: string): void;
	/** Where the sidecar was found. */
	located(): Promise<{ readonly path: string; readonly version: string } | null>;
	test(path: string): Promise<Probe>;
	reindex(): void;
	rebuild(): void;
	openReport(): void;
}

/** Of the slider; the settings file takes up to 100. */
const MOST_WEIGHT = 3;
const WEIGHT_STEP = 0.1;
const EMBEDDED = '';
const NO_MODEL = 'none';
const OTHER_MODEL = 'other';
/** Keys of controls that are no setting by themselves. */
const MODEL_KIND = 'model-kind';

export class SettingsTab extends PluginSettingTab {
	readonly #words: SettingsStrings;
	/** "Another one" was chosen, and not yet said which. */
	#otherModel = false;
	#countNumber = 0;
	#countEl: HTMLElement | null = null;
	readonly #deps: SettingsTabDeps;

	constructor(plugin: Plugin, deps: SettingsTabDeps) {
		super(plugin.app, plugin);
		this.#deps = deps;
		this.#words = deps.strings.settings;
		this.icon = 'telescope';
	}

	override getSettingDefinitions(): SettingDefinitionItem[] {
		const words = this.#words;
		return [
			{ type: 'group', heading: words.sidecar, items: [this.#program(), this.#programPath()] },
			{ type: 'group', heading: words.folders, items: [this.#searched(), this.#obsidianExcluded()] },
			this.#folderList('include', words.include, words.includeEmpty),
			this.#folderList('exclude', words.exclude, words.excludeEmpty),
			{ type: 'group', heading: words.results, items: this.#results() },
			{ type: 'group', heading: words.model, items: this.#model() },
			{ type: 'group', heading: words.index, items: this.#index() },
		];
	}

	override getControlValue(key: string): unknown {
		const { settings, stored } = this.#deps.file;
		if (key === MODEL_KIND) return this.#modelKind();
		if (key === 'obsidian_excluded') return settings.obsidianExcluded;
		if (key === 'alias_synonyms') return settings.aliasSynonyms;
		if (key === 'nearest') return settings.nearest;
		const value = valueOf(stored, key);
		return typeof value === 'number' ? value : isNumberName(key) ? NUMBERS[key].default : undefined;
	}

	override async setControlValue(key: string, value: unknown): Promise<void> {
		if (key === MODEL_KIND) {
			this.#otherModel = value === OTHER_MODEL;
			if (!this.#otherModel) await this.#store('model', value === NO_MODEL ? NO_MODEL : EMBEDDED);
			this.refreshDomState();
		} else if (isNumberName(key) || key === 'obsidian_excluded' || key === 'alias_synonyms' || key === 'nearest') {
			await this.#store(key, value);
			if (key === 'obsidian_excluded') this.#count();
		}
	}

	async #store(name: SettingName, value: unknown): Promise<void> {
		try {
			await this.#deps.file.set(name, value);
		} catch (error) {
			const problem = sentenceOf(error);
			new Notice(this.#deps.strings.notices.settingsNotWritten(problem));
		}
	}

	#program(): SettingDefinition {
		const words = this.#words;
		return {
			name: words.program,
			render: (setting) => {
				const state = (): void => {
					const { kind, reason } = this.#deps.port.state;
					setting.setDesc(`${this.#deps.strings.states[kind]}.${reason === null ? '' : ` ${reason}`}`);
				};
				const place = setting.controlEl.createSpan({ cls: 'luneta-place' });
				const locate = async (): Promise<void> => {
					const found = await this.#deps.located();
					place.setText(found === null ? words.programNone : words.programFound(found.path, found.version));
				};
				state();
				void locate();
				setting.addButton((button) => {
					button.setButtonText(this.#deps.strings.setup.checkAgain).onClick(() => { this.#deps.port.restart(); });
				});
				return this.#deps.port.onState(() => {
					state();
					void locate();
				});
			},
		};
	}

	#programPath(): SettingDefinition {
		const words = this.#words;
		return {
			name: words.path,
			desc: words.pathAbout,
			render: (setting) => {
				let path = this.#deps.chosenPath();
				setting
					.addText((text) => {
						text.setPlaceholder(words.pathPlaceholder).setValue(path).onChange((value) => { path = value; });
					})
					.addButton((button) => {
						button.setButtonText(words.usePath).onClick(() => void this.#usePath(setting, path));
					});
			},
		};
	}

	async #usePath(setting: Setting, path: string): Promise<void> {
		const words = this.#words;
		if (path.trim() !== '') {
			setting.setDesc(words.testing);
			const probe = await this.#deps.test(path);
			setting.setDesc('version' in probe ? words.works(probe.version) : words.fails(probe.problem));
			if (!('version' in probe)) return;
		}
		this.#deps.choosePath(path);
		this.#deps.port.restart();
	}

	#searched(): SettingDefinition {
		return {
			name: this.#words.searched,
			render: (setting) => {
				this.#countEl = setting.controlEl.createSpan({ cls: 'luneta-count', attr: { role: 'status' } });
				this.#count();
				const unsubscribe = [this.#deps.port.onIndexed(() => { this.#count(); }), this.#deps.port.onState(() => { this.#count(); })];
				return () => {
					this.#countEl = null;
					for (const end of unsubscribe) end();
				};
			},
		};
	}

	/** How many notes the rules leave; a late answer does not replace a newer one. */
	#count(): void {
		const { include, exclude } = this.#deps.file.settings;
		const el = this.#countEl;
		const number = ++this.#countNumber;
		if (el === null) return;
		this.#showCount(el, { include, exclude }, (notes, total) => this.#words.counted(notes, total), () => number === this.#countNumber);
	}

	#showCount(
		el: HTMLElement,
		rules: { readonly include: readonly string[]; readonly exclude: readonly string[] },
		words: (notes: number, total: number) => string,
		wanted: () => boolean,
	): void {
		if (el.getText() === '') el.setText(this.#words.counting);
		this.#deps.port.countNotes(rules).reply.then(
			({ notes, total }) => { if (wanted()) el.setText(words(notes, total)); },
			(error: unknown) => {
				if (!(error instanceof SidecarError)) throw error;
				if (wanted()) el.setText(this.#words.notCounted);
			},
		);
	}

	#obsidianExcluded(): SettingDefinition {
		const words = this.#words;
		return {
			name: words.obsidianExcluded,
			desc: words.obsidianExcludedAbout,
			control: { type: 'toggle', key: 'obsidian_excluded', defaultValue: false },
		};
	}

	#folderList(name: FoldersName, heading: string, emptyState: string): SettingDefinitionList {
		const { file } = this.#deps;
		const change = async (entries: readonly string[]): Promise<void> => {
			await this.#store(name, entries);
			this.update(); // the count is shown anew with it
		};
		return {
			type: 'list',
			heading,
			emptyState,
			items: file.settings[name].map((entry) => ({
				name: entry,
				searchable: false,
				render: (setting: Setting) => {
					const el = setting.controlEl.createSpan({ cls: 'luneta-count' });
					this.#showCount(el, { include: [entry], exclude: [] }, (notes) => this.#words.notes(notes), () => true);
				},
			})),
			addItem: {
				name: this.#words.addFolder,
				action: () => {
					new FolderRuleModal(this.app, this.#words, (entry) => void change(withEntry(file.settings[name], entry))).open();
				},
			},
			onDelete: (index) => void change(withoutEntry(file.settings[name], index)),
		};
	}

	#results(): SettingDefinition[] {
		const words = this.#words;
		return [
			{ name: words.limit, desc: words.limitAbout, control: this.#numberControl('limit') },
			this.#weight('weights.postings', words.weightWords, words.weightWordsAbout),
			this.#weight('weights.vectors', words.weightMeaning, words.weightMeaningAbout),
			this.#weight('weights.names', words.weightNames, words.weightNamesAbout),
			{ name: words.recency, desc: words.recencyAbout, control: this.#numberControl('recency_half_life_days') },
			{ name: words.synonyms, desc: words.synonymsAbout, control: { type: 'toggle', key: 'alias_synonyms', defaultValue: false } },
		];
	}

	#numberControl(key: NumberName): { type: 'number'; key: NumberName; defaultValue: number; min: number; max: number; validate: (value: number) => string | undefined } {
		const { low, high, whole, default: defaultValue } = NUMBERS[key];
		const fits = (value: number): boolean => value >= low && value <= high && (!whole || Number.isInteger(value));
		return {
			type: 'number',
			key,
			defaultValue,
			min: low,
			max: high,
			validate: (value) => (fits(value) ? undefined : this.#words.between(low, high)),
		};
	}

	#weight(key: NumberName, name: string, desc: string): SettingDefinition {
		const others = (['weights.postings', 'weights.vectors', 'weights.names'] as const).filter((other) => other !== key);
		return {
			name,
			desc,
			control: {
				type: 'slider',
				key,
				min: 0,
				max: MOST_WEIGHT,
				step: WEIGHT_STEP,
				defaultValue: NUMBERS[key].default,
				validate: (value) => {
					const any = value > 0 || others.some((other) => this.getControlValue(other) !== 0);
					return any ? undefined : this.#words.oneWeight;
				},
			},
		};
	}

	#model(): SettingDefinition[] {
		const words = this.#words;
		const options = { embedded: words.modelEmbedded, [NO_MODEL]: words.modelNone, [OTHER_MODEL]: words.modelOther };
		return [
			{ name: words.model, desc: words.modelAbout, control: { type: 'dropdown', key: MODEL_KIND, options } },
			{
				name: words.otherModel,
				desc: words.otherModelAbout,
				visible: () => this.#modelKind() === OTHER_MODEL,
				render: (setting) => {
					const { model } = this.#deps.file.settings;
					let typed = model === NO_MODEL ? '' : model;
					setting
						.addText((text) => {
							text.setPlaceholder(words.otherModelPlaceholder).setValue(typed).onChange((value) => { typed = value; });
						})
						.addButton((button) => {
							// Not with each key: every other model makes the index anew.
							button.setButtonText(words.useModel).onClick(() => { if (typed.trim() !== '') void this.#store('model', typed.trim()); });
						});
				},
			},
		];
	}

	#modelKind(): string {
		const { model } = this.#deps.file.settings;
		if (this.#otherModel || (model !== EMBEDDED && model !== NO_MODEL)) return OTHER_MODEL;
		return model === NO_MODEL ? NO_MODEL : 'embedded';
	}

	#index(): SettingDefinition[] {
		const words = this.#words;
		return [
			{ name: words.where, render: (setting) => { void this.#showIndex(setting); } },
			{ name: words.nearest, desc: words.nearestAbout, control: { type: 'dropdown', key: 'nearest', options: words.nearestOptions } },
			{ name: words.graphLinks, desc: words.graphLinksAbout, visible: () => this.#deps.file.settings.nearest !== 'exact', control: this.#numberControl('hnsw_param_m') },
			{ name: words.reindex, desc: words.reindexAbout, action: () => { this.#deps.reindex(); } },
			{ name: words.rebuild, desc: words.rebuildAbout, action: () => { this.#deps.rebuild(); } },
			{ name: words.report, desc: words.reportAbout, action: () => { this.#deps.openReport(); } },
		];
	}

	async #showIndex(setting: Setting): Promise<void> {
		const words = this.#words;
		setting.setDesc(words.whereUnknown);
		try {
			const { db_path: path, db_bytes: bytes, notes, chunks } = await this.#deps.port.status().reply;
			setting.setDesc(words.size(inBytes(bytes, this.#deps.strings.language), notes, chunks));
			setting.controlEl.createSpan({ cls: 'luneta-place', text: path });
		} catch (error) {
			if (!(error instanceof SidecarError)) throw error;
			setting.setDesc(error.message);
		}
	}
}

function isNumberName(key: string): key is NumberName {
	return Object.hasOwn(NUMBERS, key);
}
