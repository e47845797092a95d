/** A message of the modal, with its buttons. */

import type { SearchStrings } from '../strings-search';
import type { Message, MessageAction } from './message';

export interface MessageOptions {
	readonly strings: SearchStrings;
	/** What the button that creates a note says: its name. Null leaves the button out. */
	readonly newName: string | null;
	readonly run: (action: MessageAction) => void;
}

/** Draws it anew, unless it is the one that stands there: a button must not vanish under the mouse. Null empties. */
export function drawMessage(parent: HTMLElement, message: Message | null, options: MessageOptions): void {
	const key = message === null ? '' : JSON.stringify([message, options.newName]);
	if (parent.dataset['message'] === key) return;
	parent.dataset['message'] = key;
	parent.empty();
	parent.toggleClass('mod-warning', message?.tone === 'warning');
	parent.hidden = message === null;
	if (message === null) return;
	parent.createDiv({ cls: 'luneta-message-text', text: message.text, attr: { dir: 'auto' } });
	for (const detail of message.details) {
		parent.createDiv({ cls: 'luneta-message-detail', text: detail, attr: { dir: 'auto' } });
	}
	const buttons = createDiv({ cls: 'luneta-message-actions' });
	for (const action of message.actions) addButton(buttons, action, options);
	if (buttons.hasChildNodes()) parent.append(buttons);
}

function addButton(buttons: HTMLElement, action: MessageAction, { strings, newName, run }: MessageOptions): void {
	if (action === 'create' && newName === null) return;
	const text = action === 'create' && newName !== null ? strings.createNamed(newName) : strings.actions[action];
	const button = buttons.createEl('button', { text, attr: { dir: 'auto', 'data-action': action } });
	button.addEventListener('click', () => {
		run(action);
	});
}
