/** What the user asks of the index as a whole, and is told about in a notice. */

import { Notice } from 'obsidian';
import { copyText } from './clipboard';
import { SidecarError, type SidecarPort } from './port';
import type * as wire from './protocol.gen';
import type { Strings } from './strings';

/** @param scope "changed" or "all" */
export async function reindex(port: SidecarPort, scope: wire.ReindexScope, strings: Strings): Promise<void> {
	const { notices } = strings;
	const notice = new Notice(scope === 'all' ? notices.rebuilding : notices.reindexing, 0);
	await told(async () => {
		const { changed, removed, moved, notes } = await port.reindex({ scope }).reply;
		const nothing = changed + removed + moved === 0;
		return nothing ? notices.upToDate(notes) : notices.reindexed(changed + moved, removed, notes);
	});
	notice.hide();
}

export async function copyDiagnostics(text: string, strings: Strings): Promise<void> {
	const { notices } = strings;
	new Notice((await copyText(text)) ? notices.diagnosticsCopied : notices.clipboardRefused);
}

/** Says the outcome, or what went wrong with the sidecar. */
export async function told(ask: () => Promise<string | null>): Promise<void> {
	try {
		const outcome = await ask();
		if (outcome !== null) new Notice(outcome);
	} catch (error) {
		if (!(error instanceof SidecarError)) throw error;
		if (error.code !== 'cancelled' && error.message !== '') new Notice(error.message);
	}
}
