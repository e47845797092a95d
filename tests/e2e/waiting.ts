/** Waiting for what other processes do. */

import { expect } from 'vitest';
import type { Host } from '../host/open-host.mjs';

/** Milliseconds within which a sidecar has to be gone once nobody needs it. */
export const END_BY = 5_000;

/** The one sidecar that serves the host's vault. */
export async function theSidecar(host: Host): Promise<number> {
	await expect.poll(() => host.sidecars(), { timeout: 10_000 }).toHaveLength(1);
	const [pid = 0] = await host.sidecars();
	return pid;
}

/** Until no sidecar serves it any more; gives the milliseconds that it took. */
export async function noSidecar(host: Host): Promise<number> {
	const start = performance.now();
	await expect.poll(() => host.sidecars(), { timeout: 2 * END_BY, interval: 100 }).toEqual([]);
	return performance.now() - start;
}

/** Until a search for these words, and not for what they mean, answers so. */
export async function finds(host: Host, query: string, answer: string): Promise<void> {
	await expect.poll(() => host.cli('luneta:search', { query, mode: 'keyword' }), { timeout: 10_000, interval: 50 }).toContain(answer);
}

/** The words that the window paints over under this name, in their order. */
export function highlighted(host: Host, name: string): Promise<string[]> {
	return host.page.evaluate((wanted) => [...(CSS.highlights.get(wanted) ?? [])].map((range) => (range instanceof Range ? range.toString() : '')), name);
}
