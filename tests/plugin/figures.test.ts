import { expect, test } from 'vitest';
import { inBytes, inDateAndTime } from '../../plugin/src/figures';

test.each([
	[0, '0 byte'],
	[999, '999 byte'],
	[1_000, '1 kB'],
	[12_345_678, '12.3 MB'],
	[102_400_000, '102 MB'],
	[7_500_000_000_000_000, '7,500 TB'],
])('%d bytes are %s', (bytes, text) => {
	expect(inBytes(bytes, 'en')).toBe(text);
});

test('figures follow the language', () => {
	expect(inBytes(12_345_678, 'pt-BR')).toMatch(/^12,3\sMB$/);
	expect(inDateAndTime(1_790_000_000, 'en')).toContain('2026');
	expect(inDateAndTime(1_790_000_000, 'pt-BR')).toContain('de set. de 2026');
});
