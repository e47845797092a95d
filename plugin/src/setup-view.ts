/** The pane that is shown when the sidecar is not installed: the line to copy, "Check again", and the way to the settings. */

import { ItemView, type WorkspaceLeaf } from 'obsidian';
import { copyText } from './clipboard';
import type { NotFound } from './discovery';
import type { SidecarPort } from './port';
import type { SetupStrings, Strings } from './strings';

export const SETUP_VIEW_TYPE = 'luneta-setup';

/** What installs the sidecar; the user runs one of them. */
export const INSTALL_LINES = { uv: 'uv tool install luneta', pipx: 'pipx install luneta' } as const;

export interface SetupDeps {
	readonly port: SidecarPort;
	readonly strings: Strings;
	/** Programs that were found and do not run. */
	refused(): NotFound['refused'];
	openSettings(): void;
	openSearch(): void;
}

/** How long a button says that it has copied. */
const COPIED_MS = 2_000;

export class SetupView extends ItemView {
	readonly #words: SetupStrings;
	#statusEl!: HTMLElement;
	#asked = false;
	readonly #deps: SetupDeps;

	constructor(leaf: WorkspaceLeaf, deps: SetupDeps) {
		super(leaf);
		this.#deps = deps;
		this.#words = deps.strings.setup;
		this.navigation = false;
	}

	override getViewType(): string {
		return SETUP_VIEW_TYPE;
	}

	override getDisplayText(): string {
		return this.#words.title;
	}

	override getIcon(): string {
		return 'telescope';
	}

	protected override onOpen(): Promise<void> {
		const words = this.#words;
		this.contentEl.empty();
		const page = this.contentEl.createDiv({ cls: 'luneta-setup' });
		page.createDiv({ cls: 'luneta-setup-title', text: words.title, attr: { role: 'heading', 'aria-level': '2' } });
		page.createEl('p', { text: words.why });
		page.createEl('p', { text: words.how });
		this.#line(page, words.withUv, INSTALL_LINES.uv);
		this.#line(page, words.withPipx, INSTALL_LINES.pipx);
		page.createEl('p', { text: words.then });
		const buttons = page.createDiv({ cls: 'luneta-setup-buttons' });
		buttons.createEl('button', { text: words.checkAgain, cls: 'mod-cta' }).addEventListener('click', () => { this.#check(); });
		buttons.createEl('button', { text: words.settings }).addEventListener('click', () => { this.#deps.openSettings(); });
		this.#statusEl = page.createDiv({ cls: 'luneta-setup-status', attr: { role: 'status' } });
		this.register(this.#deps.port.onState(() => { this.#show(); }));
		this.#show();
		return Promise.resolve();
	}

	protected override onClose(): Promise<void> {
		this.contentEl.empty();
		return Promise.resolve();
	}

	#line(page: HTMLElement, label: string, line: string): void {
		const row = page.createDiv({ cls: 'luneta-setup-line' });
		row.createSpan({ text: label, cls: 'luneta-setup-label' });
		row.createEl('code', { text: line });
		const button = row.createEl('button', { text: this.#words.copy, attr: { 'aria-label': `${this.#words.copy}: ${line}` } });
		button.addEventListener('click', () => void this.#copy(button, line));
	}

	async #copy(button: HTMLElement, line: string): Promise<void> {
		if (!(await copyText(line))) return; // the line can still be selected
		button.setText(this.#words.copied);
		window.setTimeout(() => { button.setText(this.#words.copy); }, COPIED_MS);
	}

	#check(): void {
		this.#asked = true;
		this.#deps.port.restart();
	}

	#show(): void {
		const words = this.#words;
		const statusEl = this.#statusEl;
		const { kind, reason, progress } = this.#deps.port.state;
		statusEl.empty();
		if (kind === 'missing') {
			if (this.#asked) statusEl.createEl('p', { text: words.stillMissing });
			this.#showRefused();
		} else if (kind === 'starting') {
			statusEl.createEl('p', { text: words.checking });
		} else if (kind === 'stopped' || kind === 'failed') {
			statusEl.createEl('p', { text: reason ?? this.#deps.strings.states[kind], cls: 'mod-warning' });
		} else {
			statusEl.createEl('p', { text: words.ready });
			if (progress !== null) statusEl.createEl('p', { text: this.#deps.strings.progress(progress.notes_done, progress.notes_total) });
			statusEl.createEl('button', { text: words.search, cls: 'mod-cta' }).addEventListener('click', () => { this.#deps.openSearch(); });
		}
	}

	#showRefused(): void {
		const refused = this.#deps.refused();
		if (refused.length === 0) return;
		this.#statusEl.createEl('p', { text: this.#words.refused });
		const list = this.#statusEl.createEl('ul');
		for (const { path, problem } of refused) list.createEl('li', { text: `${path}: ${problem}` });
	}
}
