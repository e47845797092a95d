/** The elements of the search modal, empty: field, modes, messages, list, preview, footer. */

import { setIcon, setTooltip } from 'obsidian';
import type { SearchStrings } from '../strings-search';
import type { FooterEntry } from './keys';
import { MODES, type ShownMode } from './remembered';

export interface Frame {
	readonly inputEl: HTMLInputElement;
	readonly optionsEl: HTMLElement;
	/** Above the list: state, filters, explanation. */
	readonly bannerEl: HTMLElement;
	readonly factsEl: HTMLElement;
	readonly listEl: HTMLElement;
	/** In the place of the list. */
	readonly messageEl: HTMLElement;
	readonly previewEl: HTMLElement;
	readonly countEl: HTMLElement;
	/** Read out by screen readers, not seen. */
	readonly liveEl: HTMLElement;
	readonly footerEl: HTMLElement;
	readonly modeEls: ReadonlyMap<ShownMode, HTMLElement>;
}

let opened = 0;

/** Into a prompt without content. Ids differ from those of any other one, such as in another window. */
export function buildFrame(promptEl: HTMLElement, strings: SearchStrings): Frame {
	// Obsidian's prompts are modals without header and content: its own styles, and themes', fit then.
	promptEl.empty();
	promptEl.removeClass('modal');
	promptEl.addClasses(['prompt', 'luneta-search']);
	promptEl.setAttr('aria-label', strings.placeholder);
	const id = `luneta-results-${String(++opened)}`;
	const top = promptEl.createDiv({ cls: 'prompt-input-container luneta-search-top' });
	const inputEl = buildInput(top, id, strings);
	const modeEls = buildModes(top, strings);
	const optionsEl = top.createDiv({
		cls: 'clickable-icon luneta-options',
		attr: { role: 'button', 'aria-haspopup': 'menu' },
	});
	setIcon(optionsEl, 'lucide-more-horizontal');
	setTooltip(optionsEl, strings.optionsLabel);
	const bannerEl = promptEl.createDiv({ cls: 'luneta-message luneta-banner' });
	const factsEl = promptEl.createDiv({ cls: 'luneta-facts' });
	const body = promptEl.createDiv({ cls: 'luneta-search-body' });
	const results = body.createDiv({ cls: 'luneta-results-side' });
	const listEl = results.createDiv({
		cls: 'prompt-results luneta-results',
		attr: { role: 'listbox', id, 'aria-label': strings.resultsLabel },
	});
	const messageEl = results.createDiv({ cls: 'luneta-message luneta-instead' });
	const previewEl = body.createDiv({
		cls: 'luneta-preview',
		attr: { role: 'region', 'aria-label': strings.previewLabel },
	});
	const bottom = promptEl.createDiv({ cls: 'luneta-search-bottom' });
	const footerEl = bottom.createDiv({ cls: 'prompt-instructions luneta-footer' });
	const countEl = bottom.createDiv({ cls: 'luneta-count', attr: { 'aria-hidden': 'true', dir: 'auto' } });
	const liveEl = promptEl.createDiv({ cls: 'luneta-live', attr: { role: 'status', 'aria-live': 'polite' } });
	return { inputEl, optionsEl, bannerEl, factsEl, listEl, messageEl, previewEl, countEl, liveEl, footerEl, modeEls };
}

export function showMode(frame: Frame, shown: ShownMode): void {
	for (const [mode, el] of frame.modeEls) {
		el.toggleClass('is-active', mode === shown);
		el.setAttr('aria-checked', String(mode === shown));
	}
}

export function fillFooter(frame: Frame, entries: readonly FooterEntry[], strings: SearchStrings): void {
	const drawn = entries.map(({ hint, keys }) => {
		const entry = createDiv({ cls: 'prompt-instruction', attr: { 'data-hint': hint } });
		entry.createSpan({ cls: 'prompt-instruction-command', text: keys, attr: { dir: 'ltr' } });
		entry.createSpan({ text: strings.hints[hint] });
		return entry;
	});
	frame.footerEl.replaceChildren(...drawn);
}

function buildInput(top: HTMLElement, listId: string, strings: SearchStrings): HTMLInputElement {
	return top.createEl('input', {
		cls: 'prompt-input luneta-search-input',
		type: 'text',
		placeholder: strings.placeholder,
		attr: {
			'aria-label': strings.placeholder,
			role: 'combobox',
			'aria-expanded': 'true',
			'aria-autocomplete': 'list',
			'aria-controls': listId,
			autocapitalize: 'off',
			autocomplete: 'off',
			spellcheck: 'false',
			enterkeyhint: 'go',
			dir: 'auto',
		},
	});
}

function buildModes(top: HTMLElement, strings: SearchStrings): Map<ShownMode, HTMLElement> {
	const group = top.createDiv({ cls: 'luneta-modes', attr: { role: 'radiogroup', 'aria-label': strings.modesLabel } });
	return new Map(
		MODES.map((mode) => {
			const el = group.createDiv({
				cls: 'luneta-mode',
				text: strings.modes[mode],
				attr: { role: 'radio', 'data-mode': mode },
			});
			setTooltip(el, strings.modeHints[mode]);
			return [mode, el];
		}),
	);
}
