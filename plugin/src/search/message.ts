/** What the modal says in the place of the list, or above it: each state with what to do. */

import { SidecarError, type SidecarState } from '../port';
import { sentenceOf } from '../sentence-of';
import type { SearchStrings } from '../strings-search';
import type { ShownMode } from './remembered';

/** What a message lets the user do; the first action is also Enter's. */
export type MessageAction = 'setup' | 'restart' | 'report' | 'again' | 'create' | 'everything';

export interface Message {
	readonly tone: 'quiet' | 'warning';
	readonly text: string;
	/** Sentences. */
	readonly details: readonly string[];
	readonly actions: readonly MessageAction[];
}

export interface Shown {
	readonly sidecar: SidecarState;
	readonly query: string;
	readonly mode: ShownMode;
	/** Whether the query is answered, be it by a failure. */
	readonly current: boolean;
	readonly failure: unknown;
	/** The number of rows on show. */
	readonly rows: number;
	/** What narrowed the search, in words; and why the answer is less than it could be. */
	readonly filters: readonly string[];
	/** Sentences on what of the query could not be obeyed. */
	readonly remarks: readonly string[];
	readonly degraded: string | null;
}

/** In the place of the list; null when rows are to be shown, or nothing is known yet and the old list may stay. */
export function insteadOfList(shown: Shown, strings: SearchStrings): Message | null {
	const unusable = cannotSearch(shown.sidecar, strings);
	if (unusable !== null) return unusable;
	if (shown.query.trim() === '') return shown.rows > 0 ? null : quiet(strings.nothingRecent);
	if (shown.failure !== null && shown.current) return ofFailure(shown, strings);
	if (shown.rows > 0) return null;
	if (!shown.current) return shown.sidecar.kind === 'starting' ? starting(shown.sidecar, strings) : null;
	return nothingFound(shown, strings);
}

/** One line above the list; null when there is nothing to say. */
export function aboveList(shown: Shown, strings: SearchStrings): Message | null {
	const { sidecar } = shown;
	if (cannotSearch(sidecar, strings) !== null) return null;
	if (sidecar.kind === 'starting') return shown.query.trim() === '' ? starting(sidecar, strings) : null;
	if (sidecar.kind === 'indexing') return quiet(progressText(sidecar, strings));
	const reason = shown.degraded ?? (sidecar.kind === 'degraded' ? sidecar.reason : null);
	if (reason === null && sidecar.kind !== 'degraded') return null;
	return { tone: 'warning', text: strings.degraded, details: sentences(reason), actions: ['report'] };
}

function cannotSearch({ kind, reason }: SidecarState, strings: SearchStrings): Message | null {
	switch (kind) {
		case 'missing':
			return { tone: 'warning', text: strings.missing, details: sentences(reason ?? strings.missingDetail), actions: ['setup'] };
		case 'stopped':
			return { tone: 'warning', text: strings.stopped, details: sentences(reason), actions: ['restart', 'report'] };
		case 'failed':
			return { tone: 'warning', text: strings.failed, details: sentences(reason), actions: ['restart', 'report'] };
		default:
			return null;
	}
}

function ofFailure({ failure, sidecar }: Shown, strings: SearchStrings): Message {
	const code = failure instanceof SidecarError ? failure.code : null;
	if (sidecar.kind === 'starting' || code === 'disconnected') return starting(sidecar, strings);
	if (code === 'no_index') return quiet(strings.noIndexYet, [progressText(sidecar, strings)]);
	const detail = sentenceOf(failure);
	return { tone: 'warning', text: strings.cannotAnswer, details: sentences(detail), actions: ['again', 'report'] };
}

/** What was tried, and what else there is to do. */
function nothingFound({ mode, filters, remarks, sidecar }: Shown, strings: SearchStrings): Message {
	const details: string[] = [];
	if (mode !== 'hybrid') details.push(strings.triedMode(strings.modes[mode].toLocaleLowerCase(strings.hit.locale)));
	if (filters.length > 0) details.push(strings.triedFilters(filters.join(', ')));
	details.push(...remarks);
	if (sidecar.kind === 'indexing') details.push(strings.notAllIndexed);
	return quiet(strings.nothingFound, details, mode === 'hybrid' ? ['create'] : ['everything', 'create']);
}

function starting(sidecar: SidecarState, strings: SearchStrings): Message {
	return quiet(strings.starting, sentences(sidecar.reason));
}

function progressText({ progress }: SidecarState, strings: SearchStrings): string {
	return progress === null || progress.notes_total === 0
		? strings.indexing
		: strings.indexingProgress(progress.notes_done, progress.notes_total);
}

function quiet(text: string, details: readonly string[] = [], actions: readonly MessageAction[] = []): Message {
	return { tone: 'quiet', text, details, actions };
}

function sentences(text: string | null): string[] {
	return text === null || text === '' ? [] : [text];
}
