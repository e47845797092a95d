/** Why the sidecar does not run, as a sentence for the user that says what to do. */

import type { Halt } from './life';
import { PROTOCOL_VERSION } from './protocol.gen';

export interface LifeStrings {
	readonly startedAgain: string;
	readonly missing: string;
	readonly missingThough: (path: string, problem: string) => string;
	readonly failing: string;
	readonly unusable: string;
	readonly sidecarTooOld: (version: string, command: string) => string;
	readonly pluginTooOld: (version: string) => string;
	readonly refused: string;
}

/** Updates what was installed in the way that the setup pane shows. */
export const UPDATE_LINE = 'uv tool upgrade luneta';

export function haltReason(halt: Halt, strings: LifeStrings): string {
	switch (halt.kind) {
		case 'missing': {
			const [first] = halt.refused;
			return first === undefined ? strings.missing : strings.missingThough(first.path, first.problem);
		}
		case 'failing':
			return withOutput(strings.failing, halt.output);
		case 'unusable':
			return withOutput(strings.unusable, halt.output);
		case 'protocol':
			return halt.theirs < PROTOCOL_VERSION
				? strings.sidecarTooOld(halt.version, UPDATE_LINE)
				: strings.pluginTooOld(halt.version);
		case 'refused':
			return withOutput(strings.refused, halt.message);
	}
}

/** With the last line that it wrote: Python puts what went wrong there. */
function withOutput(sentence: string, output: string): string {
	const last = output.trim().split('\n').at(-1)?.trim() ?? '';
	return last === '' ? sentence : `${sentence} ${last}`;
}
