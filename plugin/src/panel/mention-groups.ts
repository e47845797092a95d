/** The mentions of a name as the panel lists them: note after note in the vault's order, folded where they are many. */

import { noteHit } from '../hit/note-hit';
import type * as wire from '../protocol.gen';
import { pathAfterRename } from './choices';

/** Places shown without a click, in all: more would push the later notes out of sight. */
const OPEN_PLACES = 40;
/** Places drawn at a time in one note: more would hold up the window. */
const PLACES_AT_ONCE = 60;
/** Notes drawn at a time, for the same reason. */
const NOTES_AT_ONCE = 100;

export interface MentionGroup {
	readonly note: wire.MentioningNote;
	readonly open: boolean;
	/** The places to draw; empty while folded. */
	readonly places: readonly MentionPlace[];
	/** Places that were sent and are not drawn yet. */
	readonly more: number;
	/** Places that the sidecar counted but did not send. */
	readonly unsent: number;
}

export interface MentionPlace {
	readonly place: wire.MentionView;
	/** Whether it is the first of its section in this note: only then is the section written above it. */
	readonly opensSection: boolean;
}

/** What the user folded or unfolded, and how much is drawn: of a note by its path, and of the notes. */
export interface Folding {
	readonly open: ReadonlyMap<string, boolean>;
	readonly places: ReadonlyMap<string, number>;
	readonly notes: number;
}

export const NOTHING_FOLDED: Folding = { open: new Map(), places: new Map(), notes: NOTES_AT_ONCE };

export interface MentionGroups {
	readonly groups: readonly MentionGroup[];
	/** Notes that are not drawn yet. */
	readonly more: number;
}

export function mentionGroups(notes: readonly wire.MentioningNote[], folding: Folding): MentionGroups {
	let spent = 0;
	const drawn = notes.slice(0, folding.notes);
	const groups = drawn.map((note) => {
		const fits = spent === 0 || spent + note.places.length <= OPEN_PLACES;
		if (fits) spent += note.places.length;
		return group(note, folding.open.get(note.path) ?? fits, folding.places.get(note.path) ?? PLACES_AT_ONCE);
	});
	return { groups, more: notes.length - drawn.length };
}

export function folded(folding: Folding, path: string, open: boolean): Folding {
	return { ...folding, open: new Map(folding.open).set(path, open) };
}

export function withMorePlaces(folding: Folding, path: string): Folding {
	const places = (folding.places.get(path) ?? PLACES_AT_ONCE) + PLACES_AT_ONCE;
	return { ...folding, places: new Map(folding.places).set(path, places) };
}

export function withMoreNotes(folding: Folding): Folding {
	return { ...folding, notes: folding.notes + NOTES_AT_ONCE };
}

function group(note: wire.MentioningNote, open: boolean, most: number): MentionGroup {
	if (!open) return { note, open, places: [], more: 0, unsent: 0 };
	const places = note.places.slice(0, most);
	return {
		note,
		open,
		places: places.map((place, i) => ({ place, opensSection: place.section !== (places[i - 1]?.section ?? '') })),
		more: note.places.length - places.length,
		unsent: note.count - note.places.length,
	};
}

export function mentionsAfterRename(
	notes: readonly wire.MentioningNote[],
	from: string,
	to: string,
): readonly wire.MentioningNote[] {
	return notes.map((note) => ({ ...note, path: pathAfterRename(note.path, from, to) }));
}

/** A place as a hit, so that it is opened, linked and dragged as every hit is. */
export function mentionHit({ path, title }: wire.MentioningNote, place: wire.MentionView | null): wire.HitView {
	const passages: wire.PassageView[] =
		place === null
			? []
			: [{ section: place.section, section_marks: [], snippet: place.snippet, lines: [place.line, place.line], votes: {} }];
	return noteHit(path, title, 0, passages);
}
