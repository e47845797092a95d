import { describe, expect, it } from 'vitest';
import { sectionHeadings, shownSection, type NoteHeading } from '../../plugin/src/hit/section';
import type { PassageView } from '../../plugin/src/protocol.gen';

function passage(section: string, lines: readonly [number, number]): PassageView {
	return { section, section_marks: [], snippet: [], lines, votes: {} };
}

const HEADINGS: readonly NoteHeading[] = [
	{ text: 'Garden', level: 1, line: 0 },
	{ text: 'Tomatoes', level: 2, line: 2 },
	{ text: 'Water', level: 3, line: 4 },
	{ text: 'Beans > peas', level: 2, line: 10 },
	{ text: 'Water', level: 3, line: 12 },
];

describe('sectionHeadings', () => {
	it('is the heading alone where that says it', () => {
		expect(sectionHeadings(HEADINGS, passage('Garden > Tomatoes', [4, 4]))).toEqual(['Tomatoes']);
	});

	it('is the whole path where another heading says the same', () => {
		expect(sectionHeadings(HEADINGS, passage('Garden > Beans > peas > Water', [14, 20]))).toEqual([
			'Garden',
			'Beans > peas',
			'Water',
		]);
		expect(sectionHeadings(HEADINGS, passage('Garden > Tomatoes > Water', [6, 9]))).toEqual([
			'Garden',
			'Tomatoes',
			'Water',
		]);
	});

	it('takes a heading that itself holds the separator', () => {
		expect(sectionHeadings(HEADINGS, passage('Garden > Beans > peas', [12, 12]))).toEqual(['Beans > peas']);
	});

	it('is empty before any heading and in a note that lost its headings', () => {
		expect(sectionHeadings(HEADINGS, passage('', [1, 1]))).toEqual([]);
		expect(sectionHeadings([], passage('Garden', [2, 3]))).toEqual([]);
	});

	it('falls back on the heading above the passage when the text of it differs, as with a link in it', () => {
		const headings = [{ text: 'See [[Tea]]', level: 2, line: 3 }];
		expect(sectionHeadings(headings, passage('See Tea', [5, 6]))).toEqual(['See [[Tea]]']);
	});
});

describe('shownSection', () => {
	const shown = (title: string, ...marks: readonly [string, boolean][]): string =>
		shownSection(
			marks.map(([text, match]) => ({ text, match })),
			title,
		)
			.map(({ text, match }) => (match ? `‹${text}›` : text))
			.join('');

	it('leaves out the title, however it is marked, and nothing but the title', () => {
		expect(shown('Green tea', ['Green ', false], ['tea', true], [' > ', false], ['Water', true])).toBe('‹Water›');
		expect(shown('Tea', ['Teapots > Water', false])).toBe('Teapots › Water');
		expect(shown('Tea', ['Brewing > Tea', false])).toBe('Brewing › Tea');
	});

	it('leaves out a heading that says the title without its number', () => {
		expect(shown('09 - The bridge', ['The bridge', true])).toBe('');
		expect(shown('09 - The bridge', ['The bridge > North', false])).toBe('North');
		expect(shown('My bridge', ['bridge > North', false])).toBe('bridge › North');
	});

	it('is empty where the section is the title, or there is none', () => {
		expect(shown('Tea', ['Tea', true])).toBe('');
		expect(shown('Tea', ['', false])).toBe('');
	});
});
