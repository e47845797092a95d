/**
 * The plugin in a real Electron: real Node modules, a real socket with Obsidian's Origin. Where no Electron can be had, it
 * counts as skipped; LUNETA_NO_SKIPS, which .ci/run sets, makes that a failure.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENGLISH } from '../../plugin/src/strings';
import { electronPath } from '../host/electron-program.mjs';
import { openHost, type Host } from '../host/open-host.mjs';
import { END_BY, finds, noSidecar, theSidecar } from './waiting';

const why = await electronPath().then(() => '', (error: unknown) => (error instanceof Error ? error.message : String(error)));
if (why !== '' && process.env['LUNETA_NO_SKIPS'] !== undefined) throw new Error(`There is no Electron: ${why}`);
if (why !== '') process.stdout.write(`Skipped in Electron: ${why}\n`);

let host: Host;

beforeAll(async () => {
	if (why === '') host = await openHost({ electron: true, vault: { 'Kettle.md': '# Kettle\n\nIt whistles at dawn.\n', 'Cup.md': '# Cup\n\nIt whistles never.\n' } });
}, 120_000);
afterAll(async () => {
	if (why === '') await host.close();
});

test.skipIf(why !== '')('it is one, at the address of Obsidian, and says that it is not Obsidian', async () => {
	const { electron, origin, title } = await host.page.evaluate(() => ({ electron: process.versions['electron'], origin: location.origin, title: document.title }));
	expect(electron).toMatch(/^\d+\./);
	expect(origin).toBe('app://obsidian.md');
	expect(title).toContain('not Obsidian');
});

test.skipIf(why !== '')("Node's modules are found, the sidecar is started, and its socket takes us in", async () => {
	await host.status(new RegExp(ENGLISH.states.ready));
	await theSidecar(host);
	await finds(host, 'dawn', 'Kettle.md');
	expect(await host.page.evaluate(() => window.app.plugins.onloadTime)).toBeLessThan(20);
});

test.skipIf(why !== '')('a search is typed, and its hit opened', async () => {
	await host.command('search-vault');
	await host.page.keyboard.type('dawn');
	await host.page.locator('.luneta-hit-title', { hasText: 'Kettle' }).first().waitFor();
	await host.page.keyboard.press('Enter');
	await expect.poll(() => host.activeNote()).toBe('Kettle.md');
	await expect.poll(async () => (await host.editor()).line).toBe(2);
});

test.skipIf(why !== '')('the panel follows the note, and a note edited outside is found', async () => {
	await host.command('open-related');
	await host.page.locator('.workspace-leaf-content[data-type="luneta-related"]').getByText('Cup').first().waitFor();
	host.write('Cup.md', '# Cup\n\nGreen stoneware.\n');
	await finds(host, 'stoneware', 'Cup.md');
});

test.skipIf(why !== '')('killed, the sidecar is started again', async () => {
	const first = await theSidecar(host);
	process.kill(first, 'SIGKILL');
	await expect.poll(async () => (await host.sidecars()).filter((pid) => pid !== first), { timeout: 10_000 }).toHaveLength(1);
	await finds(host, 'stoneware', 'Cup.md');
});

test.skipIf(why !== '')('when the window is killed, the sidecar ends by itself', async () => {
	expect(await host.errors()).toEqual([]);
	await theSidecar(host);
	await host.kill();
	expect(await noSidecar(host)).toBeLessThan(END_BY);
});
