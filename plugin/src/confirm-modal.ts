/** Asks before the index is rebuilt. */

import { Modal, Setting, type App } from 'obsidian';
import type { ConfirmStrings } from './strings';

export class RebuildModal extends Modal {
	readonly #strings: ConfirmStrings;
	readonly #rebuild: () => void;

	constructor(app: App, strings: ConfirmStrings, rebuild: () => void) {
		super(app);
		this.#strings = strings;
		this.#rebuild = rebuild;
	}

	override onOpen(): void {
		this.setTitle(this.#strings.rebuildTitle);
		this.contentEl.createEl('p', { text: this.#strings.rebuildText });
		new Setting(this.contentEl)
			.addButton((button) => {
				button.setButtonText(this.#strings.rebuild).setCta().onClick(() => {
					this.close();
					this.#rebuild();
				});
			})
			.addButton((button) => {
				button.setButtonText(this.#strings.cancel).onClick(() => { this.close(); });
			});
	}

	override onClose(): void {
		this.contentEl.empty();
	}
}
