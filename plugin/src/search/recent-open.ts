/** The notes opened last, as rows: shown while nothing is searched. */

import type { App } from 'obsidian';
import { noteHit } from '../hit/note-hit';
import type * as wire from '../protocol.gen';

/** Without the one that is open now, which nobody looks for. */
export function recentHits(app: App): wire.HitView[] {
	const active = app.workspace.getActiveFile()?.path;
	return app.workspace.getLastOpenFiles().flatMap((path) => {
		const file = path === active ? null : app.vault.getFileByPath(path);
		if (file === null || (file.extension !== 'md' && file.extension !== 'canvas')) return [];
		return [noteHit(path, file.basename, file.stat.mtime)];
	});
}
