/** Modal and Notice. */

import { setIcon } from './icons';
import { Scope } from './keymap';
import type { App } from './app';

export class Modal {
	scope: Scope;
	containerEl: HTMLElement;
	modalEl: HTMLElement;
	bgEl: HTMLElement;
	titleEl: HTMLElement;
	contentEl: HTMLElement;
	headerEl: HTMLElement;
	shouldRestoreSelection = true;
	private opened = false;
	private focused: Element | null = null;
	private closeCallback: (() => unknown) | undefined;

	constructor(readonly app: App) {
		this.scope = new Scope(app.scope);
		this.scope.register([], 'Escape', () => { this.close(); return false; });
		this.containerEl = createDiv('modal-container mod-dim');
		this.bgEl = this.containerEl.createDiv('modal-bg');
		this.bgEl.addEventListener('click', () => { this.close(); });
		this.modalEl = this.containerEl.createDiv({ cls: 'modal', attr: { role: 'dialog', 'aria-modal': 'true' } });
		const button = this.modalEl.createDiv({ cls: 'modal-close-button mod-raised clickable-icon', attr: { 'aria-label': 'Close' } });
		setIcon(button, 'lucide-x');
		button.addEventListener('click', () => { this.close(); });
		this.headerEl = this.modalEl.createDiv('modal-header');
		this.titleEl = this.headerEl.createDiv('modal-title');
		this.contentEl = this.modalEl.createDiv('modal-content');
	}

	open(): void {
		if (this.opened) return;
		this.opened = true;
		this.focused = document.activeElement;
		document.body.appendChild(this.containerEl);
		this.app.keymap.pushScope(this.scope);
		(document.activeElement as HTMLElement | null)?.blur();
		void this.onOpen();
	}

	close(): void {
		if (!this.opened) return;
		this.opened = false;
		this.app.keymap.popScope(this.scope);
		this.containerEl.remove();
		if (this.shouldRestoreSelection && this.focused?.isConnected) (this.focused as HTMLElement).focus();
		this.onClose();
		this.closeCallback?.();
	}

	onOpen(): unknown { return undefined; }

	onClose(): void { /* for subclasses */ }

	setTitle(title: string): this { this.titleEl.setText(title); return this; }

	setContent(content: string | DocumentFragment): this { this.contentEl.setText(content); return this; }

	setCloseCallback(callback: () => unknown): this { this.closeCallback = callback; return this; }
}

/** Milliseconds for which Obsidian shows a notice when nothing is said. */
const NOTICE_TIME = 4000;

export class Notice {
	containerEl: HTMLElement;
	messageEl: HTMLElement;
	noticeEl: HTMLElement;
	private timer: number | undefined;

	constructor(message: string | DocumentFragment, duration = NOTICE_TIME) {
		const all = document.querySelector('.notice-container') ?? document.body.createDiv('notice-container');
		this.containerEl = all.createDiv({ cls: 'notice', attr: { role: 'status' } });
		this.noticeEl = this.containerEl;
		this.messageEl = this.containerEl.createDiv('notice-message');
		this.setMessage(message);
		this.containerEl.addEventListener('click', () => { this.hide(); });
		if (duration > 0) this.timer = window.setTimeout(() => { this.hide(); }, duration);
		(window as any).luneta.notices.push(this.messageEl.textContent);
	}

	setMessage(message: string | DocumentFragment): this { this.messageEl.setText(message); return this; }

	hide(): void {
		window.clearTimeout(this.timer);
		this.containerEl.remove();
	}
}
