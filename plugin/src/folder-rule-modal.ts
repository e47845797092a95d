/** Chooses a folder of the vault, or takes a note or a pattern as typed, for a list of folder rules. */

import { prepareFuzzySearch, SuggestModal, type App, type TFolder } from 'obsidian';
import { isInVault } from './folder-rule';
import type { SettingsStrings } from './strings-settings';

interface Choice {
	readonly entry: string;
	/** Notes below a folder; null for what was typed. */
	readonly notes: number | null;
}

export class FolderRuleModal extends SuggestModal<Choice> {
	readonly #folders: readonly Choice[];
	readonly #strings: SettingsStrings;
	readonly #choose: (entry: string) => void;

	constructor(app: App, strings: SettingsStrings, choose: (entry: string) => void) {
		super(app);
		this.#strings = strings;
		this.#choose = choose;
		this.setPlaceholder(strings.folderPlaceholder);
		this.emptyStateText = strings.folderOutside;
		this.#folders = foldersOf(app);
	}

	override getSuggestions(query: string): Choice[] {
		const typed = query.trim();
		if (typed === '') return [...this.#folders];
		const matches = prepareFuzzySearch(typed);
		const found = this.#folders
			.map((choice) => ({ choice, score: matches(choice.entry)?.score }))
			.filter((found): found is { choice: Choice; score: number } => found.score !== undefined)
			.sort((one, other) => other.score - one.score)
			.map(({ choice }) => choice);
		if (!isInVault(typed) || found.some(({ entry }) => entry === typed)) return found;
		return [...found, { entry: typed, notes: null }];
	}

	override renderSuggestion({ entry, notes }: Choice, row: HTMLElement): void {
		row.addClass('mod-complex');
		row.createDiv({ cls: 'suggestion-content' }).createDiv({ cls: 'suggestion-title', text: entry });
		const about = notes === null ? this.#strings.asTyped : this.#strings.notes(notes);
		row.createDiv({ cls: 'suggestion-aux' }).createSpan({ cls: 'suggestion-flair', text: about });
	}

	override onChooseSuggestion({ entry }: Choice): void {
		this.#choose(entry);
	}
}

/** Every folder but the root, by path, with the notes below it. */
function foldersOf(app: App): Choice[] {
	const counts = new Map<string, number>();
	for (const note of app.vault.getMarkdownFiles()) {
		for (let folder: TFolder | null = note.parent; folder !== null && !folder.isRoot(); folder = folder.parent) {
			counts.set(folder.path, (counts.get(folder.path) ?? 0) + 1);
		}
	}
	return app.vault
		.getAllFolders(false)
		.map(({ path }) => ({ entry: path, notes: counts.get(path) ?? 0 }))
		.sort((one, other) => one.entry.localeCompare(other.entry));
}
