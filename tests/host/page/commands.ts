/** app.commands and the palette. */

import type { App } from './app';
import type { Command } from './plugin';
import { FuzzySuggestModal } from './suggest';
import { MarkdownView } from './views';

export class Commands {
	commands: Record<string, Command> = {};

	constructor(private readonly app: App) {}

	/** Those that can be run now. */
	listCommands(): Command[] { return Object.values(this.commands).filter((command) => this.run(command, true)); }

	executeCommandById(id: string): boolean {
		const command = this.commands[id];
		if (command === undefined) throw new Error(`There is no command "${id}".`);
		return this.run(command, false);
	}

	private run(command: Command, checking: boolean): boolean {
		const view = this.app.workspace.getActiveViewOfType(MarkdownView) as MarkdownView | null;
		if (command.editorCheckCallback !== undefined) return view !== null && command.editorCheckCallback(checking, view.editor, view) !== false;
		if (command.editorCallback !== undefined) {
			if (view !== null && !checking) command.editorCallback(view.editor, view);
			return view !== null;
		}
		if (command.checkCallback !== undefined) {
			const can = command.checkCallback(true) !== false;
			if (can && !checking) command.checkCallback(false);
			return can;
		}
		if (!checking) command.callback?.();
		return true;
	}
}

export class CommandPalette extends FuzzySuggestModal<Command> {
	constructor(app: App) {
		super(app);
		this.setPlaceholder('Type a command…');
	}
	getItems(): Command[] { return this.app.commands.listCommands(); }
	getItemText({ name }: Command): string { return name; }
	onChooseItem({ id }: Command): void { this.app.commands.executeCommandById(id); }
}
