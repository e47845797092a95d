/** Highlights in rendered text that touch neither the note nor its elements: the CSS Custom Highlight API. */

import type * as wire from '../protocol.gen';
import { findSnippet } from './words-in-page';

/** Names of `::highlight()` in styles.css. */
const FLASH_BLOCK = 'luneta-flash-block';
const FLASH_WORDS = 'luneta-flash-words';
const PREVIEW_WORDS = 'luneta-preview-words';
/** How long a place is shown after it was opened. */
const FLASH_MS = 2000;
/** How long a view may take to draw the place; a reading view draws a long note in parts. */
const WAIT_MS = 1500;

/** Shows for two seconds where in an opened view the passage is, as soon as the view has drawn it. */
export function flashSnippet(view: HTMLElement, snippet: readonly wire.Segment[]): void {
	const win = view.ownerDocument.defaultView;
	if (win === null) return;
	const until = Date.now() + WAIT_MS;
	const attempt = (): void => {
		const found = findSnippet(view, snippet, 'blocks');
		if (found.blocks.length === 0) {
			if (Date.now() < until && view.isConnected) win.requestAnimationFrame(attempt);
			return;
		}
		const shown = [show(win, FLASH_BLOCK, found.blocks), show(win, FLASH_WORDS, found.words)];
		win.setTimeout(() => {
			for (const hide of shown) hide();
		}, FLASH_MS);
	};
	attempt();
}

export interface PreviewMarks {
	/** The place that the snippet itself stands at, else the first marked word; null if nothing was found. */
	readonly first: Range | null;
	readonly unmark: () => void;
}

/** Marks the matched words in all of the preview pane until the next call, or until `unmark`. */
export function markPreview(pane: HTMLElement, snippet: readonly wire.Segment[]): PreviewMarks {
	const win = pane.ownerDocument.defaultView;
	if (win === null) return { first: null, unmark: () => undefined };
	const { words, blocks } = findSnippet(pane, snippet, 'everything');
	return { first: blocks[0] ?? words[0] ?? null, unmark: show(win, PREVIEW_WORDS, words) };
}

/** A window with its constructors: a popout's are its own. */
type DocumentWindow = NonNullable<Document['defaultView']>;

/** Returns what ends it, unless another highlight of that name has taken its place. */
function show(win: DocumentWindow, name: string, ranges: readonly Range[]): () => void {
	const highlight = new win.Highlight(...ranges);
	const { highlights } = win.CSS;
	highlights.set(name, highlight);
	return () => {
		if (highlights.get(name) === highlight) highlights.delete(name);
	};
}
