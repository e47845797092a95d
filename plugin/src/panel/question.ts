/** What the panel has to ask, from what it shows and where the user is. */

import type { Wanted } from '../port';
import type * as wire from '../protocol.gen';
import type { Choices } from './choices';

export type RelatedQuestion = Wanted<wire.Related, 'note'>;
export type MentionsQuestion = Wanted<wire.Mentions, 'name'>;

/** The passages asked of each note when passages are listed. */
const PASSAGES_EACH = 3;

/** Where the user is. Lines count from 1. */
export interface Place {
	/** Path of the active note; null when there is none that is indexed (an image, an empty tab). */
	readonly active: string | null;
	/** Line of the cursor in the note that the panel is about; null when it is in no editor. */
	readonly line: number | null;
}

/** The note that the panel is about. */
export function subject(choices: Choices, active: string | null): string | null {
	return choices.paused ?? choices.pinned ?? active;
}

/** Kinds of file that are notes to the index. */
export function isNote(extension: string): boolean {
	return extension === 'md' || extension === 'canvas';
}

/**
 * @param hidden how many notes are hidden for the note: so many more are asked for, so that the list stays as long
 * @param limit rows wanted
 */
export function relatedQuestion(
	choices: Choices,
	place: Place,
	hidden: number,
	limit: number,
): RelatedQuestion | null {
	const note = subject(choices, place.active);
	if (note === null) return null;
	return {
		note,
		line: choices.scope === 'section' ? place.line : null,
		limit: limit + hidden,
		folders: folders(choices),
		passages: choices.each === 'passage' ? PASSAGES_EACH : 1,
		unlinked: choices.unlinked,
	};
}

/** @param title what the note is called: its mentions are asked for while no other name is given */
export function mentionsQuestion(choices: Choices, title: string | null): MentionsQuestion | null {
	const name = (choices.name ?? title ?? '').trim();
	return name === '' ? null : { name, folders: folders(choices) };
}

function folders(choices: Choices): readonly string[] {
	return choices.folder === null ? [] : [choices.folder];
}
