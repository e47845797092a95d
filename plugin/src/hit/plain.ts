/** Snippets come as the file says them; shown in a list they are easier to read without Markdown's marks. */

import type * as wire from '../protocol.gen';

interface Cut {
	readonly start: number;
	readonly end: number;
	readonly instead: string;
}

/** What is cut out of a snippet, and what stands there instead. Each `keep` names the group that stays, if any. */
const RULES: readonly { readonly pattern: RegExp; readonly keep: number | null; readonly instead: string }[] = [
	{ pattern: /^[ \t]*(?:\|[ \t]*)?:?-{3,}:?[ \t|:-]*$/gm, keep: null, instead: '' },
	{ pattern: /^[ \t]*(?:`{3,}|~{3,}).*$/gm, keep: null, instead: '' },
	{ pattern: /^[ \t]*#{1,6}[ \t]+/gm, keep: null, instead: '' },
	{ pattern: /^[ \t]*(?:>[ \t]?)+(?:\[![\w-]+\][+-]?)?[ \t]*/gm, keep: null, instead: '' },
	{ pattern: /^[ \t]*[-*+][ \t]+(?:\[.\][ \t]+)?/gm, keep: null, instead: '• ' },
	{ pattern: /!?\[\[(?:[^\][|\n]*\|)?([^\][|\n]*)\]\]/g, keep: 1, instead: '' },
	{ pattern: /!?\[\[|\]\]/g, keep: null, instead: '' }, // what is left of a link whose target matched
	{ pattern: /!?\[([^\][\n]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:[ \t]+"[^"\n]*")?\)/g, keep: 1, instead: '' },
	{ pattern: /\*\*|==|~~|`+/g, keep: null, instead: '' },
	{ pattern: /\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![\w*])/g, keep: 1, instead: '' },
	{ pattern: /<\/?[a-zA-Z][^<>\n]{0,200}>/g, keep: null, instead: '' },
	{ pattern: /[ \t]+\^[a-zA-Z0-9-]+[ \t]*$/gm, keep: null, instead: '' },
	{ pattern: /[ \t]*\|[ \t]*/g, keep: null, instead: ' ' },
	{ pattern: /\s+/g, keep: null, instead: ' ' },
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

function cutsOf(text: string, matched: readonly boolean[], rule: (typeof RULES)[number]): Cut[] {
	const cuts: Cut[] = [];
	for (const found of text.matchAll(rule.pattern)) {
		const end = found.index + found[0].length;
		const kept = rule.keep === null ? undefined : found[rule.keep];
		const parts: Cut[] = [];
		if (kept === undefined) parts.push({ start: found.index, end, instead: rule.instead });
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
