import { expect, test } from 'vitest';
import { hitsAfterRename, relatedRows, shownHit, type RowChoices } from '../../../plugin/src/panel/rows';
import { hit, passage } from './made';

const CHOICES: RowChoices = { note: 'A.md', each: 'note', limit: 10, hidden: new Set(), showHidden: false };
const paths = (rows: readonly { hit: { path: string } }[]): string[] => rows.map((row) => row.hit.path);

test('the note itself is never a row, whatever the answer says', () => {
	const { rows } = relatedRows([hit('A.md', 0.9), hit('B.md', 0.5)], CHOICES);
	expect(paths(rows)).toEqual(['B.md']);
	expect(rows[0]?.share).toBe(1);
});

test('a score is told as a part of the best one', () => {
	const { rows } = relatedRows([hit('B.md', 0.5), hit('C.md', 0.25), hit('D.md', 0.05)], CHOICES);
	expect(rows.map((row) => row.share)).toEqual([1, 0.5, 0.1]);
});

test('hidden ones leave their places to the next; shown on request, they come last', () => {
	const hits = ['B.md', 'C.md', 'D.md', 'E.md'].map((path, i) => hit(path, 1 - i / 10));
	const hidden = new Set(['C.md', 'gone.md']);
	const without = relatedRows(hits, { ...CHOICES, limit: 3, hidden });
	expect(paths(without.rows)).toEqual(['B.md', 'D.md', 'E.md']);
	expect(without.hidden).toBe(1); // of those found: the deleted one is not spoken of
	const shown = relatedRows(hits, { ...CHOICES, limit: 2, hidden, showHidden: true });
	expect(shown.rows.map((row) => [row.hit.path, row.hidden])).toEqual([
		['B.md', false],
		['D.md', false],
		['C.md', true],
	]);
});

test('as passages, the best passage comes first, be its note second', () => {
	const hits = [
		hit('B.md', 0.9, [passage('B1', 0.02), passage('B2', 0.004)]),
		hit('C.md', 0.8, [passage('C1', 0.01), passage('C2', 0.016)]),
	];
	const { rows } = relatedRows(hits, { ...CHOICES, each: 'passage' });
	expect(rows.map((row) => row.hit.passages[row.passage]?.section)).toEqual(['B1', 'C2', 'C1', 'B2']);
	expect(rows.map((row) => row.share)).toEqual([1, 0.8, 0.5, 0.2]);
});

test('passages whose votes were not sent stay in the order of their notes', () => {
	const hits = [hit('B.md', 0.9, [passage('B1'), passage('B2')]), hit('C.md', 0.8, [passage('C1')])];
	const { rows } = relatedRows(hits, { ...CHOICES, each: 'passage' });
	expect(rows.map((row) => row.hit.passages[row.passage]?.section)).toEqual(['B1', 'B2', 'C1']);
});

test('no hits, no rows', () => {
	expect(relatedRows([], CHOICES)).toEqual({ rows: [], hidden: 0 });
});

test('a hit follows the rename of its note and of its folder', () => {
	const hits = [hit('Work/B.md', 1), hit('Workshop/C.md', 1)];
	expect(hitsAfterRename(hits, 'Work', 'Office').map((one) => one.path)).toEqual(['Office/B.md', 'Workshop/C.md']);
});

test('bars tell the rows of a list apart, though fused ranks lie close together', () => {
	const { rows } = relatedRows([hit('B.md', 1 / 61), hit('C.md', 1 / 65.5), hit('D.md', 1 / 70)], CHOICES);
	expect(rows.map((row) => Math.round(row.bar * 100))).toEqual([100, 55, 15]);
	expect(relatedRows([hit('B.md', 1)], CHOICES).rows[0]?.bar).toBe(1);
});

test('a section is shown without the title that stands above it, marks and all', () => {
	const plain = (text: string, match = false): { text: string; match: boolean } => ({ text, match });
	const one = { ...passage('B > Sea'), section_marks: [plain('B > '), plain('Sea', true)] };
	const two = { ...passage('B'), section_marks: [plain('B', true)] };
	const three = { ...passage('Bay > Sea'), section_marks: [plain('Bay > Sea')] };
	const shown = shownHit(hit('B.md', 1, [one, two, three])).passages;
	expect(shown.map((each) => each.section)).toEqual(['Sea', '', 'Bay > Sea']);
	expect(shown.map((each) => each.section_marks)).toEqual([[plain('Sea', true)], [], three.section_marks]);
});
