/** Where in a note a passage's snippet stands. */

import type * as wire from '../protocol.gen';
import { textOf } from './plain';

/** Lines and characters count from 0, as in Obsidian's editor. */
export interface Place {
	readonly line: number;
	readonly ch: number;
	readonly endLine: number;
	readonly endCh: number;
}

/**
 * The first matched words of the snippet in `text`, or its start if it shows none. A snippet that cannot be found, since
 * the note was edited or a secret in it is masked, gives the passage's first line.
 */
export function placeOf(text: string, passage: wire.PassageView): Place {
	const lines = text.split(/\r\n|\r|\n/);
	const from = Math.min(Math.max(passage.lines[0] - 1, 0), lines.length - 1);
	const whole = lines.join('\n');
	const snippet = textOf(passage.snippet).replace(/\r\n?/g, '\n');
	const start = startOf(whole, snippet, offsetOf(lines, from));
	if (snippet.trim() === '' || start === -1) return { line: from, ch: 0, endLine: from, endCh: 0 };
	const first = passage.snippet.findIndex((segment) => segment.match);
	const before = textOf(passage.snippet.slice(0, Math.max(first, 0))).replace(/\r\n?/g, '\n').length;
	const length = first === -1 ? 0 : (passage.snippet[first]?.text.length ?? 0);
	const [line, ch] = positionOf(whole, start + before);
	const [endLine, endCh] = positionOf(whole, start + before + length);
	return { line, ch, endLine, endCh };
}

/** Looked for from the passage's first line on, and if lines moved since then, in the whole note. */
function startOf(whole: string, snippet: string, from: number): number {
	const start = whole.indexOf(snippet, from);
	return start === -1 ? whole.indexOf(snippet) : start;
}

function offsetOf(lines: readonly string[], line: number): number {
	let offset = 0;
	for (let index = 0; index < line; index++) offset += (lines[index]?.length ?? 0) + 1;
	return offset;
}

function positionOf(text: string, offset: number): [number, number] {
	const before = text.slice(0, offset);
	const lineStart = before.lastIndexOf('\n') + 1;
	return [before.split('\n').length - 1, offset - lineStart];
}
