/** Draws what the panel says in place of a list, or above it. */

import type { PanelStrings } from '../strings-panel';
import type { Message, MessageAction } from './message';

/**
 * Draws the message into `el`, which is emptied and hidden when there is none. Nothing is touched when it already says
 * this, so that a button keeps its focus.
 */
export function drawMessage(
	el: HTMLElement,
	message: Message | null,
	strings: PanelStrings,
	act: (action: MessageAction) => void,
): void {
	const key = JSON.stringify(message);
	if (el.dataset['lunetaMessage'] === key) return;
	el.dataset['lunetaMessage'] = key;
	el.empty();
	el.toggleClass('is-empty', message === null);
	if (message === null) return;
	el.toggleClass('is-warning', message.tone === 'warning');
	el.createDiv({ cls: 'luneta-message-text', text: message.text });
	if (message.detail !== null) el.createDiv({ cls: 'luneta-message-detail', text: message.detail });
	if (message.actions.length === 0) return;
	const buttons = el.createDiv('luneta-message-actions');
	for (const action of message.actions) {
		const button = buttons.createEl('button', { text: actionName(action, strings), attr: { 'data-luneta-act': action } });
		button.addEventListener('click', () => {
			act(action);
		});
	}
}

function actionName(action: MessageAction, strings: PanelStrings): string {
	return {
		setup: strings.actSetup,
		restart: strings.actRestart,
		report: strings.actReport,
		settings: strings.actSettings,
		again: strings.actAgain,
		clearFilters: strings.actClearFilters,
		showHidden: strings.actShowHidden,
		wholeNote: strings.actWholeNote,
		follow: strings.unpin,
	}[action];
}
