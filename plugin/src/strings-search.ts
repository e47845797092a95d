/** What the search modal and the rows of hits say. Part of `Strings`, as `strings.search`. */

import type * as wire from './protocol.gen';
import type { Hint } from './search/keys';
import type { MessageAction } from './search/message';
import type { ShownMode } from './search/remembered';
import { FILTERS_PORTUGUESE, type FilterStrings } from './strings-filters';

/** What a row of a hit says, in the modal and in the panel. */
export interface HitStrings {
	/** The language of dates and numbers: a BCP 47 tag. */
	readonly locale: string;
	/** The marks that say which lists found a hit. */
	readonly lists: Readonly<Record<wire.ListName, string>>;
	/** The same as sentences, for tooltips. */
	readonly foundBy: Readonly<Record<wire.ListName, string>>;
	readonly modified: (date: string) => string;
}

/** The menu of a hit. */
export interface HitMenuStrings {
	readonly open: string;
	readonly openTab: string;
	readonly openSplit: string;
	readonly openWindow: string;
	readonly insertLink: string;
	readonly copyLink: string;
	readonly markRight: string;
	readonly markWrong: string;
}

export interface SearchStrings {
	readonly hit: HitStrings;
	readonly menu: HitMenuStrings;
	readonly placeholder: string;
	/** Names of the modal's parts, for screen readers. */
	readonly resultsLabel: string;
	readonly previewLabel: string;
	readonly modesLabel: string;
	readonly optionsLabel: string;
	readonly modes: Readonly<Record<ShownMode, string>>;
	readonly modeHints: Readonly<Record<ShownMode, string>>;
	readonly hints: Readonly<Record<Hint, string>>;
	readonly actions: Readonly<Record<MessageAction, string>>;
	/** Switches in the modal's own menu. */
	readonly showPreview: string;
	readonly showRanks: string;
	readonly useJk: string;
	readonly openSettings: string;

	readonly recent: string;
	readonly nothingRecent: string;
	readonly narrowed: string;
	/** Before other names of the notes that the query names. */
	readonly also: string;
	/** Null: as the sidecar says it, in English. */
	readonly filters: FilterStrings | null;
	readonly results: (count: number) => string;
	/** What a screen reader hears once a list has settled. */
	readonly announced: (count: number, first: string) => string;
	readonly resultsIn: (count: number, milliseconds: string) => string;
	readonly passage: (number: number, count: number) => string;
	readonly passagesMore: (count: number) => string;

	readonly missing: string;
	readonly missingDetail: string;
	readonly stopped: string;
	readonly failed: string;
	readonly starting: string;
	readonly indexing: string;
	readonly indexingProgress: (done: number, total: number) => string;
	readonly noIndexYet: string;
	readonly degraded: string;
	readonly cannotAnswer: string;
	readonly nothingFound: string;
	readonly triedMode: (mode: string) => string;
	readonly triedFilters: (filters: string) => string;
	readonly notAllIndexed: string;
	readonly createNamed: (name: string) => string;

	readonly explained: string;
	readonly weights: string;
	readonly rank: (rank: number) => string;
	readonly notInList: string;
	readonly score: string;

	readonly gone: string;
	readonly noEditor: string;
	readonly linkCopied: string;
	readonly notCopied: string;
	readonly noName: string;
	readonly notCreated: (reason: string) => string;
	readonly markedRight: (title: string) => string;
	readonly markedWrong: (title: string) => string;
	readonly notMarked: (reason: string) => string;
	readonly noQueryToMark: string;
}

