/** What happens in Obsidian that the panel follows. All of it ends with the view. */

import { debounce, type ItemView } from 'obsidian';

/** Milliseconds without a move before the cursor counts as resting. */
const RESTING_MS = 300;

/** Calls back whenever another note may be the active one. */
export function followActiveNote(view: ItemView, changed: () => void): void {
	const { workspace } = view.app;
	view.registerEvent(workspace.on('file-open', changed));
	view.registerEvent(workspace.on('active-leaf-change', changed));
}

/** Calls back when the cursor rests after a move, in whatever window. */
export function followCursor(view: ItemView, rested: () => void): void {
	const { workspace } = view.app;
	const later = debounce(rested, RESTING_MS, true);
	view.register(() => later.cancel());
	const documents = new Set<Document>([workspace.containerEl.doc]);
	workspace.iterateAllLeaves((leaf) => {
		documents.add(leaf.view.containerEl.doc);
	});
	for (const doc of documents) view.registerDomEvent(doc, 'selectionchange', later);
	view.registerEvent(
		workspace.on('window-open', ({ doc }) => {
			view.registerDomEvent(doc, 'selectionchange', later);
		}),
	);
}

/** Calls back when the view comes into sight: its tab chosen, its sidebar opened, its window moved. */
export function onShown(view: ItemView, shown: () => void): void {
	let observer: IntersectionObserver | null = null;
	const observe = (): void => {
		observer?.disconnect();
		observer = new IntersectionObserver((entries) => {
			if (entries.some((entry) => entry.isIntersecting)) shown();
		});
		observer.observe(view.contentEl);
	};
	observe();
	view.register(view.containerEl.onWindowMigrated(observe));
	view.register(() => observer?.disconnect());
}

/** Puts "Mentions of ..." into the editor's menu while a name is selected. */
export function offerMentions(
	view: ItemView,
	title: (name: string) => string,
	longest: number,
	chosen: (name: string) => void,
): void {
	view.registerEvent(
		view.app.workspace.on('editor-menu', (menu, editor) => {
			const name = editor.getSelection().trim();
			if (name === '' || name.includes('\n') || name.length > longest) return;
			menu.addItem((item) =>
				item
					.setSection('selection')
					.setTitle(title(name))
					.setIcon('lucide-at-sign')
					.onClick(() => {
						chosen(name);
					}),
			);
		}),
	);
}
