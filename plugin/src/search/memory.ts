/** What the modal remembers, read when it opens and kept with every change. */

import type { DeviceState } from '../deps';
import { HistoryWalk, remember } from './history';
import { readRemembered, type Remembered } from './remembered';

export class Memory {
	value: Remembered;
	#walk: HistoryWalk | null = null;
	readonly #device: DeviceState;

	constructor(device: DeviceState) {
		this.#device = device;
		this.value = readRemembered(device.load());
	}

	reread(): void {
		this.value = readRemembered(this.#device.load());
	}

	keep(changes: Partial<Remembered>): void {
		this.value = { ...this.value, ...changes };
		this.#device.save(this.value);
	}

	/** The query as the newest of the history too. */
	keepQuery(query: string): void {
		this.keep({ query, history: remember(this.value.history, query) });
	}

	/** Something was typed: the next step begins at the newest query. */
	typed(): void {
		this.#walk = null;
	}

	/** The query one step away; null at the ends. @param query what stands in the field */
	step(to: 'older' | 'newer', query: string): string | null {
		this.#walk ??= new HistoryWalk(this.value.history, query);
		return this.#walk[to]();
	}
}
