/** What the parts of the panel know of the whole. */

import type { PanelDeps } from '../deps';
import type { PanelStrings } from '../strings-panel';
import type { Choices } from './choices';
import type { HiddenNotes } from './hidden-notes';
import type { MessageAction } from './message';
import type { RowActions } from './row-actions';

export interface PanelContext {
	readonly deps: PanelDeps;
	readonly strings: PanelStrings;
	readonly hidden: HiddenNotes;
	readonly actions: RowActions;
	choices(): Choices;
	/** Changes what the user chose, and shows what follows from it. */
	choose(change: Partial<Choices>): void;
	/** Path of the note that the panel is about. */
	subject(): string | null;
	/** Whether no note is there any more. */
	gone(): boolean;
	/** A list's answer came, and is drawn next. */
	answered(): void;
	/** What a note is called, by its path. */
	titleOf(path: string): string;
	/** Tells a screen reader. */
	readonly say: (text: string) => void;
	/** Does what a message offers. */
	readonly act: (action: MessageAction) => void;
}
