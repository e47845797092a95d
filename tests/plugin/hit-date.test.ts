import { describe, expect, it } from 'vitest';
import { fullDate, shortDate } from '../../plugin/src/hit/date';

const NOW = new Date(2026, 4, 20, 0, 30).getTime();

describe('shortDate', () => {
	it.each([
		['the same day', new Date(2026, 4, 20, 0, 1), 'today'],
		['an hour before, but the day before', new Date(2026, 4, 19, 23, 45), 'yesterday'],
		['within the week', new Date(2026, 4, 14, 12), '6 days ago'],
		['a week ago', new Date(2026, 4, 13, 12), 'May 13'],
		['another year', new Date(2025, 11, 31, 12), 'Dec 31, 2025'],
		['a clock that runs ahead', new Date(2026, 4, 21, 1), 'May 21'],
	])('%s', (_name, date, expected) => {
		expect(shortDate(date.getTime(), NOW, 'en')).toBe(expected);
	});

	it('is written in the language of the interface', () => {
		expect(shortDate(new Date(2026, 4, 19).getTime(), NOW, 'pt-BR')).toBe('ontem');
		expect(fullDate(new Date(2026, 4, 19, 9, 5).getTime(), 'pt-BR')).toContain('19 de maio de 2026');
	});
});
