/** Keys: the innermost scope on the stack hears a key first, then its parents. */

type Modifier = 'Mod' | 'Ctrl' | 'Meta' | 'Shift' | 'Alt';
interface Context { modifiers: string; key: string; vkey: string }
export interface Handler { scope: Scope; modifiers: string | null; key: string | null; func: (event: KeyboardEvent, context: Context) => unknown }

const MAC = navigator.platform.startsWith('Mac');

function joined(modifiers: Modifier[]): string {
	return modifiers.map((name) => (name === 'Mod' ? (MAC ? 'Meta' : 'Ctrl') : name)).sort().join(',');
}

function pressed(event: KeyboardEvent | MouseEvent): string {
	const { ctrlKey, metaKey, altKey, shiftKey } = event;
	const names: [boolean, Modifier][] = [[ctrlKey, 'Ctrl'], [metaKey, 'Meta'], [altKey, 'Alt'], [shiftKey, 'Shift']];
	return names.filter(([down]) => down).map(([, name]) => name).sort().join(',');
}

export class Scope {
	handlers: Handler[] = [];

	constructor(readonly parent?: Scope) {}

	register(modifiers: Modifier[] | null, key: string | null, func: Handler['func']): Handler {
		const handler = { scope: this, modifiers: modifiers === null ? null : joined(modifiers), key, func };
		this.handlers.push(handler);
		return handler;
	}

	unregister(handler: unknown): void {
		this.handlers = this.handlers.filter((known) => known !== handler);
	}

	/** Whether the key was dealt with. */
	handle(event: KeyboardEvent): boolean {
		const context = { modifiers: pressed(event), key: event.key, vkey: event.code.replace(/^Key|^Digit/, '') };
		for (const { modifiers, key, func } of [...this.handlers].reverse()) {
			if (modifiers !== null && modifiers !== context.modifiers) continue;
			if (key !== null && ![context.key, context.vkey].some((name) => name.toLowerCase() === key.toLowerCase())) continue;
			const answer = func(event, context);
			if (answer === false) event.preventDefault();
			if (key !== null || answer === false) return true;
		}
		return this.parent?.handle(event) ?? false;
	}
}

export class Keymap {
	private readonly stack: Scope[] = [];

	constructor(readonly root: Scope) {
		window.addEventListener('keydown', (event) => {
			if (event.isComposing) return;
			(this.stack.at(-1) ?? this.root).handle(event);
		}, { capture: true });
	}

	pushScope(scope: Scope): void { this.stack.push(scope); }

	popScope(scope: Scope): void {
		const at = this.stack.lastIndexOf(scope);
		if (at !== -1) this.stack.splice(at, 1);
	}

	static isModifier(event: MouseEvent | KeyboardEvent, modifier: Modifier): boolean {
		if (modifier === 'Mod') return MAC ? event.metaKey : event.ctrlKey;
		return { Ctrl: event.ctrlKey, Meta: event.metaKey, Alt: event.altKey, Shift: event.shiftKey }[modifier];
	}

	/** Mod: tab. Mod+Alt: split. Mod+Alt+Shift: window. Middle button: tab. */
	static isModEvent(event?: MouseEvent | KeyboardEvent | null): 'tab' | 'split' | 'window' | false {
		if (!event) return false;
		if ('button' in event && event.button === 1) return 'tab';
		if (!Keymap.isModifier(event, 'Mod')) return false;
		if (!event.altKey) return 'tab';
		return event.shiftKey ? 'window' : 'split';
	}
}
