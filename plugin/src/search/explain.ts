/** The ranks behind a list, in words and numbers. */

import type * as wire from '../protocol.gen';
import type { FilterStrings } from '../strings-filters';
import type { HitStrings } from '../strings-search';

/** So many of some thirty features tell why, as in the terminal. */
const REASONS = 6;

export const LISTS = ['postings', 'vectors', 'names'] as const satisfies readonly wire.ListName[];

export interface Share {
	readonly list: wire.ListName;
	/** "words 3rd place: 0.0159" without the name of the list; null where the list did not find it. */
	readonly text: string | null;
	/** Of the score, 0 to 1. */
	readonly part: number;
}

/** Each list's share of a hit's (or a passage's) score. `score` is what they sum up to. */
export function sharesOf(votes: wire.HitView['votes'], score: number, locale: string, rank: (n: number) => string): Share[] {
	return LISTS.map((list) => {
		const vote = votes[list];
		if (vote === undefined) return { list, text: null, part: 0 };
		return { list, text: `${rank(vote.rank)} · ${number(vote.share, locale)}`, part: score > 0 ? vote.share / score : 0 };
	});
}

/** "title precision 0.08": what gave most to a hit's score. @param strings null: the sidecar's own names, in English */
export function reasonsOf(reasons: wire.HitView['reasons'], strings: FilterStrings | null, locale: string): string[] {
	return Object.entries(reasons)
		.sort(([, one], [, other]) => other - one)
		.slice(0, REASONS)
		.map(([name, share]) => `${strings?.reasons[name] ?? name.replaceAll('_', ' ')} ${number(share, locale)}`);
}

/** "words × 1.2", of the lists that counted. */
export function weightsOf(explanation: wire.Explanation, strings: HitStrings): string[] {
	return LISTS.flatMap((list) => {
		const weight = explanation.weights[list];
		return weight === undefined ? [] : [`${strings.lists[list]} × ${number(weight, strings.locale)}`];
	});
}

/** By language: to make one takes longer than to draw the row that it is for. */
const writers = new Map<string, Intl.NumberFormat>();

/** With three significant digits. */
export function number(value: number, locale: string): string {
	const writer = writers.get(locale) ?? new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
	writers.set(locale, writer);
	return writer.format(value);
}
