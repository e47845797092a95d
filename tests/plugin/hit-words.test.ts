import { describe, expect, it } from 'vitest';
import { occurrences } from '../../plugin/src/hit/words-in-page';

function found(text: string, ...words: readonly string[]): string[] {
	return occurrences(text, new Set(words)).map(([start, end]) => text.slice(start, end));
}

describe('occurrences', () => {
	it('finds whole words in any case', () => {
		expect(found('Tea, steam and TEA; teapot', 'tea')).toEqual(['Tea', 'TEA']);
	});

	it('keeps the longer of two that overlap', () => {
		expect(found('green tea', 'green', 'green tea')).toEqual(['green tea']);
	});

	it('finds pieces of scripts without spaces', () => {
		expect(found('東京都の水道', '水道', '東京')).toEqual(['東京', '水道']);
	});

	it('takes accented letters as letters', () => {
		expect(found('ação e reação', 'ação')).toEqual(['ação']);
	});

	it('marks nothing where lower case has another length, rather than the wrong place', () => {
		expect(found('İzmir tea', 'tea')).toEqual([]);
	});
});
