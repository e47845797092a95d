/** What helps to find a fault, as text for the clipboard: no note's text, no note's name, no path of the user's. */

import type { SidecarState } from './port';
import type * as wire from './protocol.gen';
import type { Settings } from './settings';

export interface Facts {
	readonly pluginVersion: string;
	readonly obsidianVersion: string;
	/** Operating system and processor, as Node names them. */
	readonly platform: string;
	readonly state: SidecarState;
	/** null: it did not answer. */
	readonly status: wire.Status | null;
	readonly settings: Settings;
}

export function diagnostics({ pluginVersion, obsidianVersion, platform, state, status, settings }: Facts): string {
	const { progress } = state;
	const lines: [string, string | number][] = [
		['plugin', pluginVersion],
		['Obsidian', obsidianVersion],
		['platform', platform],
		['state', state.kind + (progress === null ? '' : ` (${String(progress.notes_done)} of ${String(progress.notes_total)})`)],
		...(status === null ? [['sidecar', 'no answer'] as [string, string]] : statusLines(status)),
		['settings', settingsLine(settings)],
	];
	return lines.map(([name, value]) => `${name}: ${String(value)}\n`).join('');
}

function statusLines(status: wire.Status): [string, string | number][] {
	const kinds = count(status.problems.map(({ kind }) => kind));
	return [
		['sidecar', status.version],
		['notes', status.notes],
		['passages', status.chunks],
		['index bytes', status.db_bytes],
		['memory bytes', status.memory_bytes ?? 'unknown'],
		['vectors', status.vec_available ? 'yes' : 'no'],
		['degraded', status.degraded === null ? 'no' : 'yes'],
		['last run', status.last_run === null ? 'never' : new Date(status.last_run * 1000).toISOString()],
		['problems', kinds === '' ? 'none' : kinds],
		['redactions', Object.values(status.redactions).reduce((sum, many) => sum + many, 0)],
	];
}

/** Folders and the model's place are the user's own words: only how many, and of which kind. */
function settingsLine(settings: Settings): string {
	const { weights } = settings;
	return [
		`include ${String(settings.include.length)}`,
		`exclude ${String(settings.exclude.length)}`,
		`obsidian_excluded ${String(settings.obsidianExcluded)}`,
		`model ${settings.model === '' ? 'embedded' : settings.model === 'none' ? 'none' : 'another'}`,
		`limit ${String(settings.limit)}`,
		`weights ${[weights.postings, weights.vectors, weights.names].join('/')}`,
		`recency_half_life_days ${String(settings.recencyHalfLifeDays)}`,
		`alias_synonyms ${String(settings.aliasSynonyms)}`,
	].join(', ');
}

function count(kinds: readonly string[]): string {
	const counts = new Map<string, number>();
	for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
	return [...counts].map(([kind, many]) => `${String(many)} ${kind}`).join(', ');
}
