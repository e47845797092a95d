/** One entry of the settings "include" and "exclude", before it is kept: what core/settings.py of the sidecar would refuse. */

/** Can it lie in the vault? */
export function isInVault(entry: string): boolean {
	const slashed = entry.replaceAll('\\', '/');
	if (slashed.trim() === '' || slashed.includes('\0')) return false;
	return !slashed.split('/').includes('..') && !/^.:\/|^\/\/|^~\//.test(slashed);
}

/** The list with one entry more, unless it is there already but for slashes. */
export function withEntry(entries: readonly string[], entry: string): readonly string[] {
	const known = entries.some((other) => plain(other) === plain(entry));
	return known ? entries : [...entries, entry.trim()];
}

export function withoutEntry(entries: readonly string[], index: number): readonly string[] {
	return entries.filter((_, at) => at !== index);
}

function plain(entry: string): string {
	return entry.trim().replaceAll('\\', '/').replaceAll(/^\/+|\/+$/g, '');
}
