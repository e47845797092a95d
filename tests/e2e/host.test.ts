/** The host itself, where a fault of it would make other tests lie. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHost, TITLE, type Host } from '../host/open-host.mjs';

let host: Host;

beforeAll(async () => {
	host = await openHost();
});
afterAll(() => host.close());

test('it says that it is not Obsidian', async () => {
	expect(await host.page.title()).toBe(`Sample vault - ${TITLE}`);
	expect(TITLE).toContain('not Obsidian');
});
