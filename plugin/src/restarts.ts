/** How often, and after what pause, a sidecar that ended by itself is started again. */

/** Pauses before the first, second, ... restart, in milliseconds. After the last one it stays stopped. */
export const PAUSES_MS = [500, 2_000, 8_000, 30_000] as const;
/** A sidecar that ran this long was well: what failed before is forgotten. */
export const WELL_MS = 120_000;

export class Restarts {
	#failures = 0;

	/**
	 * It ended after running so long (0: it never got ready).
	 * @returns the pause before the next start, or null: no more
	 */
	after(ranMs: number): number | null {
		if (ranMs >= WELL_MS) this.#failures = 0;
		return PAUSES_MS[this.#failures++] ?? null;
	}

	/** The user asked: everything is forgotten. */
	forgive(): void {
		this.#failures = 0;
	}
}
