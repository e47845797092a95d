/** Obsidian's own page preview over a hit, while the modifier key is held. */

import type { App, HoverParent } from 'obsidian';
import type * as wire from '../protocol.gen';
import { linkTextTo } from './link';

/** The id under which main.ts registers the source of hover previews. */
export const HOVER_SOURCE = 'luneta';

export interface HoverOptions {
	readonly app: App;
	readonly parent: HoverParent;
	readonly hit: wire.HitView;
	/** The index of the passage shown now. */
	readonly passage: () => number;
	/** The note that links are relative to; empty if there is none. */
	readonly sourcePath: () => string;
}

/** Offers the preview on `target`; whether a key must be held is the user's setting of the core plugin. */
export function offerHoverPreview(target: HTMLElement, options: HoverOptions): void {
	target.addEventListener('mouseover', (event) => {
		const from = event.relatedTarget as Node | null;
		if (target.contains(from)) return; // from one part of it to another
		const { app, parent, hit } = options;
		const sourcePath = options.sourcePath();
		app.workspace.trigger('hover-link', {
			event,
			source: HOVER_SOURCE,
			hoverParent: parent,
			targetEl: target,
			linktext: linkTextTo(app, hit, options.passage(), sourcePath),
			sourcePath,
		});
	});
}
