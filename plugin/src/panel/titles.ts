/** What notes and sections are called, as far as it can be told without asking. */

/** The file's name without its ending. */
export function titleOfPath(path: string): string {
	const name = path.slice(path.lastIndexOf('/') + 1);
	const dot = name.lastIndexOf('.');
	return dot > 0 ? name.slice(0, dot) : name;
}

/** The heading that a line stands under; null above the first one. Lines count from 1; headings in their order. */
export function sectionAt(
	headings: readonly { readonly heading: string; readonly line: number }[],
	line: number,
): string | null {
	return headings.filter((heading) => heading.line <= line).at(-1)?.heading ?? null;
}
