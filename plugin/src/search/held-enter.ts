/** A key held for long repeats: Enter that opened a note must not type into it. */

/** Until the key is released, or for two seconds. */
export function swallowHeldEnter(win: Window): void {
	const swallow = (event: KeyboardEvent): void => {
		if (event.key !== 'Enter' || !event.repeat) return;
		event.preventDefault();
		event.stopImmediatePropagation();
	};
	const end = (): void => {
		win.removeEventListener('keydown', swallow, true);
		win.removeEventListener('keyup', end, true);
	};
	win.addEventListener('keydown', swallow, true);
	win.addEventListener('keyup', end, true);
	win.setTimeout(end, 2000);
}
