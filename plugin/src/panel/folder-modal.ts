/** Chooses the folder that the panel is narrowed to. */

import { FuzzySuggestModal, type App, type TFolder } from 'obsidian';

export class FolderModal extends FuzzySuggestModal<TFolder> {
	constructor(
		app: App,
		placeholder: string,
		private readonly chosen: (path: string) => void,
	) {
		super(app);
		this.setPlaceholder(placeholder);
	}

	override getItems(): TFolder[] {
		return this.app.vault.getAllFolders(false);
	}

	override getItemText(folder: TFolder): string {
		return folder.path;
	}

	override onChooseItem(folder: TFolder): void {
		this.chosen(folder.path);
	}
}
