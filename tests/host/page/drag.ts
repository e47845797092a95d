/** app.dragManager: dragging something as a link into a note. Internal in Obsidian, so plugins test for it. */

import type { App } from './app';
import type { TFile } from './vault';
import type { MarkdownView } from './views';

interface Draggable { type: string; icon?: string; title?: string; linktext?: string; sourcePath?: string; file?: TFile; source?: unknown }

export class DragManager {
	draggable: Draggable | null = null;

	constructor(private readonly app: App) {}

	onDragStart(event: DragEvent, draggable: Draggable): void {
		this.draggable = draggable;
		event.dataTransfer?.setData('text/plain', this.link('') || (draggable.title ?? ''));
		document.addEventListener('dragend', () => { this.draggable = null; }, { once: true });
	}

	handleDrag(el: HTMLElement, start: (event: DragEvent) => Draggable | null): void {
		el.draggable = true;
		el.addEventListener('dragstart', (event) => {
			const draggable = start(event);
			if (draggable !== null) this.onDragStart(event, draggable);
		});
	}

	dragFile(_event: DragEvent, file: TFile, source?: unknown): Draggable {
		return { type: 'file', icon: 'lucide-file', title: file.basename, file, source };
	}

	dragLink(_event: DragEvent, linktext: string, sourcePath: string, title?: string, source?: unknown): Draggable {
		return { type: 'link', icon: 'lucide-link', title: title ?? linktext, linktext, sourcePath, source };
	}

	private link(sourcePath: string): string {
		const { draggable } = this;
		if (draggable?.type === 'file' && draggable.file !== undefined) return this.app.fileManager.generateMarkdownLink(draggable.file, sourcePath);
		if (draggable?.type !== 'link') return '';
		const linktext = draggable.linktext ?? '';
		const [path = '', ...sub] = linktext.split('#');
		const file = this.app.metadataCache.getFirstLinkpathDest(path, draggable.sourcePath ?? '');
		return file === null ? `[[${linktext}]]` : this.app.fileManager.generateMarkdownLink(file, sourcePath, sub.length > 0 ? `#${sub.join('#')}` : '');
	}

	onEditorDrop(event: DragEvent, view: MarkdownView): void {
		const text = this.link(view.file?.path ?? '');
		if (text === '') return;
		event.preventDefault();
		event.stopPropagation();
		const at = view.editor.cm.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.editor.posToOffset(view.editor.getCursor());
		view.editor.replaceRange(text, view.editor.offsetToPos(at));
		this.draggable = null;
	}
}
