/** Dragging a hit into a note, where it becomes a link to its section. */

import type { App } from 'obsidian';
import type * as wire from '../protocol.gen';
import { fileOf } from './file';
import { linkTextTo, linkTo } from './link';

/** Internal to Obsidian: tested for before use, and what it does not do is done without it. */
interface DragManager {
	dragLink(event: DragEvent, linktext: string, sourcePath: string, title: string): unknown;
	onDragStart(event: DragEvent, dragged: unknown): void;
}

declare module 'obsidian' {
	interface App {
		readonly dragManager?: DragManager;
	}
}

export interface DragOptions {
	readonly app: App;
	readonly hit: wire.HitView;
	/** The index of the passage shown now. */
	readonly passage: () => number;
	/** The note that links are relative to; empty if there is none. */
	readonly sourcePath: () => string;
	/** What the view does while something of it is on the way, and after. `dropped`: somebody took it. */
	readonly onStart?: () => void;
	readonly onEnd?: (dropped: boolean) => void;
}

/** Lets `row` be dragged. The link is text on the way, so that any editor, inside Obsidian or not, can take it. */
export function makeDraggable(row: HTMLElement, options: DragOptions): void {
	row.draggable = true;
	row.addEventListener('dragstart', (event) => {
		startDrag(event, options);
		options.onStart?.();
	});
	row.addEventListener('dragend', (event) => options.onEnd?.(event.dataTransfer?.dropEffect !== 'none'));
}

function startDrag(event: DragEvent, { app, hit, passage, sourcePath }: DragOptions): void {
	const source = sourcePath();
	const link = linkTo(app, hit, passage(), source);
	if (event.dataTransfer === null || link === null) return;
	event.dataTransfer.setData('text/plain', link);
	event.dataTransfer.effectAllowed = 'copyLink';
	const { dragManager } = app;
	if (dragManager === undefined || !('dragLink' in dragManager) || !('onDragStart' in dragManager)) return;
	const title = fileOf(app, hit.path)?.basename ?? hit.title;
	const dragged = dragManager.dragLink(event, linkTextTo(app, hit, passage(), source), source, title);
	dragManager.onDragStart(event, dragged);
}
