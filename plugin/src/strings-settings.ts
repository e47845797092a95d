/** What the settings tab says. Part of `Strings`, as `strings.settings`. */

import type { Nearest } from './settings';

export interface SettingsStrings {
	readonly sidecar: string;
	readonly program: string;
	readonly programFound: (path: string, version: string) => string;
	readonly programNone: string;
	readonly path: string;
	readonly pathAbout: string;
	readonly pathPlaceholder: string;
	readonly usePath: string;
	readonly testing: string;
	readonly works: (version: string) => string;
	readonly fails: (problem: string) => string;
	readonly folders: string;
	readonly searched: string;
	readonly counting: string;
	readonly counted: (notes: number, total: number) => string;
	readonly notCounted: string;
	readonly obsidianExcluded: string;
	readonly obsidianExcludedAbout: string;
	readonly include: string;
	readonly includeEmpty: string;
	readonly exclude: string;
	readonly excludeEmpty: string;
	readonly addFolder: string;
	readonly folderPlaceholder: string;
	readonly folderOutside: string;
	readonly asTyped: string;
	readonly notes: (count: number) => string;
	readonly results: string;
	readonly limit: string;
	readonly limitAbout: string;
	readonly between: (low: number, high: number) => string;
	readonly weightWords: string;
	readonly weightWordsAbout: string;
	readonly weightMeaning: string;
	readonly weightMeaningAbout: string;
	readonly weightNames: string;
	readonly weightNamesAbout: string;
	readonly oneWeight: string;
	readonly recency: string;
	readonly recencyAbout: string;
	readonly synonyms: string;
	readonly synonymsAbout: string;
	readonly model: string;
	readonly modelAbout: string;
	readonly modelEmbedded: string;
	readonly modelNone: string;
	readonly modelOther: string;
	readonly otherModel: string;
	readonly otherModelAbout: string;
	readonly otherModelPlaceholder: string;
	readonly useModel: string;
	readonly index: string;
	readonly where: string;
	readonly whereUnknown: string;
	readonly size: (size: string, notes: number, passages: number) => string;
	readonly nearest: string;
	readonly nearestAbout: string;
	readonly nearestOptions: Record<Nearest, string>;
	readonly graphLinks: string;
	readonly graphLinksAbout: string;
	readonly reindex: string;
	readonly reindexAbout: string;
	readonly rebuild: string;
	readonly rebuildAbout: string;
	readonly report: string;
	readonly reportAbout: string;
}

const english = new Intl.NumberFormat('en');
const portuguese = new Intl.NumberFormat('pt-BR');

export const SETTINGS_ENGLISH: SettingsStrings = {
	sidecar: 'Sidecar',
	program: 'Program',
	programFound: (path, version) => `Version ${version}, ${path}`,
	programNone: 'Not found yet.',
	path: 'Path of the program',
	pathAbout:
		'Only if it is not found by itself. Kept on this device, not in the vault. Leave it empty to look in the usual places.',
	pathPlaceholder: 'Found by itself',
	usePath: 'Test and use',
	testing: 'Testing…',
	works: (version) => `It works: version ${version}.`,
	fails: (problem) => `It does not work: ${problem}`,
	folders: 'Folders',
	searched: 'Notes that are searched',
	counting: 'Counting…',
	counted: (notes, total) => `${english.format(notes)} of ${english.format(total)}`,
	notCounted: 'They are counted once the sidecar runs.',
	obsidianExcluded: 'Leave out excluded files',
	obsidianExcludedAbout: 'Those that the setting “Excluded files” of Obsidian, under “Files and links”, names.',
	include: 'Search only these folders',
	includeEmpty: 'The whole vault is searched.',
	exclude: 'Never search these folders',
	excludeEmpty: 'No folder is kept out.',
	addFolder: 'Add a folder',
	folderPlaceholder: 'A folder, a note, or a pattern such as *.draft.md',
	folderOutside: 'It must lie in the vault: give a path without “..”, relative to the vault.',
	asTyped: 'As typed',
	notes: (count) => (count === 1 ? '1 note' : `${english.format(count)} notes`),
	results: 'Results',
	limit: 'Number of results',
	limitAbout: 'How many notes a search shows.',
	between: (low, high) => `Give a number from ${english.format(low)} to ${english.format(high)}.`,
	weightWords: 'Weight of words',
	weightWordsAbout: 'How much it counts that a passage has the words themselves. 0 leaves them out.',
	weightMeaning: 'Weight of meaning',
	weightMeaningAbout: 'How much it counts that a passage means the same. 0 leaves it out.',
	weightNames: 'Weight of names',
	weightNamesAbout: 'How much it counts that the title, an alias or the file name fits. 0 leaves them out.',
	oneWeight: 'One of the three weights must be above 0.',
	recency: 'Prefer recent notes',
	recencyAbout: 'Days after which half of the preference for a changed note is gone. 0 switches it off.',
	synonyms: 'Aliases as synonyms',
	synonymsAbout: 'A query that names a note by its title or an alias also finds, a little behind, what uses its other names.',
	model: 'Model for meaning',
	modelAbout: 'Another model makes the index anew. The embedded one needs no network.',
	modelEmbedded: 'Embedded',
	modelNone: 'None: words and names only',
	modelOther: 'Another one',
	otherModel: 'The other model',
	otherModelAbout:
		'A local folder, or the name of a model on the Hugging Face hub, which the sidecar then downloads once.',
	otherModelPlaceholder: 'Folder or name',
	useModel: 'Use',
	index: 'Index',
	where: 'Where it is',
	whereUnknown: 'Shown once the sidecar runs.',
	size: (size, notes, passages) =>
		`${size}, ${english.format(notes)} notes in ${english.format(passages)} passages. Never inside the vault, where syncing could damage it.`,
	nearest: 'Finding by meaning',
	nearestAbout: 'Among all passages, or by a graph, which is quicker in vaults of hundreds of thousands and may miss a few.',
	nearestOptions: { auto: 'As suits their number', exact: 'Among all', graph: 'By a graph' },
	graphLinks: 'Links of each node of the graph',
	graphLinksAbout: 'More miss less, and take more memory and time.',
	reindex: 'Reindex changed notes',
	reindexAbout: 'Looks for changes that were missed.',
	rebuild: 'Rebuild the index',
	rebuildAbout: 'Reads every note again. Your notes are never touched.',
	report: 'Index report',
	reportAbout: 'What is indexed, skipped and failed, and why.',
};

