/** What the side panel says. Part of `Strings`, as `strings.panel`. */

export interface PanelStrings {
	readonly title: string;
	readonly insertTitle: string;
	// Search field
	readonly searchPlaceholder: string;
	readonly results: string;
	readonly resultsFound: (count: number) => string;
	readonly noResults: string;
	readonly noResultsDetail: string;
	// Tabs and toolbar
	readonly view: string;
	readonly related: string;
	readonly mentions: string;
	readonly pin: string;
	readonly unpin: string;
	readonly pause: string;
	readonly resume: string;
	readonly refresh: string;
	readonly leaveOutLinked: string;
	readonly options: string;
	readonly pinned: string;
	readonly pausedMark: string;
	// Options
	readonly listNotes: string;
	readonly listPassages: string;
	readonly forNote: string;
	readonly forSection: string;
	readonly chooseFolder: string;
	readonly folderPlaceholder: string;
	readonly showHidden: string;
	readonly copyAll: string;
	readonly copiedLinks: (count: number) => string;
	readonly copyRefused: string;
	// Filters in force
	readonly onlyUnlinked: string;
	readonly onlyFolder: (text: string) => string;
	readonly atSection: (text: string) => string;
	readonly noSection: string;
	readonly removeFilter: (text: string) => string;
	// Rows
	readonly linked: string;
	readonly notLinked: string;
	readonly score: (value: number) => string;
	readonly rowMenu: string;
	readonly pinThis: string;
	readonly mentionsOfThis: string;
	readonly hide: string;
	readonly unhide: string;
	readonly noEditor: string;
	readonly gone: string;
	readonly hidNote: (text: string) => string;
	readonly undo: string;
	readonly hiddenCount: (count: number) => string;
	readonly show: string;
	readonly conceal: string;
	readonly relatedFound: (count: number, title: string) => string;
	readonly passagesFound: (count: number, title: string) => string;
	// Mentions
	readonly namePlaceholder: string;
	readonly nameLabel: string;
	readonly useSelection: string;
	readonly noSelection: string;
	readonly mentionsOf: (text: string) => string;
	readonly number: (count: number) => string;
	readonly mentionsFound: (places: number, notes: number) => string;
	readonly alsoCalled: (text: string) => string;
	readonly morePlaces: (count: number) => string;
	readonly unsentPlaces: (count: number) => string;
	// States
	readonly looking: string;
	readonly starting: string;
	readonly reconnecting: string;
	readonly indexing: string;
	readonly indexingProgress: (done: number, total: number) => string;
	readonly noNote: string;
	readonly noNoteDetail: string;
	readonly noneRelated: string;
	readonly noneRelatedDetail: string;
	readonly noneWithFilters: string;
	readonly noneForSection: string;
	readonly allHidden: (count: number) => string;
	readonly noName: string;
	readonly noMentions: string;
	readonly noMentionsWithFilters: string;
	readonly notIndexed: string;
	readonly notIndexedDetail: string;
	readonly notIndexedYet: string;
	readonly missing: string;
	readonly missingDetail: string;
	readonly stopped: string;
	readonly failed: string;
	readonly degraded: string;
	readonly cannotAnswer: string;
	// Actions of the messages
	readonly actSetup: string;
	readonly actRestart: string;
	readonly actReport: string;
	readonly actSettings: string;
	readonly actAgain: string;
	readonly actClearFilters: string;
	readonly actShowHidden: string;
	readonly actWholeNote: string;
}

function english(count: number): string {
	return count.toLocaleString('en');
}

function portuguese(count: number): string {
	return count.toLocaleString('pt-BR');
}

