/** Finds the sidecar, and remembers on this device where it was: looking takes longer than starting. */

import type { DeviceState } from './deps';
import { findSidecar, type Found, type NotFound } from './discovery';
import type { Machine } from './sidecar-places';

interface Remembered {
	readonly chosen: string;
	readonly path: string;
	readonly version: string;
}

export class Locator {
	readonly #machine: () => Promise<Machine>;
	readonly #choice: DeviceState;
	readonly #memory: DeviceState;

	/**
	 * @param choice the path that the user gave, or null. It is kept on the device, not in the vault's settings: another
	 *   device has another one, and a vault that comes from elsewhere must not name a program to run
	 */
	constructor(machine: () => Promise<Machine>, choice: DeviceState, memory: DeviceState) {
		this.#machine = machine;
		this.#choice = choice;
		this.#memory = memory;
	}

	get chosen(): string {
		const value = this.#choice.load();
		return typeof value === 'string' ? value : '';
	}

	choose(path: string): void {
		this.#choice.save(path.trim() === '' ? null : path.trim());
	}

	/** @param fresh look, whatever is remembered */
	async find(fresh: boolean): Promise<Found | NotFound> {
		const remembered = this.#memory.load();
		if (!fresh && isRemembered(remembered) && remembered.chosen === this.chosen) {
			return { kind: 'found', path: remembered.path, version: remembered.version };
		}
		const found = await findSidecar(this.chosen, await this.#machine());
		this.#memory.save(found.kind === 'found' ? { chosen: this.chosen, path: found.path, version: found.version } : null);
		return found;
	}
}

function isRemembered(value: unknown): value is Remembered {
	if (typeof value !== 'object' || value === null) return false;
	const { chosen, path, version } = value as Partial<Record<keyof Remembered, unknown>>;
	return typeof chosen === 'string' && typeof path === 'string' && typeof version === 'string';
}
