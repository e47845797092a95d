/** prepareFuzzySearch and its kin, and drawing what they found. */

type Matches = [number, number][];
interface Found { score: number; matches: Matches }

/** All letters of the query in their order; the nearer together and the earlier, the better. */
export function prepareFuzzySearch(query: string): (text: string) => Found | null {
	const letters = [...query.toLowerCase().replace(/\s+/g, '')];
	return (text) => {
		const low = text.toLowerCase();
		const matches: Matches = [];
		let from = 0;
		for (const letter of letters) {
			const at = low.indexOf(letter, from);
			if (at === -1) return null;
			const last = matches.at(-1);
			if (last?.[1] === at) last[1] = at + letter.length;
			else matches.push([at, at + letter.length]);
			from = at + letter.length;
		}
		return { score: -(matches.length + (matches[0]?.[0] ?? 0) / 100), matches };
	};
}

/** Every word of the query somewhere. */
export function prepareSimpleSearch(query: string): (text: string) => Found | null {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	return (text) => {
		const low = text.toLowerCase();
		const matches: Matches = [];
		for (const word of words) {
			const at = low.indexOf(word);
			if (at === -1) return null;
			matches.push([at, at + word.length]);
		}
		return { score: -(matches[0]?.[0] ?? 0) / 100, matches: matches.sort((a, b) => a[0] - b[0]) };
	};
}

export function renderMatches(el: HTMLElement | DocumentFragment, text: string, matches: Matches | null, offset = 0): void {
	let at = 0;
	for (const [from, to] of matches ?? []) {
		const [start, end] = [Math.max(from + offset, at), to + offset];
		if (end <= at || start >= text.length) continue;
		el.appendText(text.slice(at, start));
		el.createSpan({ cls: 'suggestion-highlight', text: text.slice(start, end) });
		at = end;
	}
	el.appendText(text.slice(at));
}

export function renderResults(el: HTMLElement, text: string, result: Found, offset?: number): void {
	renderMatches(el, text, result.matches, offset);
}

export function sortSearchResults(results: { match: Found }[]): void {
	results.sort((a, b) => b.match.score - a.match.score);
}
