import { describe, expect, it } from 'vitest';
import { excerptOf } from '../../plugin/src/search/excerpt';

const NOTE = ['---', 'tags: [a]', '---', '# Garden', 'intro', '## Tomatoes', '', 'water them', ...filler(30)].join('\n');

function filler(count: number): string[] {
	return Array.from({ length: count }, (_, index) => `line ${String(index)}`);
}

describe('excerptOf', () => {
	it('starts at the heading of the passage and goes a little beyond it', () => {
		const excerpt = excerptOf(NOTE, [8, 8]);
		expect(excerpt.text.split('\n')[0]).toBe('## Tomatoes');
		expect(excerpt.text.split('\n').at(-1)).toBe('line 11');
		expect([excerpt.before, excerpt.after]).toEqual([true, true]);
	});

	it('is the start of the note without a passage, and never its frontmatter', () => {
		const excerpt = excerptOf(NOTE, null);
		expect(excerpt.text.startsWith('# Garden\nintro')).toBe(true);
		expect(excerpt.before).toBe(false);
		expect(excerptOf(NOTE, [1, 2]).text).not.toContain('tags');
	});

	it('opens a fence again that was open there', () => {
		const note = ['text', '```python', ...filler(20), '```', 'after'].join('\n');
		expect(excerptOf(note, [12, 14]).text.startsWith('```\nline 9')).toBe(true);
		expect(excerptOf(note, [24, 24]).text).toBe('after');
	});

	it('cuts what is too long to draw while somebody types, at the end of a line', () => {
		const note = `${'word '.repeat(100)}\n`.repeat(40);
		const excerpt = excerptOf(note, [1, 40]);
		expect(excerpt.text.length).toBeLessThanOrEqual(6000);
		expect(excerpt.text.endsWith('word ')).toBe(true);
		expect(excerpt.after).toBe(true);
	});

	it('cuts a single endless line between characters', () => {
		const { text } = excerptOf('🎬'.repeat(10_000), null);
		expect(new TextDecoder().decode(new TextEncoder().encode(text))).toBe(text);
	});

	it('bears a note that became shorter, and one that is empty', () => {
		expect(excerptOf('one\ntwo', [90, 99]).text).toBe('two');
		expect(excerptOf('', [1, 1])).toEqual({ text: '', before: false, after: false });
	});
});
