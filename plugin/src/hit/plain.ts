/** Snippets come as the file says them; shown in a list they are easier to read without Markdown's marks. */

import type * as wire from '../protocol.gen';

interface Cut {
	readonly start: number;
	readonly end: number;
	readonly instead: string;
}

interface Rule {
	readonly pattern: RegExp;
	/** The group that stays. */
	readonly keep?: number;
	/** What stands in the place of the cut. */
	readonly instead?: string;
}

/** What is cut out of a snippet. */
const RULES: readonly Rule[] = [
	{ pattern: /^[ \t]*(?:\|[ \t]*)?:?-{3,}:?[ \t|:-]*$/gm },
	{ pattern: /^[ \t]*(?:`{3,}|~{3,}).*$/gm },
	{ pattern: /^[ \t]*#{1,6}[ \t]+/gm },
	{ pattern: /^[ \t]*(?:>[ \t]?)+(?:\[![\w-]+\][+-]?)?[ \t]*/gm },
	{ pattern: /^[ \t]*[-*+][ \t]+(?:\[.\][ \t]+)?/gm, instead: '• ' },
	{ pattern: /!?\[\[(?:[^\][|\n]*\|)?([^\][|\n]*)\]\]/g, keep: 1 },
	{ pattern: /!?\[\[|\]\]/g }, // what is left of a link whose target matched
	{ pattern: /!?\[([^\][\n]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:[ \t]+"[^"\n]*")?\)/g, keep: 1 },
	{ pattern: /\*\*|==|~~|`+/g },
	{ pattern: /\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![\w*])/g, keep: 1 },
	{ pattern: /<\/?[a-zA-Z][^<>\n]{0,200}>/g },
	{ pattern: /[ \t]+\^[a-zA-Z0-9-]+[ \t]*$/gm },
	{ pattern: /[ \t]*\|[ \t]*/g, instead: ' ' },
	{ pattern: /\s+/g, instead: ' ' },
];

/**
 * The same segments without marks of headings, quotes, lists, links, emphasis, code and tables, and on one line. Matched
 * text is never cut, even where it stands in a link's target. Neighbours differ in `match`; none is empty.
 */
export function plainSegments(segments: readonly wire.Segment[]): wire.Segment[] {
	let text = segments.map((segment) => segment.text).join('');
	let matched = segments.flatMap((segment) => Array.from({ length: segment.text.length }, () => segment.match));
	for (const rule of RULES) {
		const cuts = cutsOf(text, matched, rule);
		if (cuts.length === 0) continue;
		[text, matched] = without(text, matched, cuts);
	}
	return trimmed(joined(text, matched));
}

/** What the segments say, matched or not. */
export function textOf(segments: readonly wire.Segment[]): string {
	return segments.map((segment) => segment.text).join('');
}

function cutsOf(text: string, matched: readonly boolean[], { pattern, keep, instead = '' }: Rule): Cut[] {
	const cuts: Cut[] = [];
	for (const found of text.matchAll(pattern)) {
		const end = found.index + found[0].length;
		const kept = keep === undefined ? undefined : found[keep];
		const parts: Cut[] = [];
		if (kept === undefined) parts.push({ start: found.index, end, instead });
		else {
			const at = found.index + found[0].lastIndexOf(kept, keptLimit(found[0], kept));
			parts.push({ start: found.index, end: at, instead: '' }, { start: at + kept.length, end, instead: '' });
		}
		const free = parts.filter((cut) => cut.instead === ' ' || !matched.slice(cut.start, cut.end).includes(true));
		cuts.push(...free.filter((cut) => text.slice(cut.start, cut.end) !== cut.instead));
	}
	return cuts;
}

/** Where the kept group starts at the latest: before `](` of a Markdown link, `]]` of a wikilink, the last `*`. */
function keptLimit(whole: string, kept: string): number {
	const link = whole.endsWith(')') ? whole.indexOf('](') : whole.length - (whole.endsWith('*') ? 1 : 2);
	return link - kept.length;
}

function without(text: string, matched: readonly boolean[], cuts: readonly Cut[]): [string, boolean[]] {
	const pieces: string[] = [];
	const flags: boolean[] = [];
	let done = 0;
	for (const cut of cuts) {
		pieces.push(text.slice(done, cut.start), cut.instead);
		flags.push(...matched.slice(done, cut.start));
		const inside = (matched[cut.start - 1] ?? false) && (matched[cut.end] ?? false);
		for (let index = 0; index < cut.instead.length; index++) flags.push(inside);
		done = cut.end;
	}
	return [pieces.join('') + text.slice(done), [...flags, ...matched.slice(done)]];
}

function joined(text: string, matched: readonly boolean[]): wire.Segment[] {
	const segments: wire.Segment[] = [];
	let start = 0;
	for (let index = 1; index <= text.length; index++) {
		if (index < text.length && matched[index] === matched[start]) continue;
		segments.push({ text: text.slice(start, index), match: matched[start] ?? false });
		start = index;
	}
	return segments;
}

function trimmed(segments: readonly wire.Segment[]): wire.Segment[] {
	return segments
		.map((segment, index) => {
			let text = segment.text;
			if (index === 0) text = text.trimStart();
			if (index === segments.length - 1) text = text.trimEnd();
			return { text, match: segment.match };
		})
		.filter((segment) => segment.text !== '');
}
