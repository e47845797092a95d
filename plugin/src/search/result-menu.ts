/** The menu of a result. */

import { Menu, type App } from 'obsidian';
import { fileOf } from '../hit/file';
import type { HitMenuStrings } from '../strings-search';
import type { HitChoice } from './session';

export type MenuAct =
	| 'open'
	| 'openTab'
	| 'openSplit'
	| 'openWindow'
	| 'insertLink'
	| 'copyLink'
	| 'markRight'
	| 'markWrong';

const ENTRIES: readonly { readonly act: MenuAct; readonly icon: string; readonly section: string }[] = [
	{ act: 'open', icon: 'lucide-file', section: 'open' },
	{ act: 'openTab', icon: 'lucide-file-plus', section: 'open' },
	{ act: 'openSplit', icon: 'lucide-separator-vertical', section: 'open' },
	{ act: 'openWindow', icon: 'lucide-picture-in-picture-2', section: 'open' },
	{ act: 'insertLink', icon: 'lucide-link', section: 'action' },
	{ act: 'copyLink', icon: 'lucide-copy', section: 'action' },
	{ act: 'markRight', icon: 'lucide-check', section: 'info' },
	{ act: 'markWrong', icon: 'lucide-x', section: 'info' },
];

/** Without the marks of right and wrong where there is no query that a note could be right for. */
export function resultMenu(
	app: App,
	choice: HitChoice,
	strings: HitMenuStrings,
	run: (act: MenuAct) => void,
	withMarks: boolean,
): Menu {
	const menu = new Menu();
	for (const { act, icon, section } of ENTRIES) {
		if (section === 'info' && !withMarks) continue;
		menu.addItem((item) => {
			item.setTitle(strings[act]).setIcon(icon).setSection(section);
			item.onClick(() => {
				run(act);
			});
		});
	}
	const file = fileOf(app, choice.hit.path);
	if (file !== null) app.workspace.trigger('file-menu', menu, file, 'luneta-search');
	return menu;
}
