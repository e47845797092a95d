import { describe, expect, it } from 'vitest';
import { placeOf } from '../../plugin/src/hit/place';
import type { PassageView, Segment } from '../../plugin/src/protocol.gen';

function passage(lines: readonly [number, number], ...snippet: readonly Segment[]): PassageView {
	return { section: '', section_marks: [], snippet, lines, votes: {} };
}

const plain = (text: string): Segment => ({ text, match: false });
const match = (text: string): Segment => ({ text, match: true });

describe('placeOf', () => {
	it('is where the first matched word stands', () => {
		const text = '# Tea\n\nboil\n\nthe green tea\nand wait';
		expect(placeOf(text, passage([3, 6], plain('the '), match('green tea'), plain('\nand wait')))).toEqual({
			line: 4,
			ch: 4,
			endLine: 4,
			endCh: 13,
		});
	});

	it('is the start of a snippet that only its meaning found', () => {
		expect(placeOf('a\nb\nc d', passage([2, 3], plain('c d')))).toMatchObject({ line: 2, ch: 0, endCh: 0 });
	});

	it('looks from the passage on, since the same words may stand earlier', () => {
		const text = 'water\n\n## Two\n\nwater';
		expect(placeOf(text, passage([5, 5], match('water'))).line).toBe(4);
	});

	it('follows a passage that moved up since it was indexed', () => {
		expect(placeOf('one\nwater', passage([40, 41], match('water')))).toMatchObject({ line: 1, ch: 0, endCh: 5 });
	});

	it.each(['\r\n', '\r'])('counts lines as the editor does with %j', (end) => {
		const text = ['one', 'two', 'the water'].join(end);
		const found = placeOf(text, passage([2, 3], plain(`two${end}the `), match('water')));
		expect(found).toEqual({ line: 2, ch: 4, endLine: 2, endCh: 9 });
	});

	it('falls back on the first line of a passage whose snippet is not in the file, such as a masked secret', () => {
		expect(placeOf('a\nkey: hunter2\nb', passage([2, 2], plain('key: [redacted]')))).toMatchObject({ line: 1, ch: 0 });
	});

	it('stays inside a note that became shorter', () => {
		expect(placeOf('one', passage([7, 9], match('gone')))).toMatchObject({ line: 0, ch: 0 });
		expect(placeOf('', passage([7, 9]))).toMatchObject({ line: 0, ch: 0 });
	});
});
