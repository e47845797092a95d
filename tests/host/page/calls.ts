/** What open-host.mjs does in the page for tests. */

import type { App } from './app';
import { MarkdownView } from './views';

interface Record_ { notices: string[]; errors: string[]; children: unknown[] }

const PLUGIN = 'luneta';

export function callsOf(app: App, record: Record_): Record<string, (...args: any[]) => unknown> {
	return {
		command: (id: string) => {
			if (!app.commands.executeCommandById(id)) throw new Error(`The command "${id}" cannot be run now.`);
		},
		async openNote(path: string, where?: 'tab' | 'split') {
			const file = app.vault.getFileByPath(path);
			if (file === null) throw new Error(`There is no note ${path}.`);
			await app.workspace.getLeaf(where ?? false).openFile(file);
		},
		activeNote: () => app.workspace.getActiveFile()?.path ?? null,
		editor() {
			const view = app.workspace.getMostRecentLeaf()?.view;
			if (!(view instanceof MarkdownView)) throw new Error('No note is open.');
			const { line, ch } = view.editor.getCursor();
			return { line, ch, selection: view.editor.getSelection(), top: view.editor.getScrollInfo().top, text: view.editor.getValue() };
		},
		openSettings() {
			app.setting.open();
			app.setting.openTabById(PLUGIN);
		},
		openUrl: (url: string) => app.openUrl(url),
		cli: (command: string, params: Record<string, string>) => app.cli(command, params),
		notices: () => [...record.notices],
		errors: () => record.errors.splice(0),
		children: () => [...record.children],
		unload: () => { app.plugins.disable(PLUGIN); },
		load: async () => { await app.plugins.enable(PLUGIN); },
	};
}
