/** No sidecar yet: what the user is shown, and what happens once it is installed. */

import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENGLISH } from '../../plugin/src/strings';
import { openHost, type Host } from '../host/open-host.mjs';
import { sidecarProgram } from '../host/sidecar-program.mjs';

const { setup, states } = ENGLISH;
let host: Host;

beforeAll(async () => {
	host = await openHost({ sidecar: null, vault: { 'Kettle.md': '# Kettle\n\nIt whistles.\n' } });
});
afterAll(() => host.close());

const pane = () => host.page.locator('.luneta-setup');

test('a pane opens by itself, with the line to copy', async () => {
	await pane().waitFor();
	expect(await host.status(new RegExp(states.missing))).toContain(ENGLISH.statusClick.setup);
	await pane().locator('.luneta-setup-line', { hasText: 'uv tool install luneta' }).getByRole('button').click();
	expect(await host.page.evaluate(() => navigator.clipboard.readText())).toBe('uv tool install luneta');
	expect(await host.sidecars()).toEqual([]);
});

test('nothing was installed: it says so, and nothing is shouted', async () => {
	await pane().getByRole('button', { name: setup.checkAgain }).click();
	await pane().getByText(setup.stillMissing).waitFor();
	expect(await host.notices()).toEqual([]);
});

test('the panel says so too, and leads to the pane', async () => {
	await host.command('open-related');
	const message = host.page.locator('.luneta-panel .luneta-related > .luneta-message', { hasText: ENGLISH.panel.missing });
	await expect.poll(() => message.innerText()).toContain(ENGLISH.panel.missingDetail);
	await host.openNote('Kettle.md', 'tab');
	await message.getByRole('button', { name: ENGLISH.panel.actSetup }).click();
	await expect.poll(() => pane().isVisible()).toBe(true);
});

test('a click on the status bar leads back to the closed pane', async () => {
	await host.openNote('Kettle.md', 'tab');
	expect(await pane().isVisible()).toBe(false);
	await host.page.locator('.luneta-status').click();
	expect(await pane().isVisible()).toBe(true);
	expect(await pane().count()).toBe(1);
});

test('"It is installed somewhere else" opens the settings at the plugin', async () => {
	await pane().getByRole('button', { name: setup.settings }).click();
	await host.page.locator('.mod-settings').getByText(ENGLISH.settings.path).waitFor();
	await host.page.keyboard.press('Escape');
});

test('after the installation, "Check again" starts it, and the note is found', async () => {
	const bin = join(dirname(host.vaultPath), '.local', 'bin'); // HOME is that folder when there is to be no sidecar
	mkdirSync(bin, { recursive: true });
	symlinkSync(await sidecarProgram(), join(bin, 'luneta'));
	await pane().getByRole('button', { name: setup.checkAgain }).click();
	await pane().getByText(setup.ready).waitFor();
	await host.status(new RegExp(states.ready));
	expect(await host.cli('luneta:search', { query: 'whistles' })).toContain('Kettle.md');
	expect(await host.sidecars()).toHaveLength(1);
});
