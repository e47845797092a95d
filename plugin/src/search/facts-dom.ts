/** Between the field and the list: how far indexing is, what narrowed the search, how it was understood. */

import type * as wire from '../protocol.gen';
import type { SearchStrings } from '../strings-search';
import { weightsOf } from './explain';
import { filtersOf, remarksOf } from './narrowed';

/** A thin bar under the banner; none without progress. */
export function drawProgress(bannerEl: HTMLElement, progress: wire.Progress | null): void {
	const known = progress !== null && progress.notes_total > 0;
	bannerEl.toggleClass('mod-progress', known);
	if (known) bannerEl.setCssProps({ '--luneta-part': String(progress.notes_done / progress.notes_total) });
}

/**
 * The answer's filters, and with "explain" how the query was understood, which names them too; other names that were
 * looked for as well; what was not obeyed.
 */
export function drawFacts(factsEl: HTMLElement, reply: wire.Hits | null, strings: SearchStrings): void {
	factsEl.empty();
	if (reply !== null) drawReply(factsEl, reply, strings);
	factsEl.hidden = !factsEl.hasChildNodes();
}

function drawReply(factsEl: HTMLElement, reply: wire.Hits, strings: SearchStrings): void {
	const { explanation } = reply;
	const filters = filtersOf(reply, strings.filters);
	if (explanation !== null || filters.length > 0) {
		const line = drawLine(factsEl, explanation === null ? strings.narrowed : strings.explained, filters);
		if (explanation !== null) line.className = 'luneta-explanation';
		const weights = explanation === null ? [] : weightsOf(explanation, strings.hit);
		if (weights.length > 0) line.createSpan({ text: `${strings.weights}: ${weights.join(' · ')}` });
	}
	if (reply.also.length > 0) drawLine(factsEl, strings.also, reply.also);
	for (const remark of remarksOf(reply, strings.filters)) factsEl.createDiv({ cls: 'luneta-remark', text: remark, attr: { dir: 'auto' } });
}

function drawLine(factsEl: HTMLElement, title: string, said: readonly string[]): HTMLElement {
	const line = factsEl.createDiv('luneta-narrowed');
	line.createSpan({ cls: 'luneta-explanation-title', text: title });
	for (const text of said) line.createSpan({ cls: 'luneta-filter', text, attr: { dir: 'auto' } });
	return line;
}
