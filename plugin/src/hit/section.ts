/** Which of a note's headings a passage stands under, for a link to it. */

import type * as wire from '../protocol.gen';
import { textOf } from './plain';

/** A heading of the open note: what Obsidian's cache says of it. `line` counts from 0. */
export interface NoteHeading {
	readonly text: string;
	readonly level: number;
	readonly line: number;
}

/** Between the headings of a section, on the wire. */
export const SECTION_SEPARATOR = ' > ';

/**
 * The headings that name the section, outermost first: only the last one if no other heading of the note says the same,
 * otherwise those above it too, so that the link means this one. Empty for text before any heading, or when the note no
 * longer has that section.
 */
export function sectionHeadings(headings: readonly NoteHeading[], passage: wire.PassageView): string[] {
	if (passage.section === '') return [];
	const named = headings.filter((heading) => endsWith(passage.section, heading.text));
	const own = nearest(named, passage.lines) ?? lastAbove(headings, passage.lines[0] - 1);
	if (own === undefined) return [];
	const same = headings.filter((heading) => heading.text === own.text);
	return same.length === 1 ? [own.text] : [...above(headings, own), own.text];
}

/** The section as a row shows it: without the note's own title, which stands above it. Empty if nothing else is left. */
export function shownSection(marks: readonly wire.Segment[], title: string): wire.Segment[] {
	const text = textOf(marks);
	const [outermost = ''] = text.split(SECTION_SEPARATOR, 1);
	const repeated = text.startsWith(title) ? title : saysTheTitle(outermost, title) ? outermost : null;
	if (text === repeated) return [];
	let cut = repeated !== null && text.startsWith(repeated + SECTION_SEPARATOR) ? repeated.length + SECTION_SEPARATOR.length : 0;
	return marks.flatMap(({ text: piece, match }) => {
		const kept = piece.slice(cut);
		cut = Math.max(cut - piece.length, 0);
		return kept === '' ? [] : [{ text: kept.split(SECTION_SEPARATOR).join(' › '), match }];
	});
}

/** "The end" does in the note "12 - The end". */
function saysTheTitle(heading: string, title: string): boolean {
	return heading !== '' && title.endsWith(heading) && !/\p{L}/u.test(title.slice(0, -heading.length));
}

function endsWith(section: string, heading: string): boolean {
	const plain = heading.trim();
	return section === plain || section.endsWith(SECTION_SEPARATOR + plain);
}

/** The last one at or above the passage's first line, else the first one inside the passage. */
function nearest(headings: readonly NoteHeading[], lines: readonly [number, number]): NoteHeading | undefined {
	const first = lines[0] - 1;
	return lastAbove(headings, first) ?? headings.find((heading) => heading.line < lines[1]);
}

function lastAbove(headings: readonly NoteHeading[], line: number): NoteHeading | undefined {
	return headings.filter((heading) => heading.line <= line).at(-1);
}

function above(headings: readonly NoteHeading[], own: NoteHeading): string[] {
	const path: string[] = [];
	let level = own.level;
	for (const heading of headings.filter((other) => other.line < own.line).reverse()) {
		if (heading.level >= level) continue;
		path.unshift(heading.text);
		level = heading.level;
	}
	return path;
}
