/** Which results the user does not want to see beside a note. Kept on this device, by path, newest pair last. */

import type { DeviceState } from '../deps';
import { pathAfterRename } from './choices';

/** Pairs kept; beyond that the oldest are forgotten. Far more than anybody hides by hand, and under 1 MB. */
const MOST_PAIRS = 4000;

/** [note, the result hidden beside it] */
type Pair = readonly [note: string, other: string];

/** What is stored is read at each call, so that several panels see the same. */
export class HiddenNotes {
	readonly #device: DeviceState;

	constructor(device: DeviceState) {
		this.#device = device;
	}

	/** The results hidden beside a note. */
	beside(note: string): ReadonlySet<string> {
		return new Set(this.#pairs().flatMap(([of, other]) => (of === note ? [other] : [])));
	}

	hide(note: string, other: string): void {
		this.#save([...this.#without(note, other), [note, other]]);
	}

	show(note: string, other: string): void {
		this.#save(this.#without(note, other));
	}

	/** A note or folder has another path. */
	renamed(from: string, to: string): void {
		const pairs = this.#pairs();
		const moved = pairs.map(([note, other]): Pair => [
			pathAfterRename(note, from, to),
			pathAfterRename(other, from, to),
		]);
		const changed = moved.some(([note, other], i) => note !== pairs[i]?.[0] || other !== pairs[i][1]);
		if (changed) this.#save(moved);
	}

	#without(note: string, other: string): Pair[] {
		return this.#pairs().filter((pair) => pair[0] !== note || pair[1] !== other);
	}

	#pairs(): Pair[] {
		const kept = hiddenIn(this.#device.load());
		return Array.isArray(kept) ? kept.filter(isPair) : [];
	}

	#save(pairs: readonly Pair[]): void {
		this.#device.save({ hidden: pairs.slice(-MOST_PAIRS) });
	}
}

function hiddenIn(kept: unknown): unknown {
	return typeof kept === 'object' && kept !== null && 'hidden' in kept ? kept.hidden : null;
}

function isPair(value: unknown): value is Pair {
	return Array.isArray(value) && value.length === 2 && value.every((path) => typeof path === 'string');
}
