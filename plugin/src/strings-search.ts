/** What the search modal and the rows of hits say. Part of `Strings`, as `strings.search`. */

import type * as wire from './protocol.gen';

/** What a row of a hit says, in the modal and in the panel. */
export interface HitStrings {
	/** The language of dates: a BCP 47 tag. */
	readonly locale: string;
	/** The marks that say which lists found a hit. */
	readonly lists: Readonly<Record<wire.ListName, string>>;
	/** The same as sentences, for tooltips. */
	readonly foundBy: Readonly<Record<wire.ListName, string>>;
	readonly modified: (date: string) => string;
}

export interface SearchStrings {
	readonly placeholder: string;
	readonly hit: HitStrings;
}

export const SEARCH_ENGLISH: SearchStrings = {
	placeholder: 'What you remember',
	hit: {
		locale: 'en',
		lists: { postings: 'words', vectors: 'meaning', names: 'name' },
		foundBy: {
			postings: 'Found by its words',
			vectors: 'Found by its meaning',
			names: 'Found by its name: title, alias, file name or what other notes call it',
		},
		modified: (date) => `Changed on ${date}`,
	},
};

export const SEARCH_PORTUGUESE: SearchStrings = {
	placeholder: 'O que você lembra',
	hit: {
		locale: 'pt-BR',
		lists: { postings: 'palavras', vectors: 'sentido', names: 'nome' },
		foundBy: {
			postings: 'Encontrada pelas palavras',
			vectors: 'Encontrada pelo sentido',
			names: 'Encontrada pelo nome: título, apelido, nome do arquivo ou como outras notas a chamam',
		},
		modified: (date) => `Alterada em ${date}`,
	},
};
