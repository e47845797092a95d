/** Which list gave a hit how much of its score. */

import type * as wire from '../protocol.gen';
import type { SearchStrings } from '../strings-search';
import { number, reasonsOf, sharesOf } from './explain';

/**
 * In a row: a bar for each list, as long as its share, and what of the match gave most to the score. The note's own; a
 * passage that is not the first has its votes alone.
 */
export function renderShares(row: HTMLElement, hit: wire.HitView, passage: number, strings: SearchStrings): void {
	const { locale, lists } = strings.hit;
	const votes = passage === 0 ? hit.votes : (hit.passages[passage]?.votes ?? {});
	const fused = Object.values(votes).reduce((sum, vote) => sum + vote.share, 0);
	const score = passage === 0 ? hit.score : fused;
	const box = row.createDiv({ cls: 'luneta-shares' });
	for (const share of sharesOf(votes, fused, locale, strings.rank)) {
		const line = box.createDiv({ cls: 'luneta-share', attr: { 'data-list': share.list } });
		line.createSpan({ cls: 'luneta-share-list', text: lists[share.list] });
		line.createSpan({ cls: 'luneta-share-bar' }).setCssProps({ '--luneta-part': String(Math.min(share.part, 1)) });
		line.createSpan({ cls: 'luneta-share-text', text: share.text ?? strings.notInList });
	}
	box.createDiv({ cls: 'luneta-share-sum', text: `${strings.score} ${number(score, locale)}` });
	const reasons = passage === 0 ? reasonsOf(hit.reasons, strings.filters, locale) : [];
	const line = reasons.length > 0 ? box.createDiv('luneta-share-reasons') : null;
	for (const [at, text] of reasons.entries()) {
		if (at > 0) line?.appendText(' · ');
		line?.createSpan({ text });
	}
}
