/** Wiring only. This version is a shell: it searches nothing itself and says so. */

import { FileSystemAdapter, getLanguage, Notice, Platform, Plugin } from 'obsidian';
import { stringsFor, type Strings } from './strings';
import { terminalLine } from './terminal-line';

export default class LunetaPlugin extends Plugin {
	override onload(): void {
		const strings = stringsFor(getLanguage());
		this.addCommand({
			id: 'copy-terminal-line',
			name: strings.copyTerminalLine,
			callback: () => void this.copyTerminalLine(strings),
		});
	}

	private async copyTerminalLine(strings: Strings): Promise<void> {
		const { adapter } = this.app.vault;
		if (!(adapter instanceof FileSystemAdapter)) return; // only on a phone, where the manifest keeps the plugin out
		const line = terminalLine(adapter.getBasePath(), strings.queryPlaceholder, Platform.isWin);
		const copied = await navigator.clipboard.writeText(line).then(
			() => true,
			() => false,
		);
		new Notice(lineNotice(copied ? strings.lineCopied : strings.lineNotCopied, line), 0);
	}
}

function lineNotice(head: string, line: string): DocumentFragment {
	return createFragment((notice) => {
		notice.createDiv({ text: head });
		notice.createEl('code', { cls: 'luneta-terminal-line', text: line });
	});
}
