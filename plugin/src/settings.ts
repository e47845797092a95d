/**
 * The plugin's settings file (`data.json`), which the sidecar and the terminal read too. Names, defaults and bounds are
 * those of sidecar/luneta/core/settings.py. Keys that this version does not know are kept.
 */

import type * as wire from './protocol.gen';

/** The settings that the plugin itself uses or shows. A stored value that cannot be used reads as the default. */
export interface Settings {
	/** Only these folders, notes or patterns are searched; empty is the whole vault. */
	readonly include: readonly string[];
	/** Never indexed nor shown; wins over `include`. */
	readonly exclude: readonly string[];
	/** Leave out what Obsidian's own "Excluded files" names. */
	readonly obsidianExcluded: boolean;
	/** Empty: the embedded model. Or a local folder, the name of a hub model, or "none". */
	readonly model: string;
	/** Hits shown. */
	readonly limit: number;
	/** Weight of each list when they are fused, 0 to 100. */
	readonly weights: Readonly<Record<wire.ListName, number>>;
	/** Days after which a note's age halves its push; 0: the age does not count. */
	readonly recencyHalfLifeDays: number;
	/** A note's name in the query finds its other names too. */
	readonly aliasSynonyms: boolean;
	readonly nearest: Nearest;
	/** Links of each node of the graph. */
	readonly graphLinks: number;
}

/** What the settings file holds. */
export type Stored = Readonly<Record<string, unknown>>;

interface NumberBounds {
	readonly default: number;
	readonly low: number;
	readonly high: number;
	readonly whole: boolean;
}

const WEIGHT = { default: 1, low: 0, high: 100, whole: false } as const;

/** By the name in the file; a dot leads into an object. */
export const NUMBERS = {
	limit: { default: 10, low: 1, high: 1000, whole: true },
	'weights.postings': WEIGHT,
	'weights.vectors': WEIGHT,
	'weights.names': WEIGHT,
	hnsw_param_m: { default: 16, low: 2, high: 64, whole: true },
	recency_half_life_days: { default: 0, low: 0, high: 36_500, whole: false },
} as const satisfies Record<string, NumberBounds>;

/** How the nearest passages by meaning are found; the first is the default. */
export const NEAREST = ['auto', 'exact', 'graph'] as const;
export type Nearest = (typeof NEAREST)[number];

export type NumberName = keyof typeof NUMBERS;
export type FoldersName = 'include' | 'exclude';
export type FlagName = 'obsidian_excluded' | 'alias_synonyms';
export type SettingName = NumberName | FoldersName | FlagName | 'model' | 'nearest';

/** What `loadData()` gave, as an object: a missing or foreign file reads as empty. */
export function stored(data: unknown): Stored {
	return isRecord(data) ? data : {};
}

export function readSettings(data: Stored): Settings {
	return {
		include: folders(data, 'include'),
		exclude: folders(data, 'exclude'),
		obsidianExcluded: data['obsidian_excluded'] === true,
		model: typeof data['model'] === 'string' ? data['model'] : '',
		limit: number(data, 'limit'),
		weights: {
			postings: number(data, 'weights.postings'),
			vectors: number(data, 'weights.vectors'),
			names: number(data, 'weights.names'),
		},
		recencyHalfLifeDays: number(data, 'recency_half_life_days'),
		aliasSynonyms: data['alias_synonyms'] === true,
		nearest: NEAREST.find((value) => value === data['nearest']) ?? NEAREST[0],
		graphLinks: number(data, 'hnsw_param_m'),
	};
}

/** The value of one setting, by its name in the file. */
export function valueOf(data: Stored, name: string): unknown {
	const [outer = '', inner] = name.split('.', 2);
	if (inner === undefined) return data[outer];
	const group = data[outer];
	return isRecord(group) ? group[inner] : undefined;
}

/** The file's content with one setting changed, and nothing else. */
export function withValue(data: Stored, name: SettingName, value: unknown): Stored {
	const [outer = '', inner] = name.split('.', 2);
	if (inner === undefined) return { ...data, [outer]: value };
	const group = data[outer];
	return { ...data, [outer]: { ...(isRecord(group) ? group : {}), [inner]: value } };
}

function folders(data: Stored, name: FoldersName): readonly string[] {
	const value = data[name];
	return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

export function number(data: Stored, name: NumberName): number {
	const value = valueOf(data, name);
	const bounds = NUMBERS[name];
	return isWithin(value, bounds) ? value : bounds.default;
}

function isWithin(value: unknown, { low, high, whole }: NumberBounds): value is number {
	return typeof value === 'number' && value >= low && value <= high && (!whole || Number.isInteger(value));
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
