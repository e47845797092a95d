/** What can be done with any row of the panel. */

import type { MenuPlace, RowTarget } from './row-list-dom';

export interface RowActions {
	open(target: RowTarget, event: MouseEvent | KeyboardEvent): void;
	insert(target: RowTarget): void;
	equip(target: RowTarget, row: HTMLElement): void;
	/** @param hide given where rows can be hidden: for the menu's entry */
	menu(target: RowTarget, place: MenuPlace, hide?: (target: RowTarget) => void): void;
	/** The links of these rows, as a list, to the clipboard. */
	copy(targets: readonly RowTarget[]): void;
}
