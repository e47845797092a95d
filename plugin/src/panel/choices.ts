/** What the user chose in one side panel. Obsidian keeps it with the workspace, so it may come from an older version. */

export type PanelTab = 'related' | 'mentions';

export interface Choices {
	readonly tab: PanelTab;
	/** The note that the panel stays with, or null: it follows the active one. */
	readonly pinned: string | null;
	/** The note at which the panel was paused: no following, no updating. Null: not paused. */
	readonly paused: string | null;
	readonly unlinked: boolean;
	/** Only this folder; null is the whole vault. */
	readonly folder: string | null;
	readonly each: 'note' | 'passage';
	/** Related to the whole note, or to the section that the cursor stands in. */
	readonly scope: 'note' | 'section';
	/** The name whose mentions are asked for; null: the note's title. */
	readonly name: string | null;
}

export const FIRST_CHOICES: Choices = {
	tab: 'related',
	pinned: null,
	paused: null,
	unlinked: false,
	folder: null,
	each: 'note',
	scope: 'note',
	name: null,
};

/** The choices kept in a workspace; what cannot be used reads as never chosen. */
export function readChoices(kept: unknown): Choices {
	if (typeof kept !== 'object' || kept === null) return FIRST_CHOICES;
	const of = new Map<string, unknown>(Object.entries(kept));
	const text = (name: keyof Choices): string | null => {
		const value = of.get(name);
		return typeof value === 'string' && value !== '' ? value : null;
	};
	return {
		tab: of.get('tab') === 'mentions' ? 'mentions' : 'related',
		pinned: text('pinned'),
		paused: text('paused'),
		unlinked: of.get('unlinked') === true,
		folder: text('folder'),
		each: of.get('each') === 'passage' ? 'passage' : 'note',
		scope: of.get('scope') === 'section' ? 'section' : 'note',
		name: text('name'),
	};
}

/** The choices after a note or folder has another path. */
export function choicesAfterRename(choices: Choices, from: string, to: string): Choices {
	const moved = (path: string | null): string | null => (path === null ? null : pathAfterRename(path, from, to));
	return { ...choices, pinned: moved(choices.pinned), paused: moved(choices.paused), folder: moved(choices.folder) };
}

/** Where `path` is after `from` became `to`: the same unless it is `from` itself or stands in it. */
export function pathAfterRename(path: string, from: string, to: string): string {
	if (path === from) return to;
	return path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
}
