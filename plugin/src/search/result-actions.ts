/** What can be done with a result besides opening it; each says how it went. */

import { normalizePath, Notice, TFile, type App } from 'obsidian';
import { copyText } from '../clipboard';
import { insertLink, linkTo } from '../hit/link';
import type { SidecarPort } from '../port';
import { sentenceOf } from '../sentence-of';
import type { SearchStrings } from '../strings-search';
import { newNote } from './note-name';
import type { HitChoice } from './session';

/** Into the note being edited. Returns whether it was. */
export function insertChosen(app: App, { hit, passage }: HitChoice, strings: SearchStrings): boolean {
	const outcome = insertLink(app, hit, passage);
	if (outcome === 'inserted') return true;
	new Notice(outcome === 'gone' ? strings.gone : strings.noEditor);
	return false;
}

export async function copyChosen(app: App, { hit, passage }: HitChoice, strings: SearchStrings): Promise<void> {
	const link = linkTo(app, hit, passage, app.workspace.getActiveFile()?.path ?? '');
	if (link === null) {
		new Notice(strings.gone);
		return;
	}
	new Notice((await copyText(link)) ? strings.linkCopied : strings.notCopied);
}

/** A note named as the query says, where the user wants new notes; the one that is there already, if so. Null: said why. */
export async function createNamed(app: App, query: string, strings: SearchStrings): Promise<TFile | null> {
	const wanted = newNote(query);
	if (wanted === null) {
		new Notice(strings.noName);
		return null;
	}
	const file = `${wanted.name}.md`;
	const parent = app.fileManager.getNewFileParent(app.workspace.getActiveFile()?.path ?? '', file);
	const folder = normalizePath(wanted.folder === '' ? parent.path : wanted.folder);
	const path = normalizePath(`${folder}/${file}`);
	const there = app.vault.getAbstractFileByPath(path);
	if (there instanceof TFile) return there;
	try {
		if (folder !== '/' && app.vault.getAbstractFileByPath(folder) === null) await app.vault.createFolder(folder);
		return await app.vault.create(path, '');
	} catch (error) {
		new Notice(strings.notCreated(sentenceOf(error)));
		return null;
	}
}

/** Keeps in the user's golden set that the note is, or is not, the right one for the query. */
export async function markChosen(
	port: SidecarPort,
	query: string,
	{ hit }: HitChoice,
	right: boolean,
	strings: SearchStrings,
): Promise<void> {
	if (query.trim() === '') {
		new Notice(strings.noQueryToMark);
		return;
	}
	const failed = await port.judge({ query, note: hit.path, right }).reply.then(
		() => null,
		sentenceOf,
	);
	if (failed !== null) new Notice(strings.notMarked(failed));
	else new Notice(right ? strings.markedRight(hit.title) : strings.markedWrong(hit.title));
}
