/** The file explorer in the left sidebar. A folder's children are drawn when it is opened first. */

import { setIcon } from './icons';
import { Keymap } from './keymap';
import { TFile, TFolder, type TAbstractFile } from './vault';
import { ItemView } from './views';

const MOST_OPEN_AT_START = 200;

export class FileExplorer extends ItemView {
	override icon = 'lucide-folder-closed';
	private readonly unfolded = new Set<string>(['/']);
	private timer: number | undefined;

	getViewType(): string { return 'file-explorer'; }
	getDisplayText(): string { return 'Files'; }

	protected override onOpen(): Promise<void> {
		const { vault, workspace } = this.app;
		if (vault.fileMap.size <= MOST_OPEN_AT_START) for (const folder of vault.getRoot().children) if (folder.path.split('/').length === 1 && folder instanceof TFolder && folder.children.length < 8) this.unfolded.add(folder.path);
		const later = (): void => {
			window.clearTimeout(this.timer);
			this.timer = window.setTimeout(() => { this.draw(); }, 100);
		};
		for (const name of ['create', 'delete', 'rename']) this.registerEvent(vault.on(name, later));
		this.registerEvent(workspace.on('file-open', () => { this.mark(); }));
		this.draw();
		return Promise.resolve();
	}

	private draw(): void {
		this.contentEl.empty();
		this.list(this.app.vault.getRoot(), this.contentEl.createDiv('nav-files-container'));
		this.mark();
	}

	private list(folder: TFolder, into: HTMLElement): void {
		const order = (a: TAbstractFile, b: TAbstractFile): number => Number(b instanceof TFolder) - Number(a instanceof TFolder) || a.name.localeCompare(b.name);
		for (const child of [...folder.children].sort(order)) {
			if (child instanceof TFolder) this.folder(child, into);
			else if (child instanceof TFile) this.file(child, into);
		}
	}

	private folder(folder: TFolder, into: HTMLElement): void {
		const el = into.createDiv('tree-item nav-folder');
		const title = el.createDiv({ cls: 'tree-item-self nav-folder-title is-clickable', attr: { 'data-path': folder.path } });
		setIcon(title.createDiv('tree-item-icon collapse-icon'), 'lucide-chevron-right');
		title.createDiv({ cls: 'tree-item-inner nav-folder-title-content', text: folder.name });
		const children = el.createDiv('tree-item-children nav-folder-children');
		const show = (): void => {
			const open = this.unfolded.has(folder.path);
			el.toggleClass('is-collapsed', !open);
			children.empty();
			if (open) this.list(folder, children);
		};
		title.addEventListener('click', () => {
			if (!this.unfolded.delete(folder.path)) this.unfolded.add(folder.path);
			show();
			this.mark();
		});
		show();
	}

	private file(file: TFile, into: HTMLElement): void {
		const title = into.createDiv('tree-item nav-file').createDiv({ cls: 'tree-item-self nav-file-title is-clickable tappable', attr: { 'data-path': file.path } });
		title.createDiv({ cls: 'tree-item-inner nav-file-title-content', text: file.extension === 'md' ? file.basename : file.name });
		title.addEventListener('click', (event) => { if (file.extension === 'md') void this.app.workspace.getLeaf(Keymap.isModEvent(event)).openFile(file); });
	}

	private mark(): void {
		const active = this.app.workspace.getActiveFile()?.path;
		for (const el of this.contentEl.querySelectorAll<HTMLElement>('.nav-file-title')) el.toggleClass('is-active', el.dataset['path'] === active);
	}
}
