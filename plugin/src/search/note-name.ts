/** The note that is created from a query. */

export interface NewNote {
	/** Below the folder for new notes, or from the vault's root if the query named folders; empty for none. */
	readonly folder: string;
	/** Without extension. */
	readonly name: string;
}

/** What some system, or a link in Obsidian, does not allow in a file's name. */
const FORBIDDEN = /[\\:*?"<>|#^[\]\p{Cc}]/gu;
/** Names that Windows keeps to itself. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
/** In UTF-8 bytes; file systems take 255, and the extension and sync tools' additions want room. */
const LONGEST = 200;

/** "Work/Plan B" is Plan B in Work. Null if nothing that can be a name is left. */
export function newNote(query: string): NewNote | null {
	const parts = query.split('/').map(fileName).filter((part) => part !== '');
	const name = parts.pop();
	return name === undefined ? null : { folder: parts.join('/'), name };
}

function fileName(text: string): string {
	const clean = text.replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').replace(/^[. ]+|[. ]+$/g, '').replace(/\.md$/i, '');
	return RESERVED.test(clean) ? `${clean}_` : shortened(clean);
}

function shortened(text: string): string {
	const encoder = new TextEncoder();
	let bytes = 0;
	let kept = '';
	for (const character of text) {
		bytes += encoder.encode(character).length;
		if (bytes > LONGEST) break;
		kept += character;
	}
	return kept.trimEnd();
}
