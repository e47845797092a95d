/** Everything the plugin says, in English and in Brazilian Portuguese. The larger parts have files of their own beside this. */

import type { CommandLineStrings } from './command-line';
import type { LifeStrings } from './halt-reason';
import type { SidecarStateKind } from './port';
import { PANEL_ENGLISH, PANEL_PORTUGUESE, type PanelStrings } from './strings-panel';
import { SEARCH_ENGLISH, SEARCH_PORTUGUESE, type SearchStrings } from './strings-search';
import { SETTINGS_ENGLISH, SETTINGS_PORTUGUESE, type SettingsStrings } from './strings-settings';

export interface Strings {
	/** For figures and dates. */
	readonly language: string;
	/** Names in the command palette. */
	readonly commands: Readonly<
		Record<'search' | 'searchSelection' | 'related' | 'insertLink' | 'reindex' | 'rebuild' | 'report' | 'diagnostics' | 'hooks', string>
	>;
	readonly life: LifeStrings;
	/** The state in a word or two, for the status bar. */
	readonly states: Readonly<Record<SidecarStateKind, string>>;
	readonly progress: (done: number, total: number) => string;
	/** Ends the status bar's description for screen readers and as a tooltip. */
	readonly statusClick: Readonly<Record<'report' | 'setup', string>>;
	readonly setup: SetupStrings;
	readonly report: ReportStrings;
	readonly notices: NoticeStrings;
	readonly confirm: ConfirmStrings;
	readonly hooks: HooksStrings;
	readonly commandLine: CommandLineStrings;
	readonly search: SearchStrings;
	readonly panel: PanelStrings;
	readonly settings: SettingsStrings;
}

export interface SetupStrings {
	readonly title: string;
	readonly why: string;
	readonly how: string;
	readonly withUv: string;
	readonly withPipx: string;
	readonly copy: string;
	readonly copied: string;
	readonly then: string;
	readonly checkAgain: string;
	readonly checking: string;
	readonly stillMissing: string;
	readonly settings: string;
	readonly refused: string;
	readonly ready: string;
	readonly search: string;
}

export interface ReportStrings {
	readonly title: string;
	readonly loading: string;
	readonly state: string;
	readonly notes: string;
	readonly passages: string;
	readonly index: string;
	readonly model: string;
	readonly lastRun: string;
	readonly never: string;
	readonly redactions: string;
	readonly redacted: (count: number) => string;
	readonly failed: (count: number) => string;
	readonly skipped: (count: number) => string;
	readonly partial: (count: number) => string;
	readonly noProblems: string;
	readonly more: (count: number) => string;
	readonly reindex: string;
	readonly diagnostics: string;
}

export interface NoticeStrings {
	readonly reindexing: string;
	readonly rebuilding: string;
	readonly reindexed: (changed: number, removed: number, notes: number) => string;
	readonly upToDate: (notes: number) => string;
	readonly diagnosticsCopied: string;
	readonly clipboardRefused: string;
	readonly nothingSelected: string;
	readonly settingsNotWritten: (problem: string) => string;
}

export interface ConfirmStrings {
	readonly rebuildTitle: string;
	readonly rebuildText: string;
	readonly rebuild: string;
	readonly cancel: string;
}

/** Of setting up the hooks of Claude Code, with the path of its settings file. */
export interface HooksStrings {
	readonly title: string;
	readonly text: (file: string) => string;
	readonly confirm: string;
	readonly written: (file: string) => string;
	readonly already: (file: string) => string;
	readonly failed: (problem: string) => string;
}

const english = new Intl.NumberFormat('en');
const portuguese = new Intl.NumberFormat('pt-BR');

