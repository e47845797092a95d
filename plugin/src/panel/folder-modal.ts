/** Chooses the folder that the panel is narrowed to. */

import { FuzzySuggestModal, type App, type TFolder } from 'obsidian';

export class FolderModal extends FuzzySuggestModal<TFolder> {
	readonly #chosen: (path: string) => void;

	constructor(app: App, placeholder: string, chosen: (path: string) => void) {
		super(app);
		this.#chosen = chosen;
		this.setPlaceholder(placeholder);
	}

	override getItems(): TFolder[] {
		return this.app.vault.getAllFolders(false);
	}

	override getItemText(folder: TFolder): string {
		return folder.path;
	}

	override onChooseItem(folder: TFolder): void {
		this.#chosen(folder.path);
	}
}