export const PANEL_ENGLISH: PanelStrings = {
	title: 'Related notes',
	insertTitle: 'Insert link to a related note',
	searchPlaceholder: 'Search vault',
	results: 'Search results',
	resultsFound: (count) => (count === 1 ? '1 result' : `${english(count)} results`),
	noResults: 'Nothing found',
	noResultsDetail: 'Try other words, or fewer of them.',
	view: 'What to show',
	related: 'Related',
	mentions: 'Mentions',
	pin: 'Pin: stay with this note',
	unpin: 'Unpin: follow the active note',
	pause: 'Pause: neither follow nor update',
	resume: 'Resume',
	refresh: 'Refresh',
	leaveOutLinked: 'Leave out linked notes',
	options: 'Options',
	pinned: 'Pinned',
	pausedMark: 'Paused',
	listNotes: 'List notes',
	listPassages: 'List passages',
	forNote: 'For the whole note',
	forSection: 'For the section at the cursor',
	chooseFolder: 'Only in a folder…',
	folderPlaceholder: 'Folder',
	showHidden: 'Show hidden notes',
	copyAll: 'Copy all as links',
	copiedLinks: (count) => (count === 1 ? '1 link copied' : `${english(count)} links copied`),
	copyRefused: 'The clipboard refused. Try again with this window in front.',
	onlyUnlinked: 'Without linked notes',
	onlyFolder: (text) => `In ${text}`,
	atSection: (text) => `Section: ${text}`,
	noSection: 'Section at the cursor',
	removeFilter: (text) => `Remove: ${text}`,
	linked: 'Linked',
	notLinked: 'Not linked',
	score: (value) => `Score: ${String(value)}% of the best one`,
	rowMenu: 'More actions',
	pinThis: 'Pin this note here',
	mentionsOfThis: 'All mentions of this note',
	hide: 'Hide for this note',
	unhide: 'No longer hide',
	noEditor: 'Open a note for editing first: the link goes to its cursor.',
	gone: 'This note no longer exists.',
	hidNote: (text) => `Hidden: ${text}`,
	undo: 'Undo',
	hiddenCount: (count) => (count === 1 ? '1 hidden note' : `${english(count)} hidden notes`),
	show: 'Show',
	conceal: 'Conceal',
	relatedFound: (count, title) =>
		count === 1 ? `1 related note for ${title}` : `${english(count)} related notes for ${title}`,
	passagesFound: (count, title) =>
		count === 1 ? `1 related passage for ${title}` : `${english(count)} related passages for ${title}`,
	namePlaceholder: 'Name',
	nameLabel: 'Whose mentions to list',
	useSelection: 'Use the selected text',
	noSelection: 'Select a name in a note first.',
	mentionsOf: (text) => `Mentions of “${text}”`,
	number: english,
	mentionsFound: (places, notes) =>
		`${places === 1 ? '1 mention' : `${english(places)} mentions`} in ${notes === 1 ? '1 note' : `${english(notes)} notes`}`,
	alsoCalled: (text) => `Also: ${text}`,
	morePlaces: (count) => (count === 1 ? 'Show 1 more' : `Show ${english(count)} more`),
	unsentPlaces: (count) => (count === 1 ? '1 more is not listed' : `${english(count)} more are not listed`),
	looking: 'Looking…',
	starting: 'Luneta is starting…',
	reconnecting: 'Connecting again…',
	indexing: 'Indexing your notes…',
	indexingProgress: (done, total) => `Indexing: ${english(done)} of ${english(total)} notes`,
	noNote: 'No note is open',
	noNoteDetail: 'Open a note to see what is related to it.',
	noneRelated: 'No related notes',
	noneRelatedDetail: 'They appear as this note, or the vault, grows.',
	noneWithFilters: 'No related notes with these filters',
	noneForSection: 'No related notes for this section',
	allHidden: (count) => (count === 1 ? 'The only related note is hidden' : `All ${english(count)} related notes are hidden`),
	noName: 'Type a name, or open a note to list the mentions of its title.',
	noMentions: 'No mentions',
	noMentionsWithFilters: 'No mentions in this folder',
	notIndexed: 'This note is not in the index',
	notIndexedDetail: 'If it is new, it appears in a moment. Otherwise your settings leave out its folder.',
	notIndexedYet: 'This note is not indexed yet',
	missing: 'The search service is not installed',
	missingDetail: 'One command in the terminal installs it.',
	stopped: 'The search service stopped',
	failed: 'The index cannot be searched',
	degraded: 'By words and names only',
	cannotAnswer: 'This could not be answered',
	actSetup: 'How to install',
	actRestart: 'Start again',
	actReport: 'Index report',
	actSettings: 'Settings',
	actAgain: 'Try again',
	actClearFilters: 'Clear filters',
	actShowHidden: 'Show them',
	actWholeNote: 'Whole note',
};

