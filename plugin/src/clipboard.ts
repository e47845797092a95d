/** Puts text on the clipboard. False: it refused, which it does while the window is not in front. */
export function copyText(text: string): Promise<boolean> {
	return navigator.clipboard.writeText(text).then(() => true, () => false);
}
