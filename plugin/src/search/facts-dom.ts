/** Between the field and the list: how far indexing is, what narrowed the search, how it was understood. */

import type * as wire from '../protocol.gen';
import type { SearchStrings } from '../strings-search';
import { renderExplanation } from './explain-dom';

/** A thin bar under the banner; none without progress. */
export function drawProgress(bannerEl: HTMLElement, progress: wire.Progress | null): void {
	const known = progress !== null && progress.notes_total > 0;
	bannerEl.toggleClass('mod-progress', known);
	if (known) bannerEl.setCssProps({ '--luneta-part': String(progress.notes_done / progress.notes_total) });
}

/** The answer's filters, and with "explain" how the query was understood, which names them too; what was not obeyed. */
export function drawFacts(factsEl: HTMLElement, reply: wire.Hits | null, strings: SearchStrings): void {
	factsEl.empty();
	const explanation = reply?.explanation ?? null;
	if (explanation !== null) renderExplanation(factsEl, explanation, strings);
	else if (reply !== null && reply.filters.length > 0) {
		const line = factsEl.createDiv({ cls: 'luneta-narrowed' });
		line.createSpan({ cls: 'luneta-explanation-title', text: strings.narrowed });
		for (const filter of reply.filters) line.createSpan({ cls: 'luneta-filter', text: filter, attr: { dir: 'auto' } });
	}
	for (const remark of reply?.remarks ?? []) factsEl.createDiv({ cls: 'luneta-remark', text: remark, attr: { dir: 'auto' } });
	factsEl.hidden = !factsEl.hasChildNodes();
}
