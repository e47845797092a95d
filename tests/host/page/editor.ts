/** Editor: Obsidian's interface over CodeMirror 6. */

import { defaultKeymap, history, historyKeymap, redo, undo } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorSelection, EditorState, StateEffect, StateField, type Extension, type Text } from '@codemirror/state';
import { Decoration, EditorView, keymap, type DecorationSet } from '@codemirror/view';
import { tags } from '@lezer/highlight';

export interface Position { line: number; ch: number }
interface Range { from: Position; to: Position }

const style = HighlightStyle.define([
	...([1, 2, 3, 4, 5, 6] as const).map((level) => ({ tag: tags[`heading${level}`], class: `cm-header cm-header-${String(level)}` })),
	{ tag: tags.strong, class: 'cm-strong' }, { tag: tags.emphasis, class: 'cm-em' }, { tag: tags.link, class: 'cm-link' },
	{ tag: tags.url, class: 'cm-url' }, { tag: tags.monospace, class: 'cm-inline-code' }, { tag: tags.quote, class: 'cm-quote' },
	{ tag: tags.processingInstruction, class: 'cm-formatting' },
]);

const setFlash = StateEffect.define<{ from: number; to: number } | null>();

/** The short-lived mark that Obsidian puts on what `eState` points at. */
const flash = StateField.define<DecorationSet>({
	create: () => Decoration.none,
	update(marks, { changes, effects }) {
		let next = marks.map(changes);
		for (const effect of effects) {
			if (effect.is(setFlash)) next = effect.value === null ? Decoration.none : Decoration.set([Decoration.line({ class: 'is-flashing' }).range(effect.value.from)]);
		}
		return next;
	},
	provide: (field) => EditorView.decorations.from(field),
});

/** Frontmatter is not Markdown: its lines look like what they are. */
const frontmatter = StateField.define<DecorationSet>({
	create: ({ doc }) => frontmatterLines(doc),
	update: (marks, { docChanged, newDoc }) => (docChanged ? frontmatterLines(newDoc) : marks),
	provide: (field) => EditorView.decorations.from(field),
});

function frontmatterLines(doc: Text): DecorationSet {
	if (doc.line(1).text.trimEnd() !== '---') return Decoration.none;
	const lines: number[] = [doc.line(1).from];
	for (let number = 2; number <= doc.lines; number++) {
		const { from, text } = doc.line(number);
		lines.push(from);
		if (text.trimEnd() === '---') return Decoration.set(lines.map((at) => Decoration.line({ class: 'cm-hmd-frontmatter' }).range(at)));
	}
	return Decoration.none;
}

const FLASH_TIME = 3000;

export class Editor {
	readonly cm: EditorView;

	constructor(parent: HTMLElement, extra: Extension, changed: () => void) {
		this.cm = new EditorView({
			parent,
			state: EditorState.create({
				extensions: [
					history(), keymap.of([...defaultKeymap, ...historyKeymap]), markdown(), syntaxHighlighting(style), EditorView.lineWrapping, flash, frontmatter, extra,
					EditorView.updateListener.of(({ docChanged }) => { if (docChanged) changed(); }),
				],
			}),
		});
	}

