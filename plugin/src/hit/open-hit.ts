/** Opens a hit at the passage that was found. */

import { MarkdownView, Notice, type App, type PaneType, type WorkspaceLeaf } from 'obsidian';
import type * as wire from '../protocol.gen';
import { sentenceOf } from '../sentence-of';
import { fileOf } from './file';
import { flashSnippet } from './highlight';
import { placeOf } from './place';

/** As `Keymap.isModEvent` says it: false is the active tab, true a new one. */
export type Where = PaneType | boolean;

/** As `openHit`, and says so if the note is gone (in these words) or cannot be opened. */
export async function openOrTell(app: App, hit: wire.HitView, passageIndex: number, where: Where, gone: string): Promise<void> {
	const failed = await openHit(app, hit, passageIndex, where).then((leaf) => (leaf === null ? gone : null), sentenceOf);
	if (failed !== null) new Notice(failed);
}

/**
 * Opens the note with the cursor at the passage's first matched words, scrolled to the middle, and shows the place for a
 * moment; a reading view is scrolled there too. Returns the leaf, or null if the file is gone.
 */
export async function openHit(
	app: App,
	hit: wire.HitView,
	passageIndex: number,
	where: Where,
): Promise<WorkspaceLeaf | null> {
	const file = fileOf(app, hit.path);
	// Obsidian hears of what another program deletes a moment later.
	if (file === null || !(await app.vault.adapter.exists(file.path))) return null;
	const passage = hit.passages[passageIndex];
	const leaf = app.workspace.getLeaf(where);
	if (passage === undefined || file.extension !== 'md') {
		await leaf.openFile(file, { active: true });
		return leaf;
	}
	const { line, ch, endLine, endCh } = placeOf(await app.vault.cachedRead(file), passage);
	await leaf.openFile(file, { active: true, eState: { line } });
	const { view } = leaf;
	if (!(view instanceof MarkdownView)) return leaf;
	if (view.getMode() === 'source') {
		view.editor.setCursor({ line, ch });
		view.editor.scrollIntoView({ from: { line, ch }, to: { line: endLine, ch: endCh } }, true);
		view.editor.focus();
	}
	flashSnippet(view.contentEl, passage.snippet);
	return leaf;
}
