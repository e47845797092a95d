import { expect, test } from 'vitest';
import { FIRST_CHOICES } from '../../../plugin/src/panel/choices';
import { concern } from '../../../plugin/src/panel/freshness';
import { isNote, mentionsQuestion, relatedQuestion, subject } from '../../../plugin/src/panel/question';
import { sectionAt, titleOfPath } from '../../../plugin/src/panel/titles';

const PLACE = { active: 'A.md', line: 12 };

test('the panel is about the active note, unless pinned, unless paused', () => {
	expect(subject(FIRST_CHOICES, 'A.md')).toBe('A.md');
	expect(subject({ ...FIRST_CHOICES, pinned: 'P.md' }, 'A.md')).toBe('P.md');
	expect(subject({ ...FIRST_CHOICES, pinned: 'P.md', paused: 'Q.md' }, 'A.md')).toBe('Q.md');
	expect(subject(FIRST_CHOICES, null)).toBeNull();
});

test('the whole note is asked about without the line, so that a moving cursor asks nothing', () => {
	const question = relatedQuestion(FIRST_CHOICES, PLACE, 0, 10);
	expect(question).toEqual({ note: 'A.md', line: null, limit: 10, folders: [], passages: 1, unlinked: false });
	expect(relatedQuestion(FIRST_CHOICES, { ...PLACE, line: 90 }, 0, 10)).toEqual(question);
});

test('every choice goes into the question, and so many more are asked for as are hidden', () => {
	const choices = { ...FIRST_CHOICES, scope: 'section', each: 'passage', unlinked: true, folder: 'Work' } as const;
	expect(relatedQuestion(choices, PLACE, 3, 10)).toEqual({
		note: 'A.md',
		line: 12,
		limit: 13,
		folders: ['Work'],
		passages: 3,
		unlinked: true,
	});
});

test('without a note there is nothing to ask', () => {
	expect(relatedQuestion(FIRST_CHOICES, { active: null, line: null }, 0, 10)).toBeNull();
	expect(mentionsQuestion(FIRST_CHOICES, null)).toBeNull();
});

test('mentions are of the given name, else of the title', () => {
	expect(mentionsQuestion(FIRST_CHOICES, 'A')).toEqual({ name: 'A', folders: [] });
	expect(mentionsQuestion({ ...FIRST_CHOICES, name: ' Morgan ', folder: 'Books' }, 'A')).toEqual({
		name: 'Morgan',
		folders: ['Books'],
	});
	expect(mentionsQuestion({ ...FIRST_CHOICES, name: '  ' }, 'A')).toBeNull();
});

test('notes and canvases are followed, images are not', () => {
	expect(['md', 'canvas', 'png', 'pdf', 'base'].filter(isNote)).toEqual(['md', 'canvas']);
});

test('how soon an answer is asked for again', () => {
	const shown = new Set(['A.md', 'B.md']);
	expect(concern({ paths: ['X.md', 'B.md'], more: true }, shown)).toBe('now');
	expect(concern({ paths: ['X.md'], more: true }, shown)).toBe('soon');
	expect(concern({ paths: ['X.md'], more: false }, shown)).toBe('later');
});

test('titles and sections', () => {
	expect(titleOfPath('a.b/Notes v1.2.md')).toBe('Notes v1.2');
	expect(titleOfPath('.md')).toBe('.md');
	const headings = [
		{ heading: 'One', line: 3 },
		{ heading: 'Two', line: 9 },
	];
	expect([1, 3, 8, 9, 99].map((line) => sectionAt(headings, line))).toEqual([null, 'One', 'One', 'Two', 'Two']);
});
