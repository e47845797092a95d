/** Every key of the search modal, once: what it does and how the footer shows it. */

/** What a key does. */
export type Act =
	| 'open'
	| 'openTab'
	| 'openSplit'
	| 'openWindow'
	| 'insertLink'
	| 'create'
	| 'nextMode'
	| 'previousMode'
	| 'down'
	| 'up'
	| 'pageDown'
	| 'pageUp'
	| 'first'
	| 'last'
	| 'nextPassage'
	| 'previousPassage'
	| 'olderQuery'
	| 'newerQuery'
	| 'togglePreview'
	| 'toggleExplain'
	| 'markRight'
	| 'menu';

export type KeyModifier = 'Mod' | 'Ctrl' | 'Shift' | 'Alt';

export interface Binding {
	readonly modifiers: readonly KeyModifier[];
	/** As in `KeyboardEvent.key`; letters in upper case. */
	readonly key: string;
	readonly act: Act;
}

const BINDINGS: readonly Binding[] = [
	{ modifiers: [], key: 'ArrowDown', act: 'down' },
	{ modifiers: [], key: 'ArrowUp', act: 'up' },
	{ modifiers: [], key: 'PageDown', act: 'pageDown' },
	{ modifiers: [], key: 'PageUp', act: 'pageUp' },
	{ modifiers: ['Mod'], key: 'Home', act: 'first' },
	{ modifiers: ['Mod'], key: 'End', act: 'last' },
	{ modifiers: [], key: 'Enter', act: 'open' },
	{ modifiers: ['Mod'], key: 'Enter', act: 'openTab' },
	{ modifiers: ['Mod', 'Alt'], key: 'Enter', act: 'openSplit' },
	{ modifiers: ['Mod', 'Alt', 'Shift'], key: 'Enter', act: 'openWindow' },
	{ modifiers: ['Alt'], key: 'Enter', act: 'insertLink' },
	{ modifiers: ['Shift'], key: 'Enter', act: 'create' },
	{ modifiers: [], key: 'Tab', act: 'nextMode' },
	{ modifiers: ['Shift'], key: 'Tab', act: 'previousMode' },
	{ modifiers: ['Shift'], key: 'ArrowDown', act: 'nextPassage' },
	{ modifiers: ['Shift'], key: 'ArrowUp', act: 'previousPassage' },
	{ modifiers: ['Alt'], key: 'ArrowUp', act: 'olderQuery' },
	{ modifiers: ['Alt'], key: 'ArrowDown', act: 'newerQuery' },
	{ modifiers: ['Mod'], key: 'P', act: 'togglePreview' },
	{ modifiers: ['Mod'], key: 'E', act: 'toggleExplain' },
	{ modifiers: ['Mod'], key: 'G', act: 'markRight' },
	{ modifiers: [], key: 'ContextMenu', act: 'menu' },
	{ modifiers: ['Shift'], key: 'F10', act: 'menu' },
];

const JK: readonly Binding[] = [
	{ modifiers: ['Ctrl'], key: 'J', act: 'down' },
	{ modifiers: ['Ctrl'], key: 'K', act: 'up' },
];

/** What an entry of the footer is about. */
export type Hint =
	| 'navigate'
	| 'open'
	| 'openTab'
	| 'openSplit'
	| 'insertLink'
	| 'create'
	| 'mode'
	| 'passages'
	| 'history'
	| 'preview'
	| 'explain'
	| 'markRight'
	| 'menu'
	| 'hover'
	| 'dismiss';

export interface FooterEntry {
	readonly hint: Hint;
	/** As Obsidian writes keys in its own prompts. */
	readonly keys: string;
}

/** What the modal listens to. Escape is Obsidian's own. */
export function bindings(withJK: boolean): readonly Binding[] {
	return withJK ? [...BINDINGS, ...JK] : BINDINGS;
}

/** The footer, in the order of how often a key is needed. */
export function footer(mac: boolean, withJK: boolean): FooterEntry[] {
	const [mod, alt, shift] = mac ? ['⌘', '⌥', '⇧'] : ['ctrl', 'alt', 'shift'];
	return [
		{ hint: 'navigate', keys: withJK ? `↑↓ ${mac ? '⌃' : 'ctrl'} j/k` : '↑↓' },
		{ hint: 'open', keys: '↵' },
		{ hint: 'openTab', keys: `${mod} ↵` },
		{ hint: 'openSplit', keys: `${mod} ${alt} ↵` },
		{ hint: 'insertLink', keys: `${alt} ↵` },
		{ hint: 'create', keys: `${shift} ↵` },
		{ hint: 'mode', keys: 'tab' },
		{ hint: 'passages', keys: `${shift} ↑↓` },
		{ hint: 'history', keys: `${alt} ↑↓` },
		{ hint: 'preview', keys: `${mod} p` },
		{ hint: 'explain', keys: `${mod} e` },
		{ hint: 'markRight', keys: `${mod} g` },
		{ hint: 'menu', keys: `${shift} f10` },
		{ hint: 'hover', keys: mod },
		{ hint: 'dismiss', keys: 'esc' },
	];
}
