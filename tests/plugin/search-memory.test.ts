import { describe, expect, it } from 'vitest';
import { HISTORY_LENGTH, HistoryWalk, remember } from '../../plugin/src/search/history';
import { readRemembered } from '../../plugin/src/search/remembered';

describe('remember', () => {
	it('keeps each query once, the newest last', () => {
		expect(remember(['tea', 'water'], ' tea ')).toEqual(['water', 'tea']);
		expect(remember(['tea'], '  ')).toEqual(['tea']);
	});

	it('forgets the oldest', () => {
		const full = Array.from({ length: HISTORY_LENGTH }, (_, index) => String(index));
		const kept = remember(full, 'new');
		expect(kept).toHaveLength(HISTORY_LENGTH);
		expect(kept[0]).toBe('1');
	});
});

describe('HistoryWalk', () => {
	it('goes back and comes home to what was being typed', () => {
		const walk = new HistoryWalk(['tea', 'water'], 'wat');
		expect([walk.older(), walk.older(), walk.older()]).toEqual(['water', 'tea', null]);
		expect([walk.newer(), walk.newer(), walk.newer()]).toEqual(['water', 'wat', null]);
	});

	it('leaves out what stands in the field already', () => {
		expect(new HistoryWalk(['tea', 'water'], 'water').older()).toBe('tea');
	});
});

describe('readRemembered', () => {
	it('takes what it kept', () => {
		const kept = { query: 'tea', mode: 'semantic', preview: false, explain: true, jk: true, history: ['tea'] };
		expect(readRemembered(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
	});

	it.each([null, 7, 'x', [], { mode: 'names', history: 'tea', preview: 1, query: 3 }])(
		'reads %j as nothing kept',
		(stored) => {
			expect(readRemembered(stored)).toEqual({
				query: '',
				mode: 'hybrid',
				preview: true,
				explain: false,
				jk: false,
				history: [],
			});
		},
	);
});