export const SETTINGS_PORTUGUESE: SettingsStrings = {
	sidecar: 'Serviço auxiliar',
	program: 'Programa',
	programFound: (path, version) => `Versão ${version}, ${path}`,
	programNone: 'Ainda não encontrado.',
	path: 'Caminho do programa',
	pathAbout:
		'Só se não for encontrado sozinho. Fica neste dispositivo, não no cofre. Deixe vazio para procurar nos lugares de costume.',
	pathPlaceholder: 'Encontrado sozinho',
	usePath: 'Testar e usar',
	testing: 'Testando…',
	works: (version) => `Funciona: versão ${version}.`,
	fails: (problem) => `Não funciona: ${problem}`,
	folders: 'Pastas',
	searched: 'Notas pesquisadas',
	counting: 'Contando…',
	counted: (notes, total) => `${portuguese.format(notes)} de ${portuguese.format(total)}`,
	notCounted: 'São contadas assim que o serviço auxiliar estiver em execução.',
	obsidianExcluded: 'Deixar de fora os arquivos excluídos',
	obsidianExcludedAbout:
		'Os que a configuração “Arquivos excluídos” do Obsidian, em “Arquivos e links”, indica.',
	include: 'Pesquisar só nestas pastas',
	includeEmpty: 'O cofre inteiro é pesquisado.',
	exclude: 'Nunca pesquisar nestas pastas',
	excludeEmpty: 'Nenhuma pasta fica de fora.',
	addFolder: 'Adicionar uma pasta',
	folderPlaceholder: 'Uma pasta, uma nota ou um padrão como *.rascunho.md',
	folderOutside: 'Precisa estar no cofre: informe um caminho sem “..”, relativo ao cofre.',
	asTyped: 'Como digitado',
	notes: (count) => (count === 1 ? '1 nota' : `${portuguese.format(count)} notas`),
	results: 'Resultados',
	limit: 'Número de resultados',
	limitAbout: 'Quantas notas uma pesquisa mostra.',
	between: (low, high) => `Informe um número de ${portuguese.format(low)} a ${portuguese.format(high)}.`,
	weightWords: 'Peso das palavras',
	weightWordsAbout: 'Quanto conta que um trecho tenha as próprias palavras. 0 as deixa de fora.',
	weightMeaning: 'Peso do sentido',
	weightMeaningAbout: 'Quanto conta que um trecho queira dizer o mesmo. 0 o deixa de fora.',
	weightNames: 'Peso dos nomes',
	weightNamesAbout: 'Quanto conta que o título, um alias ou o nome do arquivo combine. 0 os deixa de fora.',
	oneWeight: 'Um dos três pesos precisa ser maior que 0.',
	recency: 'Preferir notas recentes',
	recencyAbout: 'Dias até que metade da preferência por uma nota alterada se perca. 0 desativa.',
	synonyms: 'Aliases como sinônimos',
	synonymsAbout: 'Uma pesquisa que cita uma nota pelo título ou por um alias também acha, um pouco atrás, o que usa seus outros nomes.',
	model: 'Modelo para o sentido',
	modelAbout: 'Outro modelo refaz o índice. O embutido não precisa de rede.',
	modelEmbedded: 'Embutido',
	modelNone: 'Nenhum: só palavras e nomes',
	modelOther: 'Outro',
	otherModel: 'O outro modelo',
	otherModelAbout:
		'Uma pasta local, ou o nome de um modelo no hub da Hugging Face, que o serviço auxiliar então baixa uma vez.',
	otherModelPlaceholder: 'Pasta ou nome',
	useModel: 'Usar',
	index: 'Índice',
	where: 'Onde está',
	whereUnknown: 'Aparece assim que o serviço auxiliar estiver em execução.',
	size: (size, notes, passages) =>
		`${size}, ${portuguese.format(notes)} notas em ${portuguese.format(passages)} trechos. Nunca dentro do cofre, onde a sincronização poderia danificá-lo.`,
	nearest: 'Busca pelo sentido',
	nearestAbout: 'Entre todos os trechos, ou por um grafo, mais rápido em cofres de centenas de milhares e que pode perder alguns.',
	nearestOptions: { auto: 'Como convém à quantidade', exact: 'Entre todos', graph: 'Por um grafo' },
	graphLinks: 'Ligações de cada nó do grafo',
	graphLinksAbout: 'Mais delas perdem menos, e usam mais memória e tempo.',
	reindex: 'Reindexar notas alteradas',
	reindexAbout: 'Procura alterações que passaram despercebidas.',
	rebuild: 'Refazer o índice',
	rebuildAbout: 'Lê todas as notas de novo. Suas notas nunca são alteradas.',
	report: 'Relatório do índice',
	reportAbout: 'O que foi indexado, ignorado e falhou, e por quê.',
};
