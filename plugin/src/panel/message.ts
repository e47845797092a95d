/** What the panel says when there is no list to show, or beside the list: from states, each with what to do. */

import { SidecarError, type SidecarState, type SidecarStateKind } from '../port';
import { sentenceOf } from '../sentence-of';
import type { PanelStrings } from '../strings-panel';

/** What a message lets the user do. */
export type MessageAction =
	| 'setup'
	| 'restart'
	| 'report'
	| 'settings'
	| 'again'
	| 'clearFilters'
	| 'showHidden'
	| 'wholeNote'
	| 'follow';

export interface Message {
	readonly tone: 'quiet' | 'warning';
	readonly text: string;
	readonly detail: string | null;
	readonly actions: readonly MessageAction[];
}

/** Whether the sidecar can be asked in this state. */
export function answers(kind: SidecarStateKind): boolean {
	return kind === 'indexing' || kind === 'ready' || kind === 'degraded';
}

/** What is known of a list that is to be shown. */
export interface ListState {
	readonly sidecar: SidecarState;
	/** Whether there is a note (or a name) to ask about. */
	readonly asked: boolean;
	/** The rows at hand; null before the first answer. */
	readonly rows: number | null;
	readonly failure: unknown;
	readonly hidden: number;
	readonly filtered: boolean;
	readonly section: boolean;
	/** Whether the note that the panel stays with was deleted. */
	readonly gone?: boolean;
}

/** The message in the place of the related notes; null: the rows are to be shown. */
export function insteadOfRelated(list: ListState, strings: PanelStrings): Message | null {
	const unusable = cannotAsk(list.sidecar, strings);
	if (unusable !== null) return unusable;
	if (!list.asked) return quiet(strings.noNote, strings.noNoteDetail);
	if (list.failure !== null) return ofFailure(list, strings);
	if (list.rows === null) return waitingFor(list.sidecar, strings);
	if (list.rows > 0) return null;
	if (list.hidden > 0) return quiet(strings.allHidden(list.hidden), null, ['showHidden']);
	if (list.filtered) return quiet(strings.noneWithFilters, null, ['clearFilters']);
	if (list.section) return quiet(strings.noneForSection, null, ['wholeNote']);
	return quiet(strings.noneRelated, strings.noneRelatedDetail);
}

/** The same for the mentions. */
export function insteadOfMentions(list: ListState, strings: PanelStrings): Message | null {
	const unusable = cannotAsk(list.sidecar, strings);
	if (unusable !== null) return unusable;
	if (!list.asked) return quiet(strings.noName, null);
	if (list.failure !== null) return ofFailure(list, strings);
	if (list.rows === null) return waitingFor(list.sidecar, strings);
	if (list.rows > 0) return null;
	return list.filtered ? quiet(strings.noMentionsWithFilters, null, ['clearFilters']) : quiet(strings.noMentions, null);
}

/** The same for the search field's results. */
export function insteadOfResults(list: ListState, strings: PanelStrings): Message | null {
	const unusable = cannotAsk(list.sidecar, strings);
	if (unusable !== null) return unusable;
	if (list.failure !== null) return ofFailure(list, strings);
	if (list.rows === null) return waitingFor(list.sidecar, strings);
	return list.rows > 0 ? null : quiet(strings.noResults, strings.noResultsDetail);
}

/**
 * The line above a list that is shown but could be better: still being indexed, or degraded. Null: nothing to say.
 *
 * @param degraded what the answer itself says
 */
export function aboveList(sidecar: SidecarState, degraded: string | null, strings: PanelStrings): Message | null {
	if (cannotAsk(sidecar, strings) !== null) return null;
	if (sidecar.kind === 'starting') return quiet(strings.starting, sidecar.reason);
	if (sidecar.kind === 'indexing') return quiet(indexingText(sidecar, strings), null);
	const reason = degraded ?? (sidecar.kind === 'degraded' ? sidecar.reason : null);
	if (reason === null && sidecar.kind !== 'degraded') return null;
	return { tone: 'warning', text: strings.degraded, detail: reason, actions: ['report'] };
}

function cannotAsk({ kind, reason }: SidecarState, strings: PanelStrings): Message | null {
	switch (kind) {
		case 'missing':
			return { tone: 'warning', text: strings.missing, detail: strings.missingDetail, actions: ['setup'] };
		case 'stopped':
			return { tone: 'warning', text: strings.stopped, detail: reason, actions: ['restart'] };
		case 'failed':
			return { tone: 'warning', text: strings.failed, detail: reason, actions: ['restart', 'report'] };
		default:
			return null;
	}
}

function waitingFor(sidecar: SidecarState, strings: PanelStrings): Message {
	if (sidecar.kind === 'starting') return quiet(strings.starting, sidecar.reason);
	return quiet(sidecar.kind === 'indexing' ? indexingText(sidecar, strings) : strings.looking, null);
}

function ofFailure({ failure, sidecar, gone }: ListState, strings: PanelStrings): Message {
	const code = failure instanceof SidecarError ? failure.code : null;
	if (code === 'not_indexed') {
		if (gone === true) return quiet(strings.gone, null, ['follow']);
		return sidecar.kind === 'indexing'
			? quiet(strings.notIndexedYet, indexingText(sidecar, strings))
			: quiet(strings.notIndexed, strings.notIndexedDetail, ['settings', 'again']);
	}
	if (code === 'no_index') return quiet(strings.notIndexedYet, indexingText(sidecar, strings));
	if (code === 'disconnected') return quiet(strings.reconnecting, null);
	const detail = sentenceOf(failure);
	return { tone: 'warning', text: strings.cannotAnswer, detail, actions: ['again', 'report'] };
}

function indexingText({ progress }: SidecarState, strings: PanelStrings): string {
	return progress === null || progress.notes_total === 0
		? strings.indexing
		: strings.indexingProgress(progress.notes_done, progress.notes_total);
}

function quiet(text: string, detail: string | null, actions: readonly MessageAction[] = []): Message {
	return { tone: 'quiet', text, detail, actions };
}
