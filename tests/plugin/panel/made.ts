/** Builders of what the sidecar answers, as small as a test wants them. */

import type { Asked } from '../../../plugin/src/port';
import type * as wire from '../../../plugin/src/protocol.gen';

export function passage(section: string, share?: number, line = 1): wire.PassageView {
	return {
		section,
		section_marks: [],
		snippet: [{ text: `Text of ${section}`, match: false }],
		lines: [line, line + 3],
		votes: share === undefined ? {} : { vectors: { rank: 1, share } },
	};
}

export function hit(path: string, score: number, passages: readonly wire.PassageView[] = [passage('')]): wire.HitView {
	return {
		path,
		title: path.replace(/^.*\/|\.md$/g, ''),
		title_marks: [],
		alias_marks: [],
		score,
		modified: 0,
		lists: ['vectors'],
		linked: false,
		passages,
		votes: {},
		reasons: {},
	};
}

export function mentioning(path: string, sections: readonly string[], count = sections.length): wire.MentioningNote {
	const places = sections.map((section, i) => ({ section, snippet: [{ text: 'Morgan', match: true }], line: i + 1 }));
	return { path, title: path, count, places };
}

/** A request that the test answers when it likes. */
export class Pending<Reply> implements Asked<Reply> {
	cancelled = false;
	resolve!: (reply: Reply) => void;
	reject!: (error: unknown) => void;
	readonly reply = new Promise<Reply>((resolve, reject) => {
		this.resolve = resolve;
		this.reject = reject;
	});

	cancel(): void {
		this.cancelled = true;
	}
}
