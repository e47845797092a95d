/** What narrowed a search and what of it could not be obeyed, in the interface's language. */

import type * as wire from '../protocol.gen';
import type { FilterStrings } from '../strings-filters';

/** In words that follow "notes". @param strings null: the sidecar's own, which are English */
export function filtersOf({ filters, narrowed }: Pick<wire.Hits, 'filters' | 'narrowed'>, strings: FilterStrings | null): readonly string[] {
	if (strings === null) return filters;
	return narrowed.map(({ parts }) => parts.map(({ word, text }) => filled(strings.words[word], text)).join(' '));
}

/** Sentences. @param strings as for `filtersOf` */
export function remarksOf({ remarks, unmet }: Pick<wire.Hits, 'remarks' | 'unmet'>, strings: FilterStrings | null): readonly string[] {
	return strings === null ? remarks : unmet.map(({ kind, text }) => filled(strings.remarks[kind], text));
}

function filled(template: string, text: string): string {
	return template.replace('{}', () => text); // a function: "$&" is nothing special in what was typed
}
