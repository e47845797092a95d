/** The item in the status bar: the sidecar's state, and how far it is. A click opens what helps. */

import { setIcon, setTooltip } from 'obsidian';
import type { SidecarState, SidecarStateKind } from './port';
import type { Strings } from './strings';

/** Lucide's names. */
const ICONS: Readonly<Record<SidecarStateKind, string>> = {
	missing: 'circle-alert',
	stopped: 'circle-alert',
	failed: 'circle-alert',
	degraded: 'triangle-alert',
	starting: 'loader',
	indexing: 'loader',
	ready: 'telescope',
};

export class StatusBar {
	readonly #icon: HTMLElement;
	readonly #text: HTMLElement;
	#state: SidecarState | null = null;

	readonly #item: HTMLElement;
	readonly #strings: Strings;

	/** @param open called on a click with the state at that moment */
	constructor(item: HTMLElement, strings: Strings, open: (state: SidecarState) => void) {
		this.#item = item;
		this.#strings = strings;
		item.addClass('mod-clickable', 'luneta-status');
		item.setAttribute('role', 'button');
		item.tabIndex = 0;
		this.#icon = item.createSpan({ cls: 'luneta-status-icon' });
		this.#text = item.createSpan({ cls: 'luneta-status-text' });
		const act = (): void => { if (this.#state !== null) open(this.#state); };
		item.addEventListener('click', act);
		item.addEventListener('keydown', (event) => {
			if (event.key !== 'Enter' && event.key !== ' ') return;
			event.preventDefault();
			act();
		});
	}

	show(state: SidecarState): void {
		const strings = this.#strings;
		if (state.kind !== this.#state?.kind) setIcon(this.#icon, ICONS[state.kind]);
		this.#state = state;
		const { progress } = state;
		const far = state.kind === 'indexing' && progress !== null ? strings.progress(progress.notes_done, progress.notes_total) : null;
		const word = strings.states[state.kind];
		// While all is well the icon is enough.
		this.#text.setText(state.kind === 'ready' ? '' : (far ?? word));
		const click = strings.statusClick[state.kind === 'missing' ? 'setup' : 'report'];
		setTooltip(this.#item, [`Luneta: ${word}.`, far, state.reason, click].filter((part) => part !== null).join(' '), { placement: 'top' });
	}
}