export const ENGLISH: Strings = {
	language: 'en',
	commands: {
		search: 'Search vault',
		searchSelection: 'Search vault for selection',
		related: 'Open related notes',
		insertLink: 'Insert link to a related note',
		reindex: 'Reindex changed notes',
		rebuild: 'Rebuild index',
		report: 'Show index report',
		diagnostics: 'Copy diagnostics',
		hooks: 'Set up Claude Code hooks',
	},
	life: {
		startedAgain: 'Luneta’s sidecar ended by itself and is being started again.',
		missing: 'Luneta’s sidecar is not installed, or not where it was looked for.',
		missingThough: (path, problem) => `Luneta’s sidecar was found but does not run: ${path}. ${problem}`,
		failing: 'Luneta’s sidecar ended too often and was left alone. Try “Check again” in the index report.',
		unusable: 'Luneta’s sidecar cannot use its settings or is too old for this plugin.',
		sidecarTooOld: (version, command) =>
			`Luneta’s sidecar (${version}) is too old for this plugin. Update it in a terminal with “${command}”, then check again.`,
		pluginTooOld: (version) =>
			`Luneta’s sidecar (${version}) is too new for this plugin. Update the plugin under “Community plugins” in the settings.`,
		refused: 'Luneta’s sidecar refused the connection.',
	},
	states: {
		missing: 'Not installed',
		stopped: 'Stopped',
		starting: 'Starting',
		indexing: 'Indexing',
		ready: 'Ready',
		degraded: 'Words and names only',
		failed: 'Failed',
	},
	progress: (done, total) => `${english.format(done)} of ${english.format(total)} notes`,
	statusClick: { report: 'Click for the index report.', setup: 'Click to set it up.' },
	setup: {
		title: 'Set up Luneta',
		why: 'Luneta searches with a small program on your own machine, its sidecar. It has to be installed once, by you: Obsidian’s plugins may not install programs.',
		how: 'Copy one of these lines into a terminal:',
		withUv: 'With uv',
		withPipx: 'With pipx',
		copy: 'Copy',
		copied: 'Copied',
		then: 'Then come back here.',
		checkAgain: 'Check again',
		checking: 'Looking for it…',
		stillMissing: 'It was not found.',
		settings: 'It is installed somewhere else',
		refused: 'Found, but they do not run:',
		ready: 'The sidecar runs. You can search while it indexes your notes.',
		search: 'Search vault',
	},
	report: {
		title: 'Index report',
		loading: 'Asking…',
		state: 'State',
		notes: 'Notes',
		passages: 'Passages',
		index: 'Index',
		model: 'Model',
		lastRun: 'Last run',
		never: 'Never',
		redactions: 'Credentials',
		redacted: (count) => `${english.format(count)} left out of the index`,
		failed: (count) => `Failed (${english.format(count)})`,
		skipped: (count) => `Skipped (${english.format(count)})`,
		partial: (count) => `Indexed in part (${english.format(count)})`,
		noProblems: 'Every note is indexed.',
		more: (count) => `Show ${english.format(count)} more`,
		reindex: 'Reindex changed notes',
		diagnostics: 'Copy diagnostics',
	},
	notices: {
		reindexing: 'Looking for changed notes…',
		rebuilding: 'Reading every note again…',
		reindexed: (changed, removed, notes) =>
			`Indexed: ${english.format(changed)} changed, ${english.format(removed)} removed. ${english.format(notes)} notes in all.`,
		upToDate: (notes) => `Nothing had changed. ${english.format(notes)} notes are indexed.`,
		diagnosticsCopied: 'Copied. It holds no text and no names of your notes.',
		clipboardRefused: 'The clipboard refused. Click into the window and try again.',
		nothingSelected: 'Select some text first.',
		settingsNotWritten: (problem) => `The setting could not be stored: ${problem}`,
	},
	confirm: {
		rebuildTitle: 'Rebuild the index?',
		rebuildText: 'Every note is read again, which takes a while in a large vault. You can search meanwhile, and no note is touched.',
		rebuild: 'Rebuild',
		cancel: 'Cancel',
	},
	hooks: {
		title: 'Set up Claude Code hooks?',
		text: (file) => `Claude Code then gets passages of this vault that bear on what you ask it. This is written to ${file}, outside the vault; what else is there stays as it is.`,
		confirm: 'Write',
		written: (file) => `Written to ${file}. Claude Code takes it from its next start.`,
		already: (file) => `The hooks are there already: ${file}.`,
		failed: (problem) => `The hooks could not be set up: ${problem}`,
	},
	commandLine: {
		description: 'Search the vault by words, by meaning and by name',
		query: 'What you remember',
		limit: 'At most this many notes',
		mode: 'Which lists answer: hybrid, keyword, semantic or names',
		folder: 'Only notes in this folder',
		json: 'Answer in JSON',
		noQuery: 'Give a query: obsidian luneta:search query="what you remember"',
		noHits: 'Nothing found.',
		badLimit: (given) => `limit must be a whole number from 1 to 999, not ${given}.`,
		badMode: (given) => `mode must be hybrid, keyword, semantic or names, not ${given}.`,
	},
	search: SEARCH_ENGLISH,
	panel: PANEL_ENGLISH,
	settings: SETTINGS_ENGLISH,
};

