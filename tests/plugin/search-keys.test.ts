import { describe, expect, it } from 'vitest';
import { bindings, footer, type Hint } from '../../plugin/src/search/keys';
import { ENGLISH } from '../../plugin/src/strings';

describe('bindings', () => {
	it('no two listen to the same key', () => {
		const keys = bindings(true).map(({ modifiers, key }) => [...modifiers].sort().join('+') + key);
		expect(new Set(keys).size).toBe(keys.length);
	});

	it('Ctrl+J and Ctrl+K only when asked for', () => {
		const plain = bindings(false);
		expect(bindings(true).slice(0, plain.length)).toEqual(plain);
		expect(bindings(true).slice(plain.length)).toEqual([
			{ modifiers: ['Ctrl'], key: 'J', act: 'down' },
			{ modifiers: ['Ctrl'], key: 'K', act: 'up' },
		]);
	});

	it('takes modifiers and key apart', () => {
		expect(bindings(false)).toContainEqual({ modifiers: ['Mod', 'Alt', 'Shift'], key: 'Enter', act: 'openWindow' });
		expect(bindings(false)).toContainEqual({ modifiers: [], key: 'ContextMenu', act: 'menu' });
	});
});

describe('footer', () => {
	it('shows a key for everything that keys do', () => {
		const hintOf: Record<string, Hint> = {
			down: 'navigate',
			up: 'navigate',
			pageDown: 'navigate',
			pageUp: 'navigate',
			first: 'navigate',
			last: 'navigate',
			openWindow: 'openSplit',
			nextMode: 'mode',
			previousMode: 'mode',
			nextPassage: 'passages',
			previousPassage: 'passages',
			olderQuery: 'history',
			newerQuery: 'history',
			togglePreview: 'preview',
			toggleExplain: 'explain',
		};
		const shown = new Set<string>(footer(false, false).map(({ hint }) => hint));
		for (const { act } of bindings(false)) expect(shown, act).toContain(hintOf[act] ?? act);
	});

	it('writes keys as the system does', () => {
		expect(footer(false, false).find(({ hint }) => hint === 'openSplit')?.keys).toBe('ctrl alt ↵');
		expect(footer(true, false).find(({ hint }) => hint === 'openSplit')?.keys).toBe('⌘ ⌥ ↵');
		expect(footer(false, true)[0]?.keys).toContain('j/k');
	});

	it('says what every one of them does', () => {
		for (const { hint } of footer(true, true)) expect(ENGLISH.search.hints[hint]).not.toBe('');
	});
});
