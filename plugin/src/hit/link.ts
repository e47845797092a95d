/** A link to the section that a hit's passage stands in, written as the user writes links. */

import { MarkdownView, stripHeadingForLink, type App, type TFile } from 'obsidian';
import type * as wire from '../protocol.gen';
import { fileOf } from './file';
import { sectionHeadings } from './section';

/**
 * What to write into the note at `sourcePath`; the path may be empty when there is none. Null if the file is gone.
 * `passage` is an index; a hit without that passage gets a link to the note.
 */
export function linkTo(app: App, hit: wire.HitView, passage: number, sourcePath: string): string | null {
	const file = fileOf(app, hit.path);
	if (file === null) return null;
	return app.fileManager.generateMarkdownLink(file, sourcePath, subpathOf(app, file, hit.passages[passage]));
}

/** The same as a link's text alone, `Note#Heading`, for hover previews and dragging. */
export function linkTextTo(app: App, hit: wire.HitView, passage: number, sourcePath: string): string {
	const file = fileOf(app, hit.path);
	if (file === null) return hit.path;
	return app.metadataCache.fileToLinktext(file, sourcePath) + subpathOf(app, file, hit.passages[passage]);
}

/** Writes the link at the cursor of the note being edited, which gets the focus; says how it went. */
export function insertLink(app: App, hit: wire.HitView, passage: number): 'inserted' | 'no editor' | 'gone' {
	const active = app.workspace.activeEditor;
	if (active?.editor === undefined) return 'no editor';
	if (active instanceof MarkdownView && active.getMode() !== 'source') return 'no editor';
	const link = linkTo(app, hit, passage, active.file?.path ?? '');
	if (link === null) return 'gone';
	active.editor.replaceSelection(link);
	active.editor.focus();
	return 'inserted';
}

/** `#Heading` or `#Heading#Heading`; empty without a section, and for files that have no headings, such as canvases. */
export function subpathOf(app: App, file: TFile, passage: wire.PassageView | undefined): string {
	if (passage === undefined) return '';
	const headings = app.metadataCache.getFileCache(file)?.headings ?? [];
	const known = headings.map(({ heading, level, position }) => ({ text: heading, level, line: position.start.line }));
	return sectionHeadings(known, passage)
		.map((heading) => '#' + stripHeadingForLink(heading))
		.join('');
}
