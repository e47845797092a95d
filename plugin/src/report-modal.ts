/** The index report: what is indexed, skipped and failed, with the reasons and ways to the notes. */

import { Keymap, Modal, Setting, type App } from 'obsidian';
import { inBytes, inDateAndTime } from './figures';
import { SidecarError, type SidecarPort, type Unsubscribe } from './port';
import type * as wire from './protocol.gen';
import type { Strings } from './strings';

export interface ReportDeps {
	readonly port: SidecarPort;
	readonly strings: Strings;
	reindex(): void;
	copyDiagnostics(): void;
}

/** The worst first. */
const KINDS: readonly wire.ProblemKind[] = ['failed', 'partial', 'skipped'];
/** Rows of a kind shown at once: a vault can have thousands. */
const ROWS = 100;
/** Between an event and the next look, so that an indexing run does not ask all the time. */
const PAUSE_MS = 1_000;

export class ReportModal extends Modal {
	readonly #unsubscribe: Unsubscribe[] = [];
	#timer: number | null = null;
	#stateEl!: HTMLElement;
	#statusEl!: HTMLElement;
	/** How many rows of each kind the user wants to see. */
	readonly #shown = new Map<wire.ProblemKind, number>();
	readonly #deps: ReportDeps;

	constructor(app: App, deps: ReportDeps) {
		super(app);
		this.#deps = deps;
	}

	override onOpen(): void {
		const { port, strings } = this.#deps;
		this.modalEl.addClass('luneta-report');
		this.setTitle(strings.report.title);
		this.#stateEl = this.contentEl.createDiv({ cls: 'luneta-report-state', attr: { role: 'status' } });
		this.#statusEl = this.contentEl.createDiv();
		this.#statusEl.createEl('p', { text: strings.report.loading });
		this.#buttons();
		this.#showState();
		this.#unsubscribe.push(
			port.onState(() => { this.#showState(); this.#later(); }),
			port.onIndexed(() => { this.#later(); }),
		);
		void this.#refresh();
	}

	override onClose(): void {
		for (const end of this.#unsubscribe) end();
		if (this.#timer !== null) window.clearTimeout(this.#timer);
		this.contentEl.empty();
	}

	#buttons(): void {
		const { port, strings } = this.#deps;
		new Setting(this.contentEl)
			.addButton((button) => {
				button.setButtonText(strings.report.reindex).onClick(() => { this.#deps.reindex(); });
			})
			.addButton((button) => {
				button.setButtonText(strings.report.diagnostics).onClick(() => { this.#deps.copyDiagnostics(); });
			})
			.addButton((button) => {
				button.setButtonText(strings.setup.checkAgain).onClick(() => { port.restart(); });
				const stopped = (): void => { button.buttonEl.toggle(port.state.kind === 'stopped' || port.state.kind === 'missing'); };
				stopped();
				this.#unsubscribe.push(port.onState(stopped));
			});
	}

	#showState(): void {
		const { port, strings } = this.#deps;
		const { kind, reason, progress } = port.state;
		const far = progress === null ? '' : ` (${strings.progress(progress.notes_done, progress.notes_total)})`;
		this.#stateEl.setText(`${strings.states[kind]}${far}${reason === null ? '' : `. ${reason}`}`);
		this.#stateEl.dataset['state'] = kind;
	}

	#later(): void {
		this.#timer ??= window.setTimeout(() => {
			this.#timer = null;
			void this.#refresh();
		}, PAUSE_MS);
	}

	async #refresh(): Promise<void> {
		try {
			this.#draw(await this.#deps.port.status().reply);
		} catch (error) {
			if (!(error instanceof SidecarError)) throw error;
			this.#statusEl.empty(); // the state above says why
			if (error.code !== 'disconnected') this.#statusEl.createEl('p', { text: error.message });
		}
	}

	#draw(status: wire.Status): void {
		const { report } = this.#deps.strings;
		this.#statusEl.empty();
		this.#facts(status);
		for (const kind of KINDS) this.#problems(kind, status.problems.filter((problem) => problem.kind === kind));
		if (status.problems.length === 0 && status.state !== 'starting') this.#statusEl.createEl('p', { text: report.noProblems });
	}

	#facts(status: wire.Status): void {
		const { report, language } = this.#deps.strings;
		const number = new Intl.NumberFormat(language);
		const left = Object.values(status.redactions).reduce((sum, many) => sum + many, 0);
		const facts: [string, string][] = [
			[report.notes, number.format(status.notes)],
			[report.passages, number.format(status.chunks)],
			[report.index, `${status.db_path} (${inBytes(status.db_bytes, language)})`],
			[report.model, status.model],
			[report.lastRun, status.last_run === null ? report.never : inDateAndTime(status.last_run, language)],
			...(left === 0 ? [] : [[report.redactions, report.redacted(left)] as [string, string]]),
		];
		const list = this.#statusEl.createEl('dl', { cls: 'luneta-report-facts' });
		for (const [name, value] of facts) {
			list.createEl('dt', { text: name });
			list.createEl('dd', { text: value });
		}
		if (status.degraded !== null) this.#statusEl.createEl('p', { text: status.degraded, cls: 'mod-warning' });
	}

	#problems(kind: wire.ProblemKind, problems: readonly wire.ProblemView[]): void {
		if (problems.length === 0) return;
		const { report } = this.#deps.strings;
		const shown = this.#shown.get(kind) ?? ROWS;
		const part = this.#statusEl.createDiv({ cls: 'luneta-report-problems' });
		part.createDiv({ cls: 'luneta-report-heading', text: report[kind](problems.length), attr: { role: 'heading', 'aria-level': '3' } });
		const list = part.createEl('ul');
		for (const problem of problems.slice(0, shown)) this.#problem(list, problem);
		const rest = problems.length - shown;
		if (rest <= 0) return;
		part.createEl('button', { text: report.more(Math.min(rest, ROWS)) }).addEventListener('click', () => {
			this.#shown.set(kind, shown + ROWS);
			void this.#refresh();
		});
	}

	#problem(list: HTMLElement, { path, reason }: wire.ProblemView): void {
		const row = list.createEl('li');
		if (this.app.vault.getFileByPath(path) === null) row.createSpan({ text: path });
		else row.createEl('a', { text: path, href: '#', cls: 'luneta-report-note' }).addEventListener('click', (event) => {
			event.preventDefault();
			this.close();
			void this.app.workspace.openLinkText(path, '', Keymap.isModEvent(event));
		});
		row.createSpan({ text: reason, cls: 'luneta-report-reason' });
	}
}
