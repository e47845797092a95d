/** The line that searches a vault from a terminal, quoted so that it can be pasted as it is. */

/**
 * @param vaultPath absolute path of the vault's folder
 * @param query what stands in the place of the query
 * @param windows whether the line is for Windows' shells: there only double quotes hold a path together
 */
export function terminalLine(vaultPath: string, query: string, windows: boolean): string {
	const quoted = windows ? inDoubleQuotes : inSingleQuotes;
	return `luneta search ${quoted(query)} --vault ${quoted(vaultPath)}`;
}

function inSingleQuotes(text: string): string {
	return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** No escapes: a double quote cannot stand in a Windows path. */
function inDoubleQuotes(text: string): string {
	return `"${text}"`;
}
