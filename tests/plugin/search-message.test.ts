import { describe, expect, it } from 'vitest';
import { SidecarError, type SidecarState } from '../../plugin/src/port';
import { aboveList, insteadOfList, type Shown } from '../../plugin/src/search/message';
import { ENGLISH } from '../../plugin/src/strings';

const STRINGS = ENGLISH.search;
const PROGRESS = { type: 'progress', notes_done: 1200, notes_total: 16_894, chunks: 5000, seconds: 3 } as const;

function state(kind: SidecarState['kind'], reason: string | null = null, progress: SidecarState['progress'] = null): SidecarState {
	return { kind, reason, progress };
}

function shown(changes: Partial<Shown>): Shown {
	const base = { sidecar: state('ready'), query: 'tea', mode: 'hybrid', current: true, failure: null, rows: 3 } as const;
	return { ...base, filters: [], remarks: [], degraded: null, ...changes };
}

describe('in the place of the list', () => {
	it('nothing while there are rows, and nothing for the moment before the first answer', () => {
		expect(insteadOfList(shown({}), STRINGS)).toBeNull();
		expect(insteadOfList(shown({ rows: 0, current: false }), STRINGS)).toBeNull();
	});

	it.each([
		['missing', 'setup'],
		['stopped', 'restart'],
		['failed', 'restart'],
	] as const)('%s says so even over rows, and what to do first', (kind, action) => {
		const message = insteadOfList(shown({ sidecar: state(kind, 'Because of this.') }), STRINGS);
		expect(message).toMatchObject({ tone: 'warning', details: ['Because of this.'] });
		expect(message?.actions[0]).toBe(action);
	});

	it('starting, for as long as a query has no answer', () => {
		expect(insteadOfList(shown({ sidecar: state('starting'), rows: 0, current: false }), STRINGS)?.text).toBe(STRINGS.starting);
	});

	it('a lost connection is a start on its way, not an error', () => {
		const failure = new SidecarError('disconnected', 'gone');
		expect(insteadOfList(shown({ rows: 0, failure }), STRINGS)?.text).toBe(STRINGS.starting);
	});

	it('an error keeps its own sentence and can be tried again', () => {
		const failure = new SidecarError('damaged', 'The index is damaged; it is being rebuilt.');
		expect(insteadOfList(shown({ rows: 0, failure }), STRINGS)).toMatchObject({
			details: ['The index is damaged; it is being rebuilt.'],
			actions: ['again', 'report'],
		});
	});

	it('no index yet: how far it is', () => {
		const failure = new SidecarError('no_index', 'x');
		const message = insteadOfList(shown({ rows: 0, failure, sidecar: state('indexing', null, PROGRESS) }), STRINGS);
		expect(message?.details[0]).toContain('1,200 of 16,894');
	});

	it('nothing found: what was tried, and what else there is', () => {
		const message = insteadOfList(
			shown({ rows: 0, mode: 'keyword', filters: ['in the folder Work', 'tagged a'], remarks: ['No note has the property x.'], sidecar: state('indexing') }),
			STRINGS,
		);
		expect(message?.details).toEqual([
			'Searched by one way only: words.',
			'Searched only notes in the folder Work, tagged a.',
			'No note has the property x.',
			STRINGS.notAllIndexed,
		]);
		expect(message?.actions).toEqual(['everything', 'create']);
		expect(insteadOfList(shown({ rows: 0 }), STRINGS)?.actions).toEqual(['create']);
	});

	it('an empty field in a vault where nothing was opened yet', () => {
		expect(insteadOfList(shown({ query: ' ', rows: 0 }), STRINGS)?.text).toBe(STRINGS.nothingRecent);
	});
});

describe('above the list', () => {
	it('nothing in the normal state', () => {
		expect(aboveList(shown({}), STRINGS)).toBeNull();
	});

	it('indexing, with progress once there is some', () => {
		expect(aboveList(shown({ sidecar: state('indexing') }), STRINGS)?.text).toBe(STRINGS.indexing);
		expect(aboveList(shown({ sidecar: state('indexing', null, PROGRESS) }), STRINGS)?.text).toContain('1,200 of 16,894');
	});

	it('degraded, with the reason of the answer before that of the state', () => {
		const message = aboveList(shown({ sidecar: state('degraded', 'State.'), degraded: 'Answer.' }), STRINGS);
		expect(message).toMatchObject({ tone: 'warning', details: ['Answer.'], actions: ['report'] });
		expect(aboveList(shown({ degraded: 'Only this answer.' }), STRINGS)?.details).toEqual(['Only this answer.']);
	});

	it('not both at once: what stands in the list’s place is enough', () => {
		expect(aboveList(shown({ sidecar: state('missing'), degraded: 'x' }), STRINGS)).toBeNull();
	});
});
