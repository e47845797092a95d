/** Draws one hit as a row of the panel: the shared look of hits, with score, link mark and buttons. */

import { setIcon } from 'obsidian';
import { renderHit } from '../hit/hit-row';
import type { Strings } from '../strings';
import { shownHit, type RelatedRow } from './rows';
import type { RowList, RowTarget } from './row-list-dom';

/** A row of the search field's results. */
export function drawResult(list: RowList, target: RowTarget, strings: Strings, now: number): void {
	const row = list.add(target, 'option');
	renderHit(row, shownHit(target.hit), { strings: strings.search.hit, now, passage: target.passage, hide: ['date', 'why'] });
	drawButtons(row, target, strings);
}

export function drawRelated(
	list: RowList,
	target: RowTarget,
	{ share, bar, hidden }: RelatedRow,
	strings: Strings,
	now: number,
): void {
	const row = list.add(target, 'option', hidden ? 'is-hidden-note' : '');
	renderHit(row, shownHit(target.hit), { strings: strings.search.hit, now, passage: target.passage, hide: ['date', 'why'] });
	const head = row.find('.luneta-hit-head');
	const marks = head.createDiv('luneta-row-marks');
	drawLinkMark(marks, target, strings);
	const name = strings.panel.score(Math.round(share * 100));
	const score = marks.createDiv({ cls: 'luneta-score', attr: { role: 'img', 'aria-label': name } });
	score.createDiv('luneta-score-fill').setCssProps({ '--luneta-bar': `${String(Math.round(bar * 100))}%` });
	drawButtons(row, target, strings);
}

function drawLinkMark(parent: HTMLElement, { hit }: RowTarget, { panel }: Strings): void {
	if (hit.linked === null) return;
	const name = hit.linked ? panel.linked : panel.notLinked;
	const mark = parent.createSpan({ cls: 'luneta-linked', attr: { role: 'img', 'aria-label': name } });
	mark.toggleClass('is-linked', hit.linked);
	if (hit.linked) setIcon(mark, 'lucide-link');
}

/** For the mouse; a keyboard has the keys and the menu for the same. */
function drawButtons(row: HTMLElement, target: RowTarget, { panel }: Strings): void {
	const buttons = row.createDiv({ cls: 'luneta-row-buttons', attr: { 'aria-hidden': 'true' } });
	if (target.hidden !== null) {
		if (target.hidden) drawButton(buttons, 'unhide', 'lucide-eye', panel.unhide);
		else drawButton(buttons, 'hide', 'lucide-eye-off', panel.hide);
	}
	drawButton(buttons, 'menu', 'lucide-more-vertical', panel.rowMenu);
}

function drawButton(parent: HTMLElement, what: string, icon: string, name: string): void {
	const button = parent.createDiv({ cls: 'clickable-icon', attr: { 'data-luneta-do': what, 'aria-label': name } });
	setIcon(button, icon);
}
