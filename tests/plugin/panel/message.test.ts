import { expect, test } from 'vitest';
import {
	aboveList,
	answers,
	insteadOfMentions,
	insteadOfRelated,
	insteadOfResults,
	type ListState,
} from '../../../plugin/src/panel/message';
import { SidecarError, type SidecarState, type SidecarStateKind } from '../../../plugin/src/port';
import { PANEL_ENGLISH as EN } from '../../../plugin/src/strings-panel';

const sidecar = (kind: SidecarStateKind, reason: string | null = null, done = 0, total = 0): SidecarState => ({
	kind,
	reason,
	progress: total === 0 ? null : { type: 'progress', notes_done: done, notes_total: total, chunks: 0, seconds: 1 },
});
const READY: ListState = {
	sidecar: sidecar('ready'),
	asked: true,
	rows: 8,
	failure: null,
	hidden: 0,
	filtered: false,
	section: false,
};
const failed = (code: ConstructorParameters<typeof SidecarError>[0]): SidecarError => new SidecarError(code, 'Because.');
const related = (change: Partial<ListState>): unknown[] => {
	const message = insteadOfRelated({ ...READY, ...change }, EN);
	return message === null ? [] : [message.text, message.detail, ...message.actions];
};

test('rows that are there are shown', () => {
	expect(related({})).toEqual([]);
});

test.each<[string, Partial<ListState>, unknown[]]>([
	['missing', { sidecar: sidecar('missing') }, [EN.missing, EN.missingDetail, 'setup']],
	['stopped', { sidecar: sidecar('stopped', 'It crashed.') }, [EN.stopped, 'It crashed.', 'restart']],
	['failed', { sidecar: sidecar('failed', 'Disk full.') }, [EN.failed, 'Disk full.', 'restart', 'report']],
	['starting', { sidecar: sidecar('starting'), rows: null }, [EN.starting, null]],
	['no note', { asked: false, rows: null }, [EN.noNote, EN.noNoteDetail]],
	['first answer awaited', { rows: null }, [EN.looking, null]],
	['indexing, no answer yet', { sidecar: sidecar('indexing', null, 1200, 16894), rows: null }, ['Indexing: 1,200 of 16,894 notes', null]],
	['nothing related', { rows: 0 }, [EN.noneRelated, EN.noneRelatedDetail]],
	['nothing with filters', { rows: 0, filtered: true, section: true }, [EN.noneWithFilters, null, 'clearFilters']],
	['nothing for the section', { rows: 0, section: true }, [EN.noneForSection, null, 'wholeNote']],
	['everything hidden', { rows: 0, hidden: 3, filtered: true }, ['All 3 related notes are hidden', null, 'showHidden']],
	['not in the index', { rows: null, failure: failed('not_indexed') }, [EN.notIndexed, EN.notIndexedDetail, 'settings', 'again']],
	['a deleted note that the panel stays with', { rows: null, failure: failed('not_indexed'), gone: true }, [EN.gone, null, 'follow']],
	['not indexed yet', { rows: null, failure: failed('not_indexed'), sidecar: sidecar('indexing') }, [EN.notIndexedYet, EN.indexing]],
	['connection lost', { rows: null, failure: failed('disconnected') }, [EN.reconnecting, null]],
	['a fault', { rows: null, failure: failed('internal') }, [EN.cannotAnswer, 'Because.', 'again', 'report']],
])('in place of the list: %s', (_, change, expected) => {
	expect(related(change)).toEqual(expected);
});

test('a list stays while the sidecar starts again, and a line says so', () => {
	expect(related({ sidecar: sidecar('starting') })).toEqual([]);
	expect(aboveList(sidecar('starting'), null, EN)?.text).toBe(EN.starting);
});

test('above the list: degraded says why, indexing how far, ready nothing', () => {
	expect(aboveList(sidecar('ready'), null, EN)).toBeNull();
	expect(aboveList(sidecar('degraded', 'No model.'), null, EN)).toMatchObject({ text: EN.degraded, detail: 'No model.' });
	expect(aboveList(sidecar('ready'), 'A list failed.', EN)).toMatchObject({ tone: 'warning', detail: 'A list failed.' });
	expect(aboveList(sidecar('indexing', null, 5, 10), null, EN)?.text).toBe('Indexing: 5 of 10 notes');
	expect(aboveList(sidecar('missing'), null, EN)).toBeNull(); // said in place of the list
});

test('the mentions and the results have their own words', () => {
	expect(insteadOfMentions({ ...READY, asked: false, rows: null }, EN)?.text).toBe(EN.noName);
	expect(insteadOfMentions({ ...READY, rows: 0 }, EN)?.text).toBe(EN.noMentions);
	expect(insteadOfMentions({ ...READY, rows: 0, filtered: true }, EN)?.actions).toEqual(['clearFilters']);
	expect(insteadOfMentions(READY, EN)).toBeNull();
	expect(insteadOfResults({ ...READY, rows: 0 }, EN)?.text).toBe(EN.noResults);
	expect(insteadOfResults({ ...READY, sidecar: sidecar('missing') }, EN)?.actions).toEqual(['setup']);
	expect(insteadOfResults(READY, EN)).toBeNull();
});

test('the sidecar is asked only where it can answer', () => {
	const kinds: SidecarStateKind[] = ['missing', 'stopped', 'starting', 'indexing', 'ready', 'degraded', 'failed'];
	expect(kinds.filter(answers)).toEqual(['indexing', 'ready', 'degraded']);
});
