/** Asks before something that takes long, or that writes outside the vault. */

import { Modal, Setting, type App } from 'obsidian';

export interface Asking {
	readonly title: string;
	readonly text: string;
	/** Shown as it is, below the text. */
	readonly code?: string;
	readonly confirm: string;
	readonly cancel: string;
}

export class ConfirmModal extends Modal {
	readonly #asking: Asking;
	readonly #confirmed: () => void;

	constructor(app: App, asking: Asking, confirmed: () => void) {
		super(app);
		this.#asking = asking;
		this.#confirmed = confirmed;
	}

	override onOpen(): void {
		const { title, text, code, confirm, cancel } = this.#asking;
		this.setTitle(title);
		this.contentEl.createEl('p', { text });
		if (code !== undefined) this.contentEl.createEl('pre', { cls: 'luneta-confirm-code', text: code, attr: { tabindex: 0 } });
		new Setting(this.contentEl)
			.addButton((button) => {
				button.setButtonText(confirm).setCta().onClick(() => {
					this.close();
					this.#confirmed();
				});
			})
			.addButton((button) => {
				button.setButtonText(cancel).onClick(() => { this.close(); });
			});
	}

	override onClose(): void {
		this.contentEl.empty();
	}
}
