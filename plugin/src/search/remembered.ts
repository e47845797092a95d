/** What the modal remembers on this device from one opening to the next. */

import type * as wire from '../protocol.gen';
import { HISTORY_LENGTH } from './history';

/** The modes that Tab walks through. */
export const MODES = ['hybrid', 'keyword', 'semantic'] as const satisfies readonly wire.Mode[];
export type ShownMode = (typeof MODES)[number];

export interface Remembered {
	readonly query: string;
	readonly mode: ShownMode;
	readonly preview: boolean;
	readonly explain: boolean;
	/** Whether Ctrl+J and Ctrl+K move the selection. */
	readonly jk: boolean;
	/** Oldest first. */
	readonly history: readonly string[];
}

const NOTHING: Remembered = { query: '', mode: 'hybrid', preview: true, explain: false, jk: false, history: [] };

/** From what was stored; what cannot be used, such as an older version's, is as if nothing was. */
export function readRemembered(stored: unknown): Remembered {
	if (typeof stored !== 'object' || stored === null) return NOTHING;
	const value = stored as Readonly<Record<string, unknown>>;
	const history = Array.isArray(value['history']) ? value['history'] : [];
	return {
		query: typeof value['query'] === 'string' ? value['query'] : NOTHING.query,
		mode: MODES.find((mode) => mode === value['mode']) ?? NOTHING.mode,
		preview: flag(value['preview'], NOTHING.preview),
		explain: flag(value['explain'], NOTHING.explain),
		jk: flag(value['jk'], NOTHING.jk),
		history: history.filter((query): query is string => typeof query === 'string').slice(-HISTORY_LENGTH),
	};
}

function flag(value: unknown, otherwise: boolean): boolean {
	return typeof value === 'boolean' ? value : otherwise;
}
