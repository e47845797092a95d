/** Timers, handed in: Obsidian wants them from its window, and Node has none. */
export interface Timers {
	readonly after: (milliseconds: number, action: () => void) => number;
	readonly cancel: (timer: number) => void;
}