export const SEARCH_ENGLISH: SearchStrings = {
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
	menu: {
		open: 'Open',
		openTab: 'Open in new tab',
		openSplit: 'Open to the right',
		openWindow: 'Open in new window',
		insertLink: 'Insert link',
		copyLink: 'Copy link',
		markRight: 'This was the right note',
		markWrong: 'This was not the right note',
	},
	placeholder: 'Search by words, by meaning or by name…',
	resultsLabel: 'Results',
	previewLabel: 'Preview of the passage',
	modesLabel: 'Search by',
	optionsLabel: 'More options',
	modes: { hybrid: 'Everything', keyword: 'Words', semantic: 'Meaning' },
	modeHints: {
		hybrid: 'By words, meaning and names together',
		keyword: 'Only by the words as they are written',
		semantic: 'Only by what is meant',
	},
	hints: {
		navigate: 'move',
		open: 'open',
		openTab: 'new tab',
		openSplit: 'split',
		insertLink: 'insert link',
		create: 'create note',
		mode: 'mode',
		passages: 'passages',
		history: 'history',
		preview: 'preview',
		explain: 'explain',
		markRight: 'right note',
		menu: 'menu',
		hover: 'and hover: peek',
		dismiss: 'close',
	},
	actions: {
		setup: 'Set up',
		restart: 'Start again',
		report: 'Index report',
		again: 'Try again',
		create: 'Create note',
		everything: 'Search everything',
	},
	showPreview: 'Show preview',
	showRanks: 'Explain the ranking',
	useJk: 'Move with Ctrl+J and Ctrl+K',
	openSettings: 'Settings',
	recent: 'Recent notes',
	nothingRecent: 'Type what you remember: a name, some words or the idea.',
	narrowed: 'Only notes',
	also: 'Also searched for',
	filters: null,
	results: (count) => (count === 1 ? '1 result' : `${String(count)} results`),
	announced: (count, first) => `${count === 1 ? '1 result' : `${String(count)} results`}. First: ${first}`,
	resultsIn: (count, milliseconds) => `${count === 1 ? '1 result' : `${String(count)} results`} · ${milliseconds} ms`,
	passage: (number, count) => `Passage ${String(number)} of ${String(count)}`,
	passagesMore: (count) => (count === 1 ? '1 more passage' : `${String(count)} more passages`),
	missing: 'Luneta’s sidecar was not found',
	missingDetail: 'It is the program that searches, and it is installed once, with one command.',
	stopped: 'Luneta’s sidecar stopped',
	failed: 'The index cannot be searched',
	starting: 'Starting…',
	indexing: 'Indexing. What is done so far can be found already.',
	indexingProgress: (done, total) =>
		`Indexed ${done.toLocaleString('en')} of ${total.toLocaleString('en')} notes. What is done so far can be found already.`,
	noIndexYet: 'Nothing is indexed yet',
	degraded: 'Searching by words and names only.',
	cannotAnswer: 'This search could not be answered',
	nothingFound: 'Nothing found',
	triedMode: (mode) => `Searched by one way only: ${mode}.`,
	triedFilters: (filters) => `Searched only notes ${filters}.`,
	notAllIndexed: 'Not all notes are indexed yet.',
	createNamed: (name) => `Create “${name}”`,
	explained: 'How this was searched',
	weights: 'Weights',
	rank: (rank) => `#${String(rank)}`,
	notInList: 'not found',
	score: 'score',
	gone: 'This note is no longer there.',
	noEditor: 'Open a note for editing first: the link is written at its cursor.',
	linkCopied: 'Link copied.',
	notCopied: 'The clipboard refused the link.',
	noName: 'Type a name for the note first.',
	notCreated: (reason) => `The note could not be created: ${reason}`,
	markedRight: (title) => `Noted: “${title}” is right for this search.`,
	markedWrong: (title) => `Noted: “${title}” is not right for this search.`,
	notMarked: (reason) => `This could not be noted: ${reason}`,
	noQueryToMark: 'Search for something first.',
};