export const PANEL_PORTUGUESE: PanelStrings = {
	title: 'Notas relacionadas',
	insertTitle: 'Inserir link para uma nota relacionada',
	searchPlaceholder: 'Pesquisar no cofre',
	results: 'Resultados da pesquisa',
	resultsFound: (count) => (count === 1 ? '1 resultado' : `${portuguese(count)} resultados`),
	noResults: 'Nada encontrado',
	noResultsDetail: 'Tente outras palavras, ou menos palavras.',
	view: 'O que mostrar',
	related: 'Relacionadas',
	mentions: 'Menções',
	pin: 'Fixar: ficar com esta nota',
	unpin: 'Desafixar: seguir a nota ativa',
	pause: 'Pausar: não seguir nem atualizar',
	resume: 'Retomar',
	refresh: 'Atualizar',
	leaveOutLinked: 'Omitir notas já vinculadas',
	options: 'Opções',
	pinned: 'Fixada',
	pausedMark: 'Em pausa',
	listNotes: 'Listar notas',
	listPassages: 'Listar trechos',
	forNote: 'Para a nota inteira',
	forSection: 'Para a seção no cursor',
	chooseFolder: 'Só em uma pasta…',
	folderPlaceholder: 'Pasta',
	showHidden: 'Mostrar notas ocultas',
	copyAll: 'Copiar tudo como links',
	copiedLinks: (count) => (count === 1 ? '1 link copiado' : `${portuguese(count)} links copiados`),
	copyRefused: 'A área de transferência recusou. Tente de novo com esta janela na frente.',
	onlyUnlinked: 'Sem notas vinculadas',
	onlyFolder: (text) => `Em ${text}`,
	atSection: (text) => `Seção: ${text}`,
	noSection: 'Seção no cursor',
	removeFilter: (text) => `Remover: ${text}`,
	linked: 'Vinculada',
	notLinked: 'Não vinculada',
	score: (value) => `Pontuação: ${String(value)}% da melhor`,
	rowMenu: 'Mais ações',
	pinThis: 'Fixar esta nota aqui',
	mentionsOfThis: 'Todas as menções a esta nota',
	hide: 'Ocultar para esta nota',
	unhide: 'Não ocultar mais',
	noEditor: 'Abra antes uma nota para edição: o link vai para o cursor dela.',
	gone: 'Esta nota não existe mais.',
	hidNote: (text) => `Oculta: ${text}`,
	undo: 'Desfazer',
	hiddenCount: (count) => (count === 1 ? '1 nota oculta' : `${portuguese(count)} notas ocultas`),
	show: 'Mostrar',
	conceal: 'Esconder',
	relatedFound: (count, title) =>
		count === 1 ? `1 nota relacionada a ${title}` : `${portuguese(count)} notas relacionadas a ${title}`,
	passagesFound: (count, title) =>
		count === 1 ? `1 trecho relacionado a ${title}` : `${portuguese(count)} trechos relacionados a ${title}`,
	namePlaceholder: 'Nome',
	nameLabel: 'De quem listar as menções',
	useSelection: 'Usar o texto selecionado',
	noSelection: 'Selecione antes um nome em uma nota.',
	mentionsOf: (text) => `Menções a “${text}”`,
	number: portuguese,
	mentionsFound: (places, notes) =>
		`${places === 1 ? '1 menção' : `${portuguese(places)} menções`} em ${notes === 1 ? '1 nota' : `${portuguese(notes)} notas`}`,
	alsoCalled: (text) => `Também: ${text}`,
	morePlaces: (count) => (count === 1 ? 'Mostrar mais 1' : `Mostrar mais ${portuguese(count)}`),
	unsentPlaces: (count) => (count === 1 ? 'Mais 1 não está na lista' : `Mais ${portuguese(count)} não estão na lista`),
	looking: 'Procurando…',
	starting: 'O Luneta está iniciando…',
	reconnecting: 'Conectando de novo…',
	indexing: 'Indexando suas notas…',
	indexingProgress: (done, total) => `Indexando: ${portuguese(done)} de ${portuguese(total)} notas`,
	noNote: 'Nenhuma nota aberta',
	noNoteDetail: 'Abra uma nota para ver o que se relaciona com ela.',
	noneRelated: 'Nenhuma nota relacionada',
	noneRelatedDetail: 'Elas aparecem à medida que esta nota, ou o cofre, cresce.',
	noneWithFilters: 'Nenhuma nota relacionada com estes filtros',
	noneForSection: 'Nenhuma nota relacionada a esta seção',
	allHidden: (count) => (count === 1 ? 'A única nota relacionada está oculta' : `As ${portuguese(count)} notas relacionadas estão ocultas`),
	noName: 'Digite um nome, ou abra uma nota para listar as menções ao título dela.',
	noMentions: 'Nenhuma menção',
	noMentionsWithFilters: 'Nenhuma menção nesta pasta',
	notIndexed: 'Esta nota não está no índice',
	notIndexedDetail: 'Se é nova, ela aparece em instantes. Senão, suas configurações deixam de fora a pasta dela.',
	notIndexedYet: 'Esta nota ainda não foi indexada',
	missing: 'O serviço de pesquisa não está instalado',
	missingDetail: 'Um comando no terminal o instala.',
	stopped: 'O serviço de pesquisa parou',
	failed: 'O índice não pode ser pesquisado',
	degraded: 'Só por palavras e nomes',
	cannotAnswer: 'Não foi possível responder',
	actSetup: 'Como instalar',
	actRestart: 'Iniciar de novo',
	actReport: 'Relatório do índice',
	actSettings: 'Configurações',
	actAgain: 'Tentar de novo',
	actClearFilters: 'Limpar filtros',
	actShowHidden: 'Mostrar',
	actWholeNote: 'Nota inteira',
};
