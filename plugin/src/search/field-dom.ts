/** The modal's field and buttons: what is typed, clicked and composed. */

import type { Frame } from './frame-dom';
import type { ShownMode } from './remembered';

export interface FieldHandlers {
	readonly typed: () => void;
	readonly mode: (mode: ShownMode) => void;
	readonly options: (event: MouseEvent) => void;
	/** A click on the preview, and not the end of a selection in it. */
	readonly preview: (event: MouseEvent) => void;
}

export class FieldDom {
	/** Whether an input method holds letters that are not typed yet. */
	composing = false;

	constructor({ inputEl, modeEls, optionsEl, previewEl }: Frame, handlers: FieldHandlers) {
		inputEl.addEventListener('compositionstart', () => (this.composing = true));
		inputEl.addEventListener('compositionend', () => {
			this.composing = false;
			handlers.typed();
		});
		inputEl.addEventListener('input', () => { if (!this.composing) handlers.typed(); });
		for (const [mode, el] of modeEls) {
			el.addEventListener('click', () => {
				handlers.mode(mode);
				inputEl.focus();
			});
		}
		optionsEl.addEventListener('click', handlers.options);
		previewEl.addEventListener('click', (event) => {
			event.preventDefault(); // a link in it would open under the modal
			if (previewEl.win.getSelection()?.isCollapsed !== false) handlers.preview(event);
		});
	}
}
