/** What went wrong, in the error's own words. */

export function sentenceOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
