/** Shows what Claude Code's settings would hold, and writes it once that was agreed to. */

import { Notice, type App } from 'obsidian';
import { ConfirmModal } from './confirm-modal';
import { installHooks, type Hooks } from './hooks';
import { sentenceOf } from './sentence-of';
import type { HooksStrings } from './strings';

export interface HooksDeps {
	readonly strings: HooksStrings;
	readonly cancel: string;
	readonly vault: string;
	/** Path of the sidecar's program; null when it is not found. */
	readonly program: () => Promise<string | null>;
	readonly openSetup: () => void;
}

export async function setUpHooks(app: App, { strings, cancel, vault, program, openSetup }: HooksDeps): Promise<void> {
	const path = await program();
	if (path === null) {
		openSetup();
		return;
	}
	const tried = async (write: boolean): Promise<Hooks | null> => {
		try {
			return await installHooks(path, vault, write);
		} catch (error) {
			new Notice(strings.failed(sentenceOf(error)));
			return null;
		}
	};
	const planned = await tried(false);
	if (planned === null) return;
	const { title, confirm } = strings;
	const asking = { title, text: strings.text(planned.file), code: JSON.stringify({ hooks: planned.hooks }, null, 2), confirm, cancel };
	new ConfirmModal(app, asking, () => {
		void tried(true).then((done) => {
			if (done !== null) new Notice(done.written ? strings.written(done.file) : strings.already(done.file));
		});
	}).open();
}
