/** From the wire's paths to Obsidian's files. */

import type { App, TFile } from 'obsidian';

/** The file of a path, or null if it is gone. Paths on the wire are in NFC; a disk may keep another form of a name. */
export function fileOf(app: App, path: string): TFile | null {
	return app.vault.getFileByPath(path) ?? app.vault.getFiles().find((file) => file.path.normalize() === path) ?? null;
}