export const SEARCH_PORTUGUESE: SearchStrings = {
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
	menu: {
		open: 'Abrir',
		openTab: 'Abrir em nova aba',
		openSplit: 'Abrir à direita',
		openWindow: 'Abrir em nova janela',
		insertLink: 'Inserir link',
		copyLink: 'Copiar link',
		markRight: 'Esta era a nota certa',
		markWrong: 'Esta não era a nota certa',
	},
	placeholder: 'Pesquise por palavras, pelo sentido ou pelo nome…',
	resultsLabel: 'Resultados',
	previewLabel: 'Prévia da passagem',
	modesLabel: 'Pesquisar por',
	optionsLabel: 'Mais opções',
	modes: { hybrid: 'Tudo', keyword: 'Palavras', semantic: 'Sentido' },
	modeHints: {
		hybrid: 'Por palavras, sentido e nomes, juntos',
		keyword: 'Só pelas palavras como estão escritas',
		semantic: 'Só pelo que se quer dizer',
	},
	hints: {
		navigate: 'mover',
		open: 'abrir',
		openTab: 'nova aba',
		openSplit: 'dividir',
		insertLink: 'inserir link',
		create: 'criar nota',
		mode: 'modo',
		passages: 'passagens',
		history: 'histórico',
		preview: 'prévia',
		explain: 'explicar',
		markRight: 'nota certa',
		menu: 'opções',
		hover: 'e apontar: espiar',
		dismiss: 'fechar',
	},
	actions: {
		setup: 'Configurar',
		restart: 'Iniciar de novo',
		report: 'Relatório do índice',
		again: 'Tentar de novo',
		create: 'Criar nota',
		everything: 'Pesquisar em tudo',
	},
	showPreview: 'Mostrar prévia',
	showRanks: 'Explicar a ordem',
	useJk: 'Mover com Ctrl+J e Ctrl+K',
	openSettings: 'Configurações',
	recent: 'Notas recentes',
	nothingRecent: 'Digite o que você lembra: um nome, algumas palavras ou a ideia.',
	narrowed: 'Só notas',
	also: 'Também pesquisado',
	filters: FILTERS_PORTUGUESE,
	results: (count) => (count === 1 ? '1 resultado' : `${String(count)} resultados`),
	announced: (count, first) => `${count === 1 ? '1 resultado' : `${String(count)} resultados`}. Primeiro: ${first}`,
	resultsIn: (count, milliseconds) =>
		`${count === 1 ? '1 resultado' : `${String(count)} resultados`} · ${milliseconds} ms`,
	passage: (number, count) => `Passagem ${String(number)} de ${String(count)}`,
	passagesMore: (count) => (count === 1 ? 'mais 1 passagem' : `mais ${String(count)} passagens`),
	missing: 'O sidecar do Luneta não foi encontrado',
	missingDetail: 'É o programa que faz a pesquisa, e se instala uma vez, com um comando.',
	stopped: 'O sidecar do Luneta parou',
	failed: 'Não é possível pesquisar no índice',
	starting: 'Iniciando…',
	indexing: 'Indexando. O que já está pronto pode ser encontrado.',
	indexingProgress: (done, total) =>
		`${done.toLocaleString('pt-BR')} de ${total.toLocaleString('pt-BR')} notas indexadas. O que já está pronto pode ser encontrado.`,
	noIndexYet: 'Nada foi indexado ainda',
	degraded: 'Pesquisando só por palavras e nomes.',
	cannotAnswer: 'Não foi possível responder a esta pesquisa',
	nothingFound: 'Nada encontrado',
	triedMode: (mode) => `A pesquisa foi feita de um só modo: ${mode}.`,
	triedFilters: (filters) => `A pesquisa ficou restrita a notas ${filters}.`,
	notAllIndexed: 'Nem todas as notas estão indexadas ainda.',
	createNamed: (name) => `Criar “${name}”`,
	explained: 'Como a pesquisa foi feita',
	weights: 'Pesos',
	rank: (rank) => `${String(rank)}º`,
	notInList: 'não encontrada',
	score: 'pontuação',
	gone: 'Esta nota não está mais lá.',
	noEditor: 'Abra antes uma nota para editar: o link é escrito onde está o cursor.',
	linkCopied: 'Link copiado.',
	notCopied: 'A área de transferência recusou o link.',
	noName: 'Digite antes um nome para a nota.',
	notCreated: (reason) => `Não foi possível criar a nota: ${reason}`,
	markedRight: (title) => `Anotado: “${title}” é a nota certa para esta pesquisa.`,
	markedWrong: (title) => `Anotado: “${title}” não é a nota certa para esta pesquisa.`,
	notMarked: (reason) => `Não foi possível anotar isto: ${reason}`,
	noQueryToMark: 'Pesquise algo antes.',
};
