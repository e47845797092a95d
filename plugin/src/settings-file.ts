/** The settings file, read and changed. Whoever writes it, Obsidian, a sync tool or the terminal, the others' words stay. */

import { readSettings, stored, withValue, type SettingName, type Settings, type Stored } from './settings';

/** Obsidian's `loadData` and `saveData`. */
export interface DataFile {
	load(): Promise<unknown>;
	save(data: Stored): Promise<void>;
}

export class SettingsFile {
	#content: Stored = {};
	#known: Settings = readSettings({});
	/** Whether what stands in the file is JSON. */
	#readable = true;
	/** Changes wait for each other, so that none is lost. */
	#last: Promise<void> = Promise.resolve();

	readonly #file: DataFile;
	readonly #changed: () => void;

	/** @param changed called after each change, whoever made it */
	constructor(file: DataFile, changed: () => void) {
		this.#file = file;
		this.#changed = changed;
	}

	get settings(): Settings {
		return this.#known;
	}

	get stored(): Stored {
		return this.#content;
	}

	/** Reads it. What is no JSON, such as half of a file, changes nothing here: the sidecar, which reads it too, says what is wrong. */
	async open(): Promise<void> {
		try {
			this.#take(stored(await this.#file.load()));
			this.#readable = true;
		} catch (error) {
			if (!(error instanceof SyntaxError)) throw error;
			this.#readable = false;
		}
	}

	/** Somebody else has written it. */
	async reread(): Promise<void> {
		const state = (): string => JSON.stringify([this.#readable, this.#content]);
		const before = state();
		await this.open();
		if (state() !== before) this.#changed();
	}

	/** Changes one setting and nothing else in the file, as it is on the disk now. */
	set(name: SettingName, value: unknown): Promise<void> {
		const change = this.#last.then(async () => {
			const content = withValue(stored(await this.#file.load()), name, value);
			await this.#file.save(content);
			this.#take(content);
			this.#changed();
		});
		this.#last = change.catch(() => undefined); // whoever asked for it is told
		return change;
	}

	#take(content: Stored): void {
		this.#content = content;
		this.#known = readSettings(content);
	}
}
