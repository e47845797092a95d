/** An answer about related notes, as rows. */

import { SECTION_SEPARATOR } from '../hit/section';
import type * as wire from '../protocol.gen';
import { pathAfterRename } from './choices';

export interface RelatedRow {
	readonly hit: wire.HitView;
	/** Index of the passage shown; a note that only a link led to has none there. */
	readonly passage: number;
	/** Score as a part of the best row's, above 0 to 1. */
	readonly share: number;
	/**
	 * Length of the score's bar, from `SHORTEST_BAR` for the last row to 1 for the first. Fused ranks lie close together
	 * (the tenth of one list has 87 % of the first's score): drawn as they are, all bars would look the same.
	 */
	readonly bar: number;
	/** Hidden beside this note, and shown because the user asked for the hidden ones. */
	readonly hidden: boolean;
}

/** Still a bar. */
const SHORTEST_BAR = 0.15;

export interface RelatedRows {
	readonly rows: readonly RelatedRow[];
	/** How many of the notes found are hidden beside this note, shown or not. */
	readonly hidden: number;
}

export interface RowChoices {
	readonly note: string;
	readonly each: 'note' | 'passage';
	readonly limit: number;
	readonly hidden: ReadonlySet<string>;
	readonly showHidden: boolean;
}

/** Best first, never the note itself. Hidden ones come last, in their own order. */
export function relatedRows(hits: readonly wire.HitView[], choices: RowChoices): RelatedRows {
	const others = hits.filter((hit) => hit.path !== choices.note);
	const visible = others.filter((hit) => !choices.hidden.has(hit.path));
	const hidden = others.filter((hit) => choices.hidden.has(hit.path));
	const drawn = [
		...inRows(visible, choices.each).slice(0, choices.limit),
		...(choices.showHidden ? inRows(hidden, choices.each) : []),
	];
	const scores = drawn.map((row) => row.score);
	const [best, worst] = [Math.max(...scores), Math.min(...scores)];
	return {
		rows: drawn.map(({ hit, passage, score }) => ({
			hit,
			passage,
			share: best > 0 ? score / best : 1,
			bar: best > worst ? SHORTEST_BAR + ((1 - SHORTEST_BAR) * (score - worst)) / (best - worst) : 1,
			hidden: choices.hidden.has(hit.path),
		})),
		hidden: hidden.length,
	};
}

/** The hits with a note's new path, so that a row opens what it shows before the next answer comes. */
export function hitsAfterRename(hits: readonly wire.HitView[], from: string, to: string): readonly wire.HitView[] {
	return hits.map((hit) => {
		const path = pathAfterRename(hit.path, from, to);
		return path === hit.path ? hit : { ...hit, path };
	});
}

/**
 * The hit with a section that does not begin with the note's title, which stands above it: most notes' first heading is
 * their title, and a narrow row has no room to say it twice.
 */
export function shownHit(hit: wire.HitView): wire.HitView {
	const passages = hit.passages.map((passage) => {
		const { section, section_marks: marks } = passage;
		const cut = section === hit.title ? section.length : hit.title.length + SECTION_SEPARATOR.length;
		if (section !== hit.title && !section.startsWith(hit.title + SECTION_SEPARATOR)) return passage;
		return { ...passage, section: section.slice(cut), section_marks: withoutStart(marks, cut) };
	});
	return { ...hit, passages };
}

function withoutStart(segments: readonly wire.Segment[], length: number): wire.Segment[] {
	let left = length;
	return segments.flatMap(({ text, match }) => {
		const rest = text.slice(left);
		left = Math.max(0, left - text.length);
		return rest === '' ? [] : [{ text: rest, match }];
	});
}

interface ScoredRow {
	readonly hit: wire.HitView;
	readonly passage: number;
	readonly score: number;
}

function inRows(hits: readonly wire.HitView[], each: 'note' | 'passage'): ScoredRow[] {
	if (each === 'note') return hits.map((hit) => ({ hit, passage: 0, score: hit.score }));
	const passages = hits.flatMap((hit) =>
		hit.passages.map((passage, index) => ({ hit, passage: index, score: passageScore(passage) ?? hit.score })),
	);
	return passages.sort((a, b) => b.score - a.score); // stable: equal ones stay in the notes' order
}

/** The sum of its votes' shares; null when the votes were not sent. */
function passageScore(passage: wire.PassageView): number | null {
	const votes = Object.values(passage.votes);
	return votes.length === 0 ? null : votes.reduce((sum, vote) => sum + vote.share, 0);
}
