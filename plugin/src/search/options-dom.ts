/** The menu of the modal itself. */

import { Menu } from 'obsidian';
import type { SearchStrings } from '../strings-search';

export interface ModalOption {
	readonly title: keyof Pick<SearchStrings, 'showPreview' | 'showRanks' | 'useJk' | 'openSettings'>;
	/** Null: not a switch. */
	readonly on: boolean | null;
	readonly run: () => void;
}

export function showOptions(event: MouseEvent, options: readonly ModalOption[], strings: SearchStrings): void {
	const menu = new Menu();
	for (const { title, on, run } of options) {
		menu.addItem((item) => {
			item.setTitle(strings[title]).setChecked(on).setSection(on === null ? 'settings' : 'view');
			item.onClick(run);
		});
	}
	menu.showAtMouseEvent(event);
}
