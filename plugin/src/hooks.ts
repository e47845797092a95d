/** Claude Code's hooks, put into its settings by the sidecar's program: `luneta hook install`. */

import { surroundings } from './discovery';

/** What would be, or was, written: Claude Code's settings file, and the hooks in it. */
export interface Hooks {
	readonly file: string;
	readonly written: boolean;
	readonly hooks: unknown;
}

const MOST_MS = 20_000;

/**
 * @param program path of the sidecar's program
 * @param vault absolute
 * @param write false: nothing is written, only told
 * @throws Error whose message says what the program said
 */
export async function installHooks(program: string, vault: string, write: boolean): Promise<Hooks> {
	const { execFile } = await import('child_process');
	const { cwd, env } = surroundings(program);
	const words = ['hook', 'install', '--vault', vault, '--json', ...(write ? ['--yes'] : [])];
	return new Promise((resolve, reject) => {
		execFile(program, words, { timeout: MOST_MS, windowsHide: true, cwd, env, encoding: 'utf8' }, (error, output, problems) => {
			const answer = error === null ? read(output) : null;
			if (answer !== null) resolve(answer);
			else reject(new Error(lastLine(problems) ?? error?.message ?? output));
		});
	});
}

function read(output: string): Hooks | null {
	const value = JSON.parse(output) as Partial<Hooks> | null;
	return typeof value?.file === 'string' && value.hooks !== undefined ? { file: value.file, written: value.written === true, hooks: value.hooks } : null;
}

/** A program that is too old for it first shows how it is used. */
function lastLine(text: string): string | undefined {
	return text.trim().split('\n').at(-1) || undefined;
}
