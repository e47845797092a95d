/** The menu of the modal itself. */

import { Menu } from 'obsidian';
import type { SearchStrings } from '../strings-search';

/** What each entry does; and whether the three that are switches are on. */
export interface ModalOptions {
	readonly on: Readonly<Record<Switch, boolean>>;
	readonly run: (option: ModalOption) => void;
}

type Switch = 'showPreview' | 'showRanks' | 'useJk';
export type ModalOption = Switch | 'openSettings';

export function showOptions(event: MouseEvent, { on, run }: ModalOptions, strings: SearchStrings): void {
	const menu = new Menu();
	const add = (option: ModalOption, checked: boolean | null): void => {
		menu.addItem((item) => {
			item.setTitle(strings[option]).setChecked(checked).setSection(checked === null ? 'settings' : 'view');
			item.onClick(() => { run(option); });
		});
	};
	for (const option of ['showPreview', 'showRanks', 'useJk'] as const) add(option, on[option]);
	add('openSettings', null);
	menu.showAtMouseEvent(event);
}
