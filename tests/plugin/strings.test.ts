import { expect, test } from 'vitest';
import { BRAZILIAN_PORTUGUESE, ENGLISH, stringsFor, type Strings } from '../../plugin/src/strings';

test.each([
	['en', ENGLISH],
	['en-GB', ENGLISH],
	['de', ENGLISH],
	['', ENGLISH],
	['ptolemaic', ENGLISH],
	['pt', BRAZILIAN_PORTUGUESE],
	['pt-BR', BRAZILIAN_PORTUGUESE],
	['PT-br', BRAZILIAN_PORTUGUESE],
])('language code %j', (code, strings) => {
	expect(stringsFor(code)).toBe(strings);
});

test('both languages say everything, and nothing is left untranslated', () => {
	const names = Object.keys(ENGLISH) as (keyof Strings)[];
	expect(Object.keys(BRAZILIAN_PORTUGUESE).sort()).toEqual([...names].sort());
	for (const name of names) {
		expect(ENGLISH[name].trim()).not.toBe('');
		expect(BRAZILIAN_PORTUGUESE[name].trim()).not.toBe('');
		expect(BRAZILIAN_PORTUGUESE[name]).not.toBe(ENGLISH[name]);
	}
});

test('the name of the command obeys the directory: sentence case, no plugin name, no "command"', () => {
	for (const { copyTerminalLine: name } of [ENGLISH, BRAZILIAN_PORTUGUESE]) {
		expect(name).toMatch(/^\p{Lu}[^\p{Lu}]*[^.]$/u);
		expect(name).not.toMatch(/luneta|command|comando/i);
	}
});
