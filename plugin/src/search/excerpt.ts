/** What of a note the preview shows: the passage and a little around it. */

export interface Excerpt {
	readonly text: string;
	/** Whether the note goes on before and after it. */
	readonly before: boolean;
	readonly after: boolean;
}

/** Lines shown before a passage, at most, back to its heading; and after it. */
const LINES_BEFORE = 6;
const LINES_AFTER = 12;
/** A preview is drawn while somebody types: no more than this, in characters. */
const LONGEST = 6000;

const HEADING = /^#{1,6}\s/;
const FENCE = /^\s*(?:>\s?)*(`{3,}|~{3,})/;

/**
 * The lines around the passage (counted from 1, both included; null is the start of the note), without frontmatter. It
 * starts at the passage's heading if that is near. A fence that was open there is opened again.
 */
export function excerptOf(text: string, passage: readonly [number, number] | null): Excerpt {
	const lines = text.split(/\r\n|\r|\n/);
	const body = bodyStart(lines);
	const first = passage === null ? body : Math.min(Math.max(passage[0] - 1, body), Math.max(lines.length - 1, body));
	const last = passage === null ? first + 2 * LINES_AFTER : Math.max(passage[1] - 1, first);
	const start = startLine(lines, first, body);
	const end = Math.min(last + LINES_AFTER + 1, lines.length);
	const shown = lines.slice(start, end).join('\n');
	const cut = shown.length > LONGEST ? shown.slice(0, cutAt(shown)) : shown;
	const fence = openFence(lines.slice(body, start));
	return {
		text: fence === null ? cut : `${fence}\n${cut}`,
		before: lines.slice(body, start).some((line) => line.trim() !== ''),
		after: cut.length < shown.length || lines.slice(end).some((line) => line.trim() !== ''),
	};
}

function bodyStart(lines: readonly string[]): number {
	if (lines[0]?.replace(/^\uFEFF/, '').trimEnd() !== '---') return 0;
	const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
	return end === -1 ? 0 : end + 1;
}

/** The heading within reach above the line, else the line itself. */
function startLine(lines: readonly string[], first: number, body: number): number {
	for (let line = first; line >= Math.max(body, first - LINES_BEFORE); line--) {
		if (HEADING.test(lines[line] ?? '')) return line;
	}
	return first;
}

/** At the end of a line, unless one line is longer than everything shown. */
function cutAt(text: string): number {
	const end = text.lastIndexOf('\n', LONGEST);
	if (end > LONGEST / 2) return end;
	return /[\uD800-\uDBFF]/.test(text[LONGEST - 1] ?? '') ? LONGEST - 1 : LONGEST;
}

function openFence(before: readonly string[]): string | null {
	let open: string | null = null;
	for (const line of before) {
		const fence = FENCE.exec(line)?.[1];
		if (fence === undefined) continue;
		if (open === null) open = fence;
		else if (fence.startsWith(open)) open = null;
	}
	return open;
}
