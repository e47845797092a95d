import { beforeEach, expect, test } from 'vitest';
import type { DeviceState } from '../../../plugin/src/deps';
import { HiddenNotes } from '../../../plugin/src/panel/hidden-notes';

/** What Obsidian's local storage does: keeps JSON. */
class Kept implements DeviceState {
	json = 'null';
	saves = 0;

	load(): unknown {
		return JSON.parse(this.json);
	}

	save(value: unknown): void {
		this.saves += 1;
		this.json = JSON.stringify(value);
	}
}

let kept: Kept;
let hidden: HiddenNotes;
beforeEach(() => {
	kept = new Kept();
	hidden = new HiddenNotes(kept);
});

test('hidden beside one note only, kept across a restart, and undone', () => {
	hidden.hide('A.md', 'X.md');
	hidden.hide('A.md', 'Y.md');
	expect([...new HiddenNotes(kept).beside('A.md')]).toEqual(['X.md', 'Y.md']);
	expect([...hidden.beside('B.md')]).toEqual([]);
	hidden.show('A.md', 'X.md');
	expect([...new HiddenNotes(kept).beside('A.md')]).toEqual(['Y.md']);
});

test('hiding twice is undone once', () => {
	hidden.hide('A.md', 'X.md');
	hidden.hide('A.md', 'X.md');
	hidden.show('A.md', 'X.md');
	expect([...hidden.beside('A.md')]).toEqual([]);
});

test('both sides of a pair follow a rename, of the note and of a folder', () => {
	hidden.hide('Work/A.md', 'X.md');
	hidden.renamed('X.md', 'Old/X.md');
	hidden.renamed('Work', 'Office');
	expect([...hidden.beside('Office/A.md')]).toEqual(['Old/X.md']);
	expect([...hidden.beside('Work/A.md')]).toEqual([]);
});

test('a rename that concerns nothing writes nothing', () => {
	hidden.hide('A.md', 'X.md');
	const before = kept.saves;
	hidden.renamed('B.md', 'C.md');
	expect(kept.saves).toBe(before);
});

test.each(['null', '7', '[]', '{"hidden": 3}', '{"hidden": [["a"], [1, 2], "x", null]}'])(
	'%s, kept by something else, reads as nothing hidden and can be written over',
	(json) => {
		kept.json = json;
		expect([...hidden.beside('A.md')]).toEqual([]);
		hidden.hide('A.md', 'X.md');
		expect([...hidden.beside('A.md')]).toEqual(['X.md']);
	},
);

test('a path named like a property of every object is a path like others', () => {
	hidden.hide('__proto__', 'constructor');
	expect([...hidden.beside('__proto__')]).toEqual(['constructor']);
});

test('the oldest pairs are forgotten first when there are too many', () => {
	kept.save({ hidden: Array.from({ length: 4000 }, (_, i) => ['A.md', `${String(i)}.md`]) });
	hidden.hide('A.md', 'new.md');
	const beside = hidden.beside('A.md');
	expect([beside.size, beside.has('0.md'), beside.has('1.md'), beside.has('new.md')]).toEqual([4000, false, true, true]);
});
