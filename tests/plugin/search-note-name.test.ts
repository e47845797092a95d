import { describe, expect, it } from 'vitest';
import { newNote } from '../../plugin/src/search/note-name';

describe('newNote', () => {
	it.each([
		['Green tea', { folder: '', name: 'Green tea' }],
		['Work/Plan B', { folder: 'Work', name: 'Plan B' }],
		['/a//b/ c ', { folder: 'a/b', name: 'c' }],
		['what is 3:4?', { folder: '', name: 'what is 3 4' }],
		['#tag [[x|y]]^z', { folder: '', name: 'tag x y z' }],
		['../../etc/passwd', { folder: 'etc', name: 'passwd' }],
		['.hidden', { folder: '', name: 'hidden' }],
		['Tea.md', { folder: '', name: 'Tea' }],
		['CON', { folder: '', name: 'CON_' }],
		['  ', null],
		['???', null],
		['a\u0000b\nc', { folder: '', name: 'a b c' }],
	])('%j', (query, expected) => {
		expect(newNote(query)).toEqual(expected);
	});

	it('keeps what file systems can hold, in whole characters', () => {
		const name = newNote('ção🎬'.repeat(60))?.name ?? '';
		expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200);
		expect(new TextDecoder().decode(new TextEncoder().encode(name))).toBe(name);
	});
});
