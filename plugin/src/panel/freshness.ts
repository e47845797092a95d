/** How soon an answer must be asked for again after the index changed. */

import type * as wire from '../protocol.gen';

/**
 * now: what is shown is of a note that changed. soon: too many changed to say which. later: some other note changed, and
 * may belong into the list now.
 */
export type Concern = 'now' | 'soon' | 'later';

/** Waits in milliseconds: long enough to take a batch's events for one, short enough to look immediate; and rare. */
export const WAIT_MS: Readonly<Record<Concern, number>> = { now: 150, soon: 1000, later: 3000 };

/** @param shown the note that the answer is about, and those in it */
export function concern(event: Pick<wire.Indexed, 'paths' | 'more'>, shown: ReadonlySet<string>): Concern {
	if (event.paths.some((path) => shown.has(path))) return 'now';
	return event.more ? 'soon' : 'later';
}
