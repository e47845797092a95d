import { expect, test } from 'vitest';
import { BRAZILIAN_PORTUGUESE, ENGLISH, stringsFor } from '../../plugin/src/strings';

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

/** Every text by its dotted name; what a text needs (a count, a name) is given as 7, which every one of them can show. */
function texts(strings: object, prefix = ''): [string, string][] {
	return Object.entries(strings).flatMap(([name, value]: [string, unknown]): [string, string][] => {
		const path = prefix + name;
		if (typeof value === 'string') return [[path, value]];
		if (typeof value === 'function') return [[path, String((value as (...given: number[]) => unknown)(7, 7, 7, 7))]];
		return texts(value as object, `${path}.`);
	});
}

test('both languages say everything, and nothing is left untranslated', () => {
	const { filters, ...search } = ENGLISH.search;
	expect(filters).toBeNull(); // the sidecar's own words, which are English
	const english = new Map(texts({ ...ENGLISH, search }));
	const { filters: ours, ...pesquisa } = BRAZILIAN_PORTUGUESE.search;
	const portuguese = new Map(texts({ ...BRAZILIAN_PORTUGUESE, search: pesquisa }));
	for (const [name, text] of texts(ours ?? {})) expect(text.trim(), name).not.toBe('');
	expect([...portuguese.keys()].sort()).toEqual([...english.keys()].sort());
	for (const [name, text] of english) {
		expect(text.trim(), name).not.toBe('');
		expect(portuguese.get(name)?.trim(), name).not.toBe('');
		if (/\p{L}/u.test(text)) expect(portuguese.get(name), name).not.toBe(text);
	}
});

test('the names of the commands obey the directory: sentence case, no plugin name, no "command"', () => {
	for (const strings of [ENGLISH, BRAZILIAN_PORTUGUESE]) {
		for (const [, name] of texts((strings as Partial<{ commands: object }>).commands ?? {})) {
			expect(name.replace('Claude Code', 'it')).toMatch(/^\p{Lu}[^\p{Lu}]*[^.]$/u);
			expect(name).not.toMatch(/luneta|command|comando/i);
		}
	}
});
