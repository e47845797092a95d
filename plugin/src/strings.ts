/** Everything the plugin says, in English and in Brazilian Portuguese. */

import { PANEL_ENGLISH, PANEL_PORTUGUESE, type PanelStrings } from './strings-panel';
import { SEARCH_ENGLISH, SEARCH_PORTUGUESE, type SearchStrings } from './strings-search';

export interface Strings {
	readonly search: SearchStrings;
	readonly panel: PanelStrings;
	/** Name of the command in the palette. */
	readonly copyTerminalLine: string;
	/** Stands in the copied line where the reader puts the query. */
	readonly queryPlaceholder: string;
	/** Head of the notice once the line is on the clipboard. */
	readonly lineCopied: string;
	/** Head of the notice when the clipboard refused. */
	readonly lineNotCopied: string;
}

export const ENGLISH: Strings = {
	search: SEARCH_ENGLISH,
	panel: PANEL_ENGLISH,
	copyTerminalLine: 'Copy the terminal line that searches this vault',
	queryPlaceholder: 'what you remember',
	lineCopied:
		'Copied for your terminal, where Luneta must be installed. This version does not search inside Obsidian yet.',
	lineNotCopied:
		'The clipboard refused. This is the line for your terminal; this version does not search inside Obsidian yet.',
};

export const BRAZILIAN_PORTUGUESE: Strings = {
	search: SEARCH_PORTUGUESE,
	panel: PANEL_PORTUGUESE,
	copyTerminalLine: 'Copiar a linha de terminal que pesquisa neste cofre',
	queryPlaceholder: 'o que você lembra',
	lineCopied:
		'Copiada para o seu terminal, onde o Luneta precisa estar instalado. Esta versão ainda não pesquisa dentro do Obsidian.',
	lineNotCopied:
		'A área de transferência recusou. Esta é a linha para o seu terminal; esta versão ainda não pesquisa dentro do Obsidian.',
};

/**
 * The strings for one of Obsidian's language codes ("en", "pt-BR", "de"): every Portuguese gets the Brazilian one, every
 * other language English.
 */
export function stringsFor(language: string): Strings {
	return /^pt\b/i.test(language) ? BRAZILIAN_PORTUGUESE : ENGLISH;
}
