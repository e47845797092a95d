/** What can be done with any row of the panel. */

import type { MenuPlace, RowHandler, RowTarget } from './row-list-dom';

export interface RowActions {
	open(target: RowTarget, event: MouseEvent | KeyboardEvent): void;
	insert(target: RowTarget): void;
	equip(target: RowTarget, row: HTMLElement): void;
	/** @param hide given where rows can be hidden: for the menu's entry */
	menu(target: RowTarget, place: MenuPlace, hide?: (target: RowTarget) => void): void;
	/** The links of these rows, as a list, to the clipboard. */
	copy(targets: readonly RowTarget[]): void;
}

/** What the rows of a list do. @param own what only the rows of this list can */
export function rowHandler(actions: RowActions, own: Pick<RowHandler, 'hide' | 'fold' | 'leave'>): RowHandler {
	return {
		...own,
		open: (target, event) => { actions.open(target, event); },
		menu: (target, place) => { actions.menu(target, place, own.hide); },
		insert: (target) => { actions.insert(target); },
		equip: (target, row) => { actions.equip(target, row); },
	};
}
