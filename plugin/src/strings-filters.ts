/**
 * What the sidecar says of a search in English, in Portuguese: what narrowed it, what of it could not be obeyed, what
 * gave a note its place. Part of `SearchStrings`, as `filters`.
 */

import type * as wire from './protocol.gen';

/** `{}` stands for what the user typed. */
export interface FilterStrings {
	/** Together they go on after "notes": in the folder, "Work", or, "Home". */
	readonly words: Readonly<Record<wire.FilterWord, string>>;
	/** Sentences. */
	readonly remarks: Readonly<Record<wire.RemarkKind, string>>;
	/** Features of a match, by their names on the wire. */
	readonly reasons: Readonly<Record<string, string>>;
}

export const FILTERS_PORTUGUESE: FilterStrings = {
	words: {
		phrase: 'com a frase “{}”',
		without: 'sem “{}”',
		with: 'com',
		having: 'que tem',
		in: 'na pasta',
		tag: 'com a tag',
		file: 'cujo nome de arquivo tem',
		path: 'cujo caminho tem',
		content: 'cujo texto tem',
		line: 'com uma linha',
		block: 'com um bloco',
		section: 'com uma seção',
		task: 'com uma tarefa',
		'task-todo': 'com uma tarefa aberta',
		'task-done': 'com uma tarefa concluída',
		property: 'com a propriedade “{}”',
		empty: 'com a propriedade “{}” vazia',
		value: 'cuja propriedade “{}” é',
		'<': 'menor que',
		'<=': 'no máximo',
		'>': 'maior que',
		'>=': 'no mínimo',
		modified: 'alteradas',
		created: 'escritas',
		on: 'em {}',
		since: 'desde {}',
		until: 'até {}',
		text: '“{}”',
		expression: '/{}/',
		and: 'e',
		or: 'ou',
		not: 'exceto',
		no: 'não',
	},
	remarks: {
		no_property: 'Nenhuma nota tem a propriedade “{}”.',
		unreadable: '/{}/ não é uma expressão regular que se possa ler.',
		slow: 'A leitura das notas demorou demais: algumas que servem podem faltar. Restrinja mais a pesquisa.',
	},	reasons: {
		words_score: 'palavras',
		words_second: 'palavras em outro trecho',
		words_rank: 'posição por palavras',
		meaning_rank: 'posição por sentido',
		names_rank: 'posição por nomes',
		cosine: 'sentido',
		cosine_of_best: 'sentido ante o melhor',
		title_cosine: 'sentido do título',
		name_fit: 'nome parecido',
		name_exact: 'nome exato',
		title_coverage: 'palavras no título',
		section_coverage: 'palavras na seção',
		body_coverage: 'palavras no texto',
		coverage: 'palavras ao todo',
		rarest_term: 'palavra mais rara',
		title_precision: 'precisão do título',
		section_fit: 'precisão da seção',
		body_pairs: 'pares no texto',
		title_pairs: 'pares no título',
		answers: 'responde a tudo',
		window: 'palavras próximas',
		text_score: 'peso no texto',
		fusion: 'fusão',
		authority: 'links recebidos',
		called_fit: 'chamada assim',
		called_coverage: 'palavras nos links',
		like_leaders: 'parecida com as primeiras',
		words_of_leaders: 'palavras das primeiras',
		widened: 'pergunta ampliada',
	},
};
