/** What the page puts into its window, for the tests that look into it. */

import type { App } from './app';
import type { record } from './main';

declare global {
	interface Window {
		readonly app: App;
		readonly luneta: typeof record;
	}
}
