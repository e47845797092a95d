/** The keys that only move through the list, its passages and its modes. */

import type { Act } from './keys';
import type { SearchSession } from './session';

/** @param page rows of a page. @returns whether the key was one of these */
export function moved(act: Act, session: SearchSession, page: number): boolean {
	if (act === 'down') session.move(1);
	else if (act === 'up') session.move(-1);
	else if (act === 'pageDown') session.move(page);
	else if (act === 'pageUp') session.move(-page);
	else if (act === 'first') session.select(0);
	else if (act === 'last') session.select(session.hits.length - 1);
	else if (act === 'nextPassage') session.stepPassage(1);
	else if (act === 'previousPassage') session.stepPassage(-1);
	else if (act === 'nextMode') session.stepMode(1);
	else if (act === 'previousMode') session.stepMode(-1);
	else return false;
	return true;
}
