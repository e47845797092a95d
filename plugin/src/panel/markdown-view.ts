/** The editors that the panel looks at: where the cursor is, what is selected, where a link goes. */

import { MarkdownView, type App, type Editor } from 'obsidian';

export interface OpenEditor {
	readonly editor: Editor;
	readonly path: string;
}

/** The editor used last, be the focus in the panel now; null when the note used last is only being read. */
export function recentEditor(app: App): OpenEditor | null {
	const view = recentView(app);
	const path = view?.file?.path;
	return view === null || path === undefined || view.getMode() !== 'source' ? null : { editor: view.editor, path };
}

/** The words selected in the editor used last, on one line; null if there are none. */
export function selectedName(app: App): string | null {
	const name = recentEditor(app)?.editor.getSelection().split('\n', 1)[0]?.trim() ?? '';
	return name === '' ? null : name;
}

/** The line of the cursor in the note at `path`, from 1; null when it is in no editor. */
export function cursorLine(app: App, path: string): number | null {
	const recent = recentView(app);
	const view = recent?.file?.path === path ? recent : viewOf(app, path);
	return view?.getMode() === 'source' ? view.editor.getCursor().line + 1 : null;
}

function recentView(app: App): MarkdownView | null {
	const view = app.workspace.getMostRecentLeaf()?.view;
	return view instanceof MarkdownView ? view : null;
}

function viewOf(app: App, path: string): MarkdownView | null {
	for (const { view } of app.workspace.getLeavesOfType('markdown')) {
		if (view instanceof MarkdownView && view.file?.path === path) return view;
	}
	return null;
}