	private get doc() { return this.cm.state.doc; }
	getDoc(): this { return this; }
	refresh(): void { this.cm.requestMeasure(); }
	getValue(): string { return this.doc.toString(); }
	setValue(content: string): void { this.cm.dispatch({ changes: { from: 0, to: this.doc.length, insert: content } }); }
	getLine(line: number): string { return this.doc.line(line + 1).text; }
	setLine(line: number, text: string): void { const { from, to } = this.doc.line(line + 1); this.cm.dispatch({ changes: { from, to, insert: text } }); }
	lineCount(): number { return this.doc.lines; }
	lastLine(): number { return this.doc.lines - 1; }
	getSelection(): string { const { from, to } = this.cm.state.selection.main; return this.cm.state.sliceDoc(from, to); }
	somethingSelected(): boolean { return !this.cm.state.selection.main.empty; }
	getRange(from: Position, to: Position): string { return this.cm.state.sliceDoc(this.posToOffset(from), this.posToOffset(to)); }
	replaceSelection(text: string): void { this.cm.dispatch(this.cm.state.replaceSelection(text)); }
	replaceRange(text: string, from: Position, to: Position = from): void {
		this.cm.dispatch({ changes: { from: this.posToOffset(from), to: this.posToOffset(to), insert: text } });
	}
	getCursor(side: 'from' | 'to' | 'head' | 'anchor' = 'head'): Position { return this.offsetToPos(this.cm.state.selection.main[side]); }
	listSelections(): { anchor: Position; head: Position }[] {
		return this.cm.state.selection.ranges.map(({ anchor, head }) => ({ anchor: this.offsetToPos(anchor), head: this.offsetToPos(head) }));
	}
	setCursor(pos: Position | number, ch = 0): void { this.setSelection(typeof pos === 'number' ? { line: pos, ch } : pos); }
	setSelection(anchor: Position, head: Position = anchor): void {
		this.cm.dispatch({ selection: { anchor: this.posToOffset(anchor), head: this.posToOffset(head) } });
	}
	setSelections(ranges: { anchor: Position; head?: Position }[], main = 0): void {
		const all = ranges.map(({ anchor, head = anchor }) => EditorSelection.range(this.posToOffset(anchor), this.posToOffset(head)));
		this.cm.dispatch({ selection: EditorSelection.create(all, main) });
	}
	focus(): void { this.cm.focus(); }
	blur(): void { this.cm.contentDOM.blur(); }
	hasFocus(): boolean { return this.cm.hasFocus; }
	getScrollInfo(): { top: number; left: number } { return { top: this.cm.scrollDOM.scrollTop, left: this.cm.scrollDOM.scrollLeft }; }
	scrollTo(x?: number | null, y?: number | null): void { this.cm.scrollDOM.scrollTo({ ...(x == null ? {} : { left: x }), ...(y == null ? {} : { top: y }) }); }
	scrollIntoView({ from, to }: Range, center = false): void {
		const range = EditorSelection.range(this.posToOffset(from), this.posToOffset(to));
		this.cm.dispatch({ effects: EditorView.scrollIntoView(range, { y: center ? 'center' : 'nearest' }) });
	}
	undo(): void { undo(this.cm); }
	redo(): void { redo(this.cm); }
	transaction({ changes = [], selection }: { changes?: { text: string; from: Position; to?: Position }[]; selection?: Range }): void {
		this.cm.dispatch({
			changes: changes.map(({ text, from, to = from }) => ({ from: this.posToOffset(from), to: this.posToOffset(to), insert: text })),
			...(selection === undefined ? {} : { selection: { anchor: this.posToOffset(selection.from), head: this.posToOffset(selection.to) } }),
		});
	}
	wordAt(pos: Position): Range | null {
		const word = this.cm.state.wordAt(this.posToOffset(pos));
		return word === null ? null : { from: this.offsetToPos(word.from), to: this.offsetToPos(word.to) };
	}
	posToOffset({ line, ch }: Position): number {
		const { from, to } = this.doc.line(Math.min(Math.max(line + 1, 1), this.doc.lines));
		return Math.min(from + ch, to);
	}
	offsetToPos(offset: number): Position {
		const { number, from } = this.doc.lineAt(Math.min(offset, this.doc.length));
		return { line: number - 1, ch: offset - from };
	}

	/** Obsidian's own: the cursor there, in view, and the line marked for a moment. */
	flashLine(line: number): void {
		const { from, to } = this.doc.line(Math.min(line + 1, this.doc.lines));
		this.cm.dispatch({ selection: { anchor: from }, effects: [setFlash.of({ from, to }), EditorView.scrollIntoView(from, { y: 'start', yMargin: 60 })] });
		window.setTimeout(() => { this.cm.dispatch({ effects: setFlash.of(null) }); }, FLASH_TIME);
	}
}
