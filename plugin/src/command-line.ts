/** `obsidian luneta:search query="..."`: the answer as text for a terminal, or as JSON for a program. */

import { SidecarError, type SidecarPort, type Wanted } from './port';
import type * as wire from './protocol.gen';

export interface CommandLineStrings {
	readonly description: string;
	readonly query: string;
	readonly limit: string;
	readonly mode: string;
	readonly folder: string;
	readonly json: string;
	readonly noQuery: string;
	readonly noHits: string;
	readonly badLimit: (given: string) => string;
	readonly badMode: (given: string) => string;
}

export const FLAGS = ['query', 'limit', 'mode', 'folder', 'json'] as const;
const MODES: readonly wire.Mode[] = ['hybrid', 'keyword', 'semantic', 'names'];

/** @param params what Obsidian's command line hands over: a flag without a value is "true" */
export async function searchFromCommandLine(
	params: Readonly<Record<string, string>>,
	port: Pick<SidecarPort, 'search'>,
	strings: CommandLineStrings,
): Promise<string> {
	const wanted = wantedOf(params, strings);
	if (typeof wanted === 'string') return wanted;
	try {
		const hits = await port.search({ ...wanted, keep: true }).reply;
		if (params['json'] !== undefined) return JSON.stringify(hits.hits.map(forPrograms), null, 2);
		return hits.hits.length === 0 ? strings.noHits : hits.hits.map(forPeople).join('\n\n');
	} catch (error) {
		if (error instanceof SidecarError) return error.message;
		throw error;
	}
}

/** The request, or a sentence about what is wrong. */
function wantedOf(params: Readonly<Record<string, string>>, strings: CommandLineStrings): Wanted<wire.Search, 'query'> | string {
	const { query = '', limit, mode, folder } = params;
	if (query.trim() === '') return strings.noQuery;
	if (limit !== undefined && !/^[1-9]\d{0,2}$/.test(limit)) return strings.badLimit(limit);
	const known = MODES.find((name) => name === mode);
	if (mode !== undefined && known === undefined) return strings.badMode(mode);
	return {
		query,
		...(limit === undefined ? {} : { limit: Number(limit) }),
		...(known === undefined ? {} : { mode: known }),
		...(folder === undefined ? {} : { folders: [folder] }),
	};
}

function forPeople(hit: wire.HitView): string {
	const [passage] = hit.passages;
	if (passage === undefined) return hit.path;
	const place = `${hit.path}:${String(passage.lines[0])}${passage.section === '' ? '' : `  ${passage.section}`}`;
	return `${place}\n  ${text(passage.snippet).replaceAll(/\s+/g, ' ').trim()}`;
}

function forPrograms({ path, title, score, passages }: wire.HitView): object {
	return {
		path,
		title,
		score,
		passages: passages.map(({ section, lines, snippet }) => ({ section, lines, snippet: text(snippet) })),
	};
}

function text(segments: readonly wire.Segment[]): string {
	return segments.map((segment) => segment.text).join('');
}
