import { expect, test } from 'vitest';
import { choicesAfterRename, FIRST_CHOICES, readChoices, type Choices } from '../../../plugin/src/panel/choices';

const CHOSEN: Choices = {
	tab: 'mentions',
	pinned: 'Work/Plan.md',
	paused: 'Work/Plan.md',
	unlinked: true,
	folder: 'Work',
	each: 'passage',
	scope: 'section',
	name: 'Morgan',
};

test('choices come back from the workspace as they were', () => {
	expect(readChoices(JSON.parse(JSON.stringify({ ...CHOSEN, another: 1 })))).toEqual(CHOSEN);
});

test.each([null, 'text', 7, [], {}, { tab: 'graph', pinned: 3, paused: '', unlinked: 'yes', each: null, scope: 1 }])(
	'%j reads as nothing chosen',
	(kept) => {
		expect(readChoices(kept)).toEqual(FIRST_CHOICES);
	},
);

test('pinned and paused note and the folder follow a rename of the folder, and only of it', () => {
	const moved = choicesAfterRename(CHOSEN, 'Work', 'Office/2026');
	expect(moved).toEqual({ ...CHOSEN, pinned: 'Office/2026/Plan.md', paused: 'Office/2026/Plan.md', folder: 'Office/2026' });
	expect(choicesAfterRename(CHOSEN, 'Wor', 'X')).toEqual(CHOSEN);
	expect(choicesAfterRename(CHOSEN, 'Work/Plan.md', 'Plan B.md').pinned).toBe('Plan B.md');
});
