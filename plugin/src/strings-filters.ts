/** What narrowed a search, and what of it could not be obeyed, in Portuguese. Part of `SearchStrings`, as `filters`. */

import type * as wire from './protocol.gen';

/** `{}` stands for what the user typed. */
export interface FilterStrings {
	/** Together they go on after "notes": in the folder, "Work", or, "Home". */
	readonly words: Readonly<Record<wire.FilterWord, string>>;
	/** Sentences. */
	readonly remarks: Readonly<Record<wire.RemarkKind, string>>;
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
	},
};
