/** Finds a snippet's words in rendered text (an editor's or a reading view's), which lacks Markdown's marks. */

import type * as wire from '../protocol.gen';
import { plainSegments, textOf } from './plain';

export interface Found {
	/** The blocks that the snippet stands in. */
	readonly blocks: Range[];
	/** The matched words in them. */
	readonly words: Range[];
}

const BLOCKS = 'p, li, td, th, h1, h2, h3, h4, h5, h6, pre, blockquote, dt, dd, .cm-line, .callout-title';
/** Of a block's words, those that must stand in the snippet; or of the snippet's, those that must stand in the block. */
const SHARE = 0.7;
const WORD = /[\p{L}\p{N}]+/gu;

/** `within` says where to look for words: in the blocks of the snippet, or in everything under `root`. */
export function findSnippet(
	root: HTMLElement,
	snippet: readonly wire.Segment[],
	within: 'blocks' | 'everything',
): Found {
	const segments = plainSegments(snippet);
	const wanted = new Set(wordsOf(textOf(segments)));
	const matched = new Set(segments.filter((segment) => segment.match).map((segment) => fold(segment.text)));
	const blocks = leaves(root).filter((block) => belongs(block.textContent, wanted) && block.checkVisibility());
	const searched = within === 'blocks' ? blocks : [root];
	return { blocks: blocks.map(around), words: searched.flatMap((element) => wordRanges(element, matched)) };
}

/** Blocks without a block inside them. A view may hold hidden ones: the editor of a note that is being read. */
function leaves(root: HTMLElement): HTMLElement[] {
	const blocks = [...root.querySelectorAll<HTMLElement>(BLOCKS)];
	return blocks.filter((block) => block.querySelector(BLOCKS) === null);
}

function belongs(text: string, wanted: ReadonlySet<string>): boolean {
	const words = new Set(wordsOf(text));
	let common = 0;
	for (const word of words) if (wanted.has(word)) common++;
	return common > 0 && (common >= SHARE * words.size || common >= SHARE * wanted.size);
}

function around(element: HTMLElement): Range {
	const range = element.ownerDocument.createRange();
	range.selectNodeContents(element);
	return range;
}

function wordRanges(element: HTMLElement, matched: ReadonlySet<string>): Range[] {
	const ranges: Range[] = [];
	if (matched.size === 0) return ranges;
	const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
		for (const [start, end] of occurrences(node.nodeValue ?? '', matched)) {
			const range = element.ownerDocument.createRange();
			range.setStart(node, start);
			range.setEnd(node, end);
			ranges.push(range);
		}
	}
	return ranges;
}

/** Where the words stand in `text`, as whole words unless the script has no spaces between them; ascending, apart. */
export function occurrences(text: string, words: ReadonlySet<string>): [number, number][] {
	const low = text.toLowerCase();
	const found: [number, number][] = [];
	if (low.length !== text.length) return found; // İ and its like: offsets would be wrong
	for (const word of words) {
		if (word === '') continue;
		for (let at = low.indexOf(word); at !== -1; at = low.indexOf(word, at + word.length)) {
			if (isWhole(low, at, at + word.length)) found.push([at, at + word.length]);
		}
	}
	found.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
	return found.filter((range, index) => index === 0 || range[0] >= (found[index - 1]?.[1] ?? 0));
}

function isWhole(text: string, start: number, end: number): boolean {
	return !joins(text.slice(start - 1, start), text[start] ?? '') && !joins(text[end - 1] ?? '', text.slice(end, end + 1));
}

/** Two letters that make one word: not CJK ones, whose matches are pieces of longer runs. */
function joins(left: string, right: string): boolean {
	const spaced = /^[\p{L}\p{N}]$/u;
	const unspaced = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]$/u;
	return spaced.test(left) && spaced.test(right) && !unspaced.test(left) && !unspaced.test(right);
}

function wordsOf(text: string): string[] {
	return fold(text).match(WORD) ?? [];
}

function fold(text: string): string {
	return text.toLowerCase();
}
