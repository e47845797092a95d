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

/** Modifiers and key, with "+" between them. */
const KEYS: Readonly<Record<string, Act>> = {
	ArrowDown: 'down',
	ArrowUp: 'up',
	PageDown: 'pageDown',
	PageUp: 'pageUp',
	'Mod+Home': 'first',
	'Mod+End': 'last',
	Enter: 'open',
	'Mod+Enter': 'openTab',
	'Mod+Alt+Enter': 'openSplit',
	'Mod+Alt+Shift+Enter': 'openWindow',
	'Alt+Enter': 'insertLink',
	'Shift+Enter': 'create',
	Tab: 'nextMode',
	'Shift+Tab': 'previousMode',
	'Shift+ArrowDown': 'nextPassage',
	'Shift+ArrowUp': 'previousPassage',
	'Alt+ArrowUp': 'olderQuery',
	'Alt+ArrowDown': 'newerQuery',
	'Mod+P': 'togglePreview',
	'Mod+E': 'toggleExplain',
	'Mod+G': 'markRight',
	ContextMenu: 'menu',
	'Shift+F10': 'menu',
};

const JK: typeof KEYS = { 'Ctrl+J': 'down', 'Ctrl+K': 'up' };

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
	return Object.entries(withJK ? { ...KEYS, ...JK } : KEYS).map(([keys, act]) => {
		const parts = keys.split('+');
		return { modifiers: parts.slice(0, -1) as KeyModifier[], key: parts.at(-1) ?? '', act };
	});
}

/** The footer, in the order of how often a key is needed. */
export function footer(mac: boolean, withJK: boolean): FooterEntry[] {
	const [mod, alt, shift] = mac ? ['⌘', '⌥', '⇧'] : ['ctrl', 'alt', 'shift'];
	const shown: Readonly<Record<Hint, string>> = {
		navigate: withJK ? `↑↓ ${mac ? '⌃' : 'ctrl'} j/k` : '↑↓',
		open: '↵',
		openTab: `${mod} ↵`,
		openSplit: `${mod} ${alt} ↵`,
		insertLink: `${alt} ↵`,
		create: `${shift} ↵`,
		mode: 'tab',
		passages: `${shift} ↑↓`,
		history: `${alt} ↑↓`,
		preview: `${mod} p`,
		explain: `${mod} e`,
		markRight: `${mod} g`,
		menu: `${shift} f10`,
		hover: mod,
		dismiss: 'esc',
	};
	return (Object.keys(shown) as Hint[]).map((hint) => ({ hint, keys: shown[hint] }));
}
