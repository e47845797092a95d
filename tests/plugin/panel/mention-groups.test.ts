import { expect, test } from 'vitest';
import {
	folded,
	mentionGroups,
	mentionHit,
	mentionsAfterRename,
	NOTHING_FOLDED,
	withMoreNotes,
	withMorePlaces,
} from '../../../plugin/src/panel/mention-groups';
import { mentioning } from './made';

const many = (count: number): string[] => Array.from({ length: count }, () => '');

test("notes stay in the vault's order; a section is written once", () => {
	const notes = [mentioning('b.md', ['', 'One', 'One', 'Two', 'One']), mentioning('a.md', ['One'])];
	const { groups } = mentionGroups(notes, NOTHING_FOLDED);
	expect(groups.map((group) => group.note.path)).toEqual(['b.md', 'a.md']);
	expect(groups[0]?.places.map((place) => place.opensSection)).toEqual([false, true, false, true, true]);
	expect(groups[1]?.places.map((place) => place.opensSection)).toEqual([true]);
});

test('the first note is open however long it is; the next ones as long as few places are open', () => {
	const notes = [mentioning('1', many(30)), mentioning('2', many(30)), mentioning('3', many(10)), mentioning('4', many(1))];
	expect(mentionGroups(notes, NOTHING_FOLDED).groups.map((group) => group.open)).toEqual([true, false, true, false]);
	const long = [mentioning('1', many(500)), mentioning('2', many(1))];
	expect(mentionGroups(long, NOTHING_FOLDED).groups.map((group) => group.open)).toEqual([true, false]);
});

test('folding one note changes no other', () => {
	const notes = [mentioning('1', many(30)), mentioning('2', many(30)), mentioning('3', many(10))];
	const one = mentionGroups(notes, folded(NOTHING_FOLDED, '1', false));
	expect(one.groups.map((group) => [group.open, group.places.length])).toEqual([
		[false, 0],
		[false, 0],
		[true, 10],
	]);
});

test('a note of thousands of places is drawn in parts, and what was not sent is told', () => {
	const notes = [mentioning('1', many(150), 170)];
	const counts = (folding = NOTHING_FOLDED): (number | undefined)[] => {
		const [group] = mentionGroups(notes, folding).groups;
		return [group?.places.length, group?.more, group?.unsent];
	};
	expect(counts()).toEqual([60, 90, 20]);
	const more = withMorePlaces(NOTHING_FOLDED, '1');
	expect(counts(more)).toEqual([120, 30, 20]);
	expect(counts(withMorePlaces(more, '1'))).toEqual([150, 0, 20]);
});

test('thousands of notes are drawn in parts', () => {
	const notes = Array.from({ length: 250 }, (_, i) => mentioning(`${String(i)}.md`, ['']));
	const first = mentionGroups(notes, NOTHING_FOLDED);
	expect([first.groups.length, first.more]).toEqual([100, 150]);
	expect(mentionGroups(notes, withMoreNotes(withMoreNotes(NOTHING_FOLDED))).more).toBe(0);
});

test('a place opens at its line, a note at its beginning, also after a rename', () => {
	const [note] = mentionsAfterRename([mentioning('Old/Book.md', ['Prologue', 'Sea'])], 'Old', 'New');
	if (note === undefined) throw new Error('the note is gone');
	expect(mentionHit(note, note.places[1] ?? null)).toMatchObject({
		path: 'New/Book.md',
		passages: [{ section: 'Sea', lines: [2, 2] }],
	});
	expect(mentionHit(note, null).passages).toEqual([]);
});
