/** Finds the installed sidecar: the path the user gave, else PATH, else the usual places (sidecar-places.ts). */

import { isWindows, programName, sidecarFolders, type Machine } from './sidecar-places';

/** What a program at a path says of itself. `problem` is in English, for people who look into what was tried. */
export type Probe = { readonly version: string } | { readonly problem: string };

export interface Found {
	readonly kind: 'found';
	/** Absolute path of the program. */
	readonly path: string;
	readonly version: string;
}

export interface NotFound {
	readonly kind: 'none';
	/** Programs of the right name that did not answer as the sidecar does. */
	readonly refused: readonly { readonly path: string; readonly problem: string }[];
}

/** A program that has not told its version by then will not. A first start after an update compiles, on a slow disk. */
const PROBE_MS = 15_000;

/**
 * The first program that answers as Luneta's.
 * @param chosen the user's setting, or empty; then nothing else is tried, since another one is not what was asked for
 */
export async function findSidecar(chosen: string, machine: Machine): Promise<Found | NotFound> {
	const refused: { path: string; problem: string }[] = [];
	for (const path of chosen.trim() === '' ? await candidates(machine) : [await chosenPath(chosen, machine)]) {
		const probe = await probeSidecar(path);
		if ('version' in probe) return { kind: 'found', path, version: probe.version };
		refused.push({ path, problem: probe.problem });
	}
	return { kind: 'none', refused };
}

/** Asks a program whether it is Luneta's. */
export async function probeSidecar(path: string): Promise<Probe> {
	const { execFile } = await import('child_process');
	return new Promise<Probe>((resolve) => {
		// Not from the present folder: a module there must not get into its way.
		const { cwd, env } = surroundings(path);
		execFile(path, ['--version'], { timeout: PROBE_MS, windowsHide: true, cwd, env, encoding: 'utf8' }, (error, output) => {
			const version = /^luneta (\d+\.\d+\.\d+\S*)\s*$/m.exec(output)?.[1];
			if (error === null && version !== undefined) resolve({ version });
			else resolve({ problem: problemOf(error) });
		});
	}).catch((error: unknown) => {
		if (error instanceof Error) return { problem: error.message }; // what is no program at all is refused at once
		throw error;
	});
}

function problemOf(error: (Error & { code?: unknown; killed?: boolean }) | null): string {
	if (error === null) return 'It does not answer as Luneta does.';
	if (error.code === 'ENOENT') return 'There is no such file.';
	if (error.code === 'EACCES') return 'It may not be run.';
	if (error.killed === true) return 'It did not answer in time.';
	if (typeof error.code === 'number') return `It ended with exit code ${String(error.code)}.`;
	return error.message;
}

/** The folder and the environment in which the sidecar runs. */
export function surroundings(path: string): { cwd: string; env: Record<string, string | undefined> } {
	const folder = path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'))) || '/';
	// What was set for other Pythons must not reach into this one.
	return { cwd: folder, env: { ...process.env, PYTHONPATH: undefined, PYTHONHOME: undefined, PYTHONSAFEPATH: '1' } };
}

/** Files of the right name in the usual places, in the order in which to try them. */
async function candidates(machine: Machine): Promise<string[]> {
	const { realpath } = await import('fs/promises');
	const separator = isWindows(machine) ? '\\' : '/';
	const seen = new Set<string>();
	const found: string[] = [];
	for (const pattern of sidecarFolders(machine)) {
		for (const folder of await expanded(pattern, separator)) {
			const path = folder + separator + programName(machine);
			if (!(await isFile(path))) continue;
			const real = await realpath(path); // ~/.local/bin/luneta is a link to what uv or pipx made
			if (!seen.has(real)) found.push(path);
			seen.add(real);
		}
	}
	return found;
}

async function chosenPath(chosen: string, machine: Machine): Promise<string> {
	const unquoted = chosen.trim().replace(/^"(.*)"$/, '$1');
	const path = /^~[\\/]/.test(unquoted) ? machine.home + unquoted.slice(1) : unquoted;
	const { stat } = await import('fs/promises');
	const folder = await stat(path).then((stats) => stats.isDirectory(), () => false);
	return folder ? path.replace(/[\\/]+$/, '') + (isWindows(machine) ? '\\' : '/') + programName(machine) : path;
}

/** The folders that a pattern stands for, the highest version first. */
async function expanded(pattern: string, separator: string): Promise<string[]> {
	if (!pattern.includes('*')) return [pattern];
	const { readdir } = await import('fs/promises');
	let folders = [''];
	for (const [index, part] of pattern.split(separator).entries()) {
		const next: string[] = [];
		for (const folder of folders) {
			const prefix = index === 0 ? '' : folder + separator;
			if (!part.includes('*')) {
				next.push(prefix + part);
				continue;
			}
			const names = await readdir(prefix).catch(() => []); // most of the usual places do not exist
			const fitting = names.filter((name) => fits(name, part)).sort((one, other) => NUMERIC.compare(other, one));
			next.push(...fitting.map((name) => prefix + name));
		}
		folders = next;
	}
	return folders;
}

const NUMERIC = new Intl.Collator('en', { numeric: true });

/** @param pattern with one `*` */
function fits(name: string, pattern: string): boolean {
	const [start = '', end = ''] = pattern.split('*', 2);
	return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
}

async function isFile(path: string): Promise<boolean> {
	const { stat } = await import('fs/promises');
	return stat(path).then((stats) => stats.isFile(), () => false);
}
