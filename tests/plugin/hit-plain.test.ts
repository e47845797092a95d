import { describe, expect, it } from 'vitest';
import { plainSegments, textOf } from '../../plugin/src/hit/plain';
import type { Segment } from '../../plugin/src/protocol.gen';

/** "see [water] now": what stands in ‹› is matched. */
function segments(marked: string): Segment[] {
	return marked
		.split(/(‹[^›]*›)/)
		.filter((piece) => piece !== '')
		.map((piece) => (piece.startsWith('‹') ? { text: piece.slice(1, -1), match: true } : { text: piece, match: false }));
}

function shown(marked: string): string {
	return plainSegments(segments(marked))
		.map(({ text, match }) => (match ? `‹${text}›` : text))
		.join('');
}

describe('plainSegments', () => {
	it.each([
		['heading and paragraph', '## ‹Water›ing\n\nKeep leaves dry.', '‹Water›ing Keep leaves dry.'],
		['emphasis around a match', 'The **‹water›** is ==cold==', 'The ‹water› is cold'],
		['single asterisks', 'call it *Listener* or *the ‹staff› itself*.', 'call it Listener or the ‹staff› itself.'],
		['a link whose target matched', 'he does in [[‹09 - Bridge›|chapter 9]] and', 'he does in ‹09 - Bridge› chapter 9 and'],
		['wikilinks', 'see [[Notes/Tomato|the ‹tomato›]] and [[Compost]]', 'see the ‹tomato› and Compost'],
		['Markdown link', 'read [the ‹guide›](https://example.org/a_(b)) first', 'read the ‹guide› first'],
		['list and tasks', '- one\n- [x] ‹two›\n* three', '• one • ‹two› • three'],
		['callout', '> [!note] Mind the ‹gap›\n> twice', 'Mind the ‹gap› twice'],
		['table', '| a | ‹b› |\n| --- | :-: |\n| c | d |', 'a ‹b› c d'],
		['fence', '```python\nprint(‹x›)\n```', 'print(‹x›)'],
		['block id', 'a ‹word› ^a1-b', 'a ‹word›'],
		['match over a line break', '‹two\nwords›', '‹two words›'],
		['arithmetic is not emphasis', '3 * 4 * 5 ‹and› a_b_c, a*b*c', '3 * 4 * 5 ‹and› a_b_c, a*b*c'],
	])('%s', (_name, marked, expected) => {
		expect(shown(marked)).toBe(expected);
	});

	it('keeps what matched even where it is a mark or a link target', () => {
		expect(shown('see [here](https://‹luneta›.example) now')).toContain('‹luneta›');
		expect(shown('[[‹Tomato› sauce|it]]')).toContain('‹Tomato›');
		expect(shown('<‹br›>')).toContain('‹br›');
	});

	it('gives nothing for a blank snippet', () => {
		expect(plainSegments(segments('\n  \n'))).toEqual([]);
	});

	it('keeps surrogate pairs and combining marks whole', () => {
		expect(shown('a **‹🎬›** é')).toBe('a ‹🎬› é');
	});
});

describe('textOf', () => {
	it('joins plain and matched', () => {
		expect(textOf(segments('a ‹b› c'))).toBe('a b c');
	});
});
