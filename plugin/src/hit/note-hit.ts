/** A note that no search found, as a hit. */

import type * as wire from '../protocol.gen';

export function noteHit(path: string, title: string, modified = 0, passages: readonly wire.PassageView[] = []): wire.HitView {
	return { path, title, title_marks: [], alias_marks: [], score: 0, modified, lists: [], linked: null, passages, votes: {}, reasons: {} };
}