export const BRAZILIAN_PORTUGUESE: Strings = {
	language: 'pt-BR',
	commands: {
		search: 'Pesquisar no cofre',
		searchSelection: 'Pesquisar a seleção no cofre',
		related: 'Abrir notas relacionadas',
		insertLink: 'Inserir link para uma nota relacionada',
		reindex: 'Reindexar notas alteradas',
		rebuild: 'Refazer o índice',
		report: 'Mostrar o relatório do índice',
		diagnostics: 'Copiar o diagnóstico',
		hooks: 'Configurar hooks do Claude Code',
	},
	life: {
		startedAgain: 'O serviço auxiliar do Luneta terminou sozinho e está sendo iniciado de novo.',
		missing: 'O serviço auxiliar do Luneta não está instalado, ou não onde foi procurado.',
		missingThough: (path, problem) => `O serviço auxiliar do Luneta foi encontrado, mas não funciona: ${path}. ${problem}`,
		failing: 'O serviço auxiliar do Luneta terminou vezes demais e foi deixado parado. Tente “Verificar de novo” no relatório do índice.',
		unusable: 'O serviço auxiliar do Luneta não consegue usar suas configurações, ou é antigo demais para este plugin.',
		sidecarTooOld: (version, command) =>
			`O serviço auxiliar do Luneta (${version}) é antigo demais para este plugin. Atualize-o num terminal com “${command}” e verifique de novo.`,
		pluginTooOld: (version) =>
			`O serviço auxiliar do Luneta (${version}) é novo demais para este plugin. Atualize o plugin em “Plugins da comunidade”, nas configurações.`,
		refused: 'O serviço auxiliar do Luneta recusou a conexão.',
	},
	states: {
		missing: 'Não instalado',
		stopped: 'Parado',
		starting: 'Iniciando',
		indexing: 'Indexando',
		ready: 'Pronto',
		degraded: 'Só palavras e nomes',
		failed: 'Falhou',
	},
	progress: (done, total) => `${portuguese.format(done)} de ${portuguese.format(total)} notas`,
	statusClick: { report: 'Clique para o relatório do índice.', setup: 'Clique para configurar.' },
	setup: {
		title: 'Configurar o Luneta',
		why: 'O Luneta pesquisa com um pequeno programa na sua própria máquina, o serviço auxiliar. Ele precisa ser instalado uma vez, por você: plugins do Obsidian não podem instalar programas.',
		how: 'Copie uma destas linhas para um terminal:',
		withUv: 'Com uv',
		withPipx: 'Com pipx',
		copy: 'Copiar',
		copied: 'Copiado',
		then: 'Depois volte aqui.',
		checkAgain: 'Verificar de novo',
		checking: 'Procurando…',
		stillMissing: 'Não foi encontrado.',
		settings: 'Está instalado em outro lugar',
		refused: 'Encontrados, mas não funcionam:',
		ready: 'O serviço auxiliar está em execução. Você pode pesquisar enquanto ele indexa suas notas.',
		search: 'Pesquisar no cofre',
	},
	report: {
		title: 'Relatório do índice',
		loading: 'Perguntando…',
		state: 'Estado',
		notes: 'Notas',
		passages: 'Trechos',
		index: 'Índice',
		model: 'Modelo',
		lastRun: 'Última execução',
		never: 'Nunca',
		redactions: 'Credenciais',
		redacted: (count) => `${portuguese.format(count)} deixadas fora do índice`,
		failed: (count) => `Falharam (${portuguese.format(count)})`,
		skipped: (count) => `Ignoradas (${portuguese.format(count)})`,
		partial: (count) => `Indexadas em parte (${portuguese.format(count)})`,
		noProblems: 'Todas as notas estão indexadas.',
		more: (count) => `Mostrar mais ${portuguese.format(count)}`,
		reindex: 'Reindexar notas alteradas',
		diagnostics: 'Copiar o diagnóstico',
	},
	notices: {
		reindexing: 'Procurando notas alteradas…',
		rebuilding: 'Lendo todas as notas de novo…',
		reindexed: (changed, removed, notes) =>
			`Indexado: ${portuguese.format(changed)} alteradas, ${portuguese.format(removed)} removidas. ${portuguese.format(notes)} notas ao todo.`,
		upToDate: (notes) => `Nada havia mudado. ${portuguese.format(notes)} notas estão indexadas.`,
		diagnosticsCopied: 'Copiado. Não contém texto nem nomes das suas notas.',
		clipboardRefused: 'A área de transferência recusou. Clique na janela e tente de novo.',
		nothingSelected: 'Selecione um texto primeiro.',
		settingsNotWritten: (problem) => `A configuração não pôde ser guardada: ${problem}`,
	},
	confirm: {
		rebuildTitle: 'Refazer o índice?',
		rebuildText: 'Todas as notas são lidas de novo, o que demora num cofre grande. Você pode pesquisar enquanto isso, e nenhuma nota é alterada.',
		rebuild: 'Refazer',
		cancel: 'Cancelar',
	},
	hooks: {
		title: 'Configurar hooks do Claude Code?',
		text: (file) => `O Claude Code passa a receber trechos deste cofre que dizem respeito ao que você pede a ele. Isto é escrito em ${file}, fora do cofre; o que mais houver lá fica como está.`,
		confirm: 'Escrever',
		written: (file) => `Escrito em ${file}. O Claude Code passa a usá-lo quando for iniciado de novo.`,
		already: (file) => `Os hooks já estão lá: ${file}.`,
		failed: (problem) => `Não foi possível configurar os hooks: ${problem}`,
	},
	commandLine: {
		description: 'Pesquisar no cofre por palavras, por sentido e por nome',
		query: 'O que você lembra',
		limit: 'No máximo esta quantidade de notas',
		mode: 'Que listas respondem: hybrid, keyword, semantic ou names',
		folder: 'Só notas desta pasta',
		json: 'Responder em JSON',
		noQuery: 'Informe o que procurar: obsidian luneta:search query="o que você lembra"',
		noHits: 'Nada encontrado.',
		badLimit: (given) => `limit precisa ser um número inteiro de 1 a 999, não ${given}.`,
		badMode: (given) => `mode precisa ser hybrid, keyword, semantic ou names, não ${given}.`,
	},
	search: SEARCH_PORTUGUESE,
	panel: PANEL_PORTUGUESE,
	settings: SETTINGS_PORTUGUESE,
};

/**
 * The strings for one of Obsidian's language codes ("en", "pt-BR", "de"): every Portuguese gets the Brazilian one, every
 * other language English.
 */
export function stringsFor(language: string): Strings {
	return /^pt\b/i.test(language) ? BRAZILIAN_PORTUGUESE : ENGLISH;
}
