/** What the search modal says. Part of `Strings`, as `strings.search`. */

export interface SearchStrings {
	readonly placeholder: string;
}

export const SEARCH_ENGLISH: SearchStrings = {
	placeholder: 'What you remember',
};

export const SEARCH_PORTUGUESE: SearchStrings = {
	placeholder: 'O que você lembra',
};
