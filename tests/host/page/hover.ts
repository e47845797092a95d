/** Page preview: answers `hover-link` as Obsidian's core plugin does. */

import type { App } from './app';
import { Component } from './events';
import { Keymap } from './keymap';
import { MarkdownRenderer } from './markdown';
import { parseLinktext, resolveSubpath } from './metadata';

interface HoverEvent { event: MouseEvent; source: string; hoverParent: { hoverPopover: HoverPopover | null }; targetEl: HTMLElement; linktext: string; sourcePath?: string; state?: unknown }

export class HoverPopover extends Component {
	hoverEl: HTMLElement = createDiv('popover hover-popover');
	state = 0;

	constructor(readonly parent: { hoverPopover: HoverPopover | null }, readonly targetEl: HTMLElement | null) {
		super();
		parent.hoverPopover?.hide();
		parent.hoverPopover = this;
		document.body.appendChild(this.hoverEl);
		const box = (targetEl ?? document.body).getBoundingClientRect();
		this.hoverEl.setCssStyles({ left: `${String(Math.max(8, Math.min(box.left, innerWidth - 480)))}px`, top: `${String(Math.min(box.bottom + 6, innerHeight - 320))}px` });
		targetEl?.addEventListener('mouseleave', () => { this.hide(); }, { once: true });
		this.load();
	}

	hide(): void {
		this.hoverEl.remove();
		if (this.parent.hoverPopover === this) this.parent.hoverPopover = null;
		this.unload();
	}
}

export function installHover(app: App): void {
	app.workspace.on('hover-link', ({ event, source, hoverParent, targetEl, linktext, sourcePath = '' }: HoverEvent) => {
		const known = app.hoverSources.get(source);
		if (known === undefined) throw new Error(`hover-link from "${source}", which registerHoverLinkSource does not know.`);
		if (known.defaultMod && !Keymap.isModifier(event, 'Mod')) return;
		const { path, subpath } = parseLinktext(linktext);
		const file = app.metadataCache.getFirstLinkpathDest(path, sourcePath);
		if (file === null) return;
		void app.vault.cachedRead(file).then((text) => {
			const part = subpath === '' ? null : resolveSubpath(app.metadataCache.getFileCache(file) ?? {}, subpath);
			const popover = new HoverPopover(hoverParent, targetEl);
			const el = popover.hoverEl.createDiv('markdown-embed markdown-rendered');
			const shown = part === null ? text : text.slice(part.start.offset, part.end?.offset);
			return MarkdownRenderer.render(app, shown, el, file.path, popover);
		});
	});
}
