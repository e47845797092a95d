/** A hit as people see it in a list: the search modal's and the side panel's. */

import { setTooltip } from 'obsidian';
import type * as wire from '../protocol.gen';
import type { HitStrings } from '../strings-search';
import { fullDate, shortDate } from './date';
import { plainSegments } from './plain';
import { shownSection } from './section';

export interface HitRowOptions {
	readonly strings: HitStrings;
	/** Which of the hit's passages is shown. */
	readonly passage?: number;
	/** Milliseconds since 1970, for "today" and "yesterday". */
	readonly now: number;
	/** What of the row is left out; everything is shown by default. */
	readonly hide?: readonly ('folder' | 'date' | 'why' | 'section' | 'snippet')[];
}

/**
 * Draws title, alias, section, folder, snippet, date and marks of the lists that found it into `container`, which keeps
 * its own role and listeners. A snippet says what the file says, without Markdown's marks.
 */
export function renderHit(container: HTMLElement, hit: wire.HitView, options: HitRowOptions): void {
	const hidden = new Set(options.hide ?? []);
	const passage = hit.passages[options.passage ?? 0];
	container.addClass('luneta-hit');
	const head = container.createDiv({ cls: 'luneta-hit-head' });
	renderTitle(head, hit);
	if (!hidden.has('date')) renderDate(head, hit, options);
	const where = container.createDiv({ cls: 'luneta-hit-where' });
	renderWhere(where, hit, hidden.has('section') ? undefined : passage, hidden.has('folder'));
	if (!hidden.has('why')) renderWhy(where, hit.lists, options.strings);
	if (!where.hasChildNodes()) where.remove();
	if (passage !== undefined && !hidden.has('snippet')) renderSnippet(container, passage.snippet);
}

/** Plain and matched text, the latter as `<mark>`. */
export function renderSegments(parent: HTMLElement, segments: readonly wire.Segment[]): void {
	for (const segment of segments) {
		if (segment.match) parent.createEl('mark', { cls: 'luneta-match', text: segment.text });
		else parent.appendText(segment.text);
	}
}

/** The snippet on its own, as a row shows it; nothing if it is blank. */
export function renderSnippet(parent: HTMLElement, snippet: readonly wire.Segment[]): void {
	const plain = plainSegments(snippet);
	if (plain.length === 0) return;
	renderSegments(parent.createDiv({ cls: 'luneta-hit-snippet', attr: { dir: 'auto' } }), plain);
}

function renderTitle(head: HTMLElement, hit: wire.HitView): void {
	const title = head.createSpan({ cls: 'luneta-hit-title', attr: { dir: 'auto' } });
	renderSegments(title, hit.title_marks.length > 0 ? hit.title_marks : [{ text: hit.title, match: false }]);
	if (hit.alias_marks.length === 0) return;
	const alias = head.createSpan({ cls: 'luneta-hit-alias', attr: { dir: 'auto' } });
	renderSegments(alias, hit.alias_marks);
}

function renderDate(head: HTMLElement, hit: wire.HitView, { strings, now }: HitRowOptions): void {
	const date = head.createSpan({ cls: 'luneta-hit-date', text: shortDate(hit.modified, now, strings.locale) });
	setTooltip(date, strings.modified(fullDate(hit.modified, strings.locale)), { placement: 'left' });
}

function renderWhere(
	where: HTMLElement,
	hit: wire.HitView,
	passage: wire.PassageView | undefined,
	withoutFolder: boolean,
): void {
	const folder = folderOf(hit.path);
	if (!withoutFolder && folder !== '') {
		where.createSpan({ cls: 'luneta-hit-folder', text: folder, attr: { dir: 'auto' } });
	}
	if (passage === undefined) return;
	const marks = passage.section_marks.length > 0 ? passage.section_marks : [{ text: passage.section, match: false }];
	const section = shownSection(marks, hit.title);
	if (section.length === 0) return;
	renderSegments(where.createSpan({ cls: 'luneta-hit-section', attr: { dir: 'auto' } }), section);
}

/** Which lists found the hit, in the interface's words. */
function renderWhy(where: HTMLElement, lists: readonly wire.ListName[], strings: HitStrings): void {
	if (lists.length === 0) return;
	const why = where.createSpan({ cls: 'luneta-hit-why' });
	for (const list of lists) {
		const mark = why.createSpan({ cls: 'luneta-hit-list', text: strings.lists[list], attr: { 'data-list': list } });
		setTooltip(mark, strings.foundBy[list], { placement: 'left' });
	}
}

/** The folder that a path lies in; empty for the vault's own. */
export function folderOf(path: string): string {
	const slash = path.lastIndexOf('/');
	return slash === -1 ? '' : path.slice(0, slash);
}
