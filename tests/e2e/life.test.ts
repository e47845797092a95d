/** The sidecar's life under the plugin: killed, started again, ended; and the vault changing under both. */

import { rmSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENGLISH } from '../../plugin/src/strings';
import { openHost, type Host } from '../host/open-host.mjs';
import { END_BY, finds, noSidecar, theSidecar } from './waiting';

const VAULT = { 'Tea/Kettle.md': '# Kettle\n\nIt whistles at dawn.\n', 'Tea/Cup.md': '# Cup\n\nBlue porcelain.\n' };
const { startedAgain } = ENGLISH.life;
let host: Host;

beforeAll(async () => {
	host = await openHost({ vault: VAULT });
	await host.status(/Ready/);
});
afterAll(() => host.close());

test('a note that another program writes is found; its old words are not', async () => {
	await finds(host, 'porcelain', 'Tea/Cup.md');
	host.write('Tea/Cup.md', '# Cup\n\nGreen stoneware.\n');
	await finds(host, 'stoneware', 'Tea/Cup.md');
	expect(await host.cli('luneta:search', { query: 'porcelain', mode: 'keyword' })).toBe(ENGLISH.commandLine.noHits);
});

test('a note that is renamed is found under its new path only', async () => {
	renameSync(join(host.vaultPath, 'Tea/Cup.md'), join(host.vaultPath, 'Tea/Mug.md'));
	await finds(host, 'stoneware', 'Tea/Mug.md');
	expect(await host.cli('luneta:search', { query: 'stoneware' })).not.toContain('Tea/Cup.md');
});

test('a note that is deleted is not found', async () => {
	rmSync(join(host.vaultPath, 'Tea/Mug.md'));
	await finds(host, 'stoneware', ENGLISH.commandLine.noHits);
});

test('killed, the sidecar is started again, this is said once, and search works', async () => {
	const first = await theSidecar(host);
	process.kill(first, 'SIGKILL');
	await expect.poll(async () => (await host.sidecars()).filter((pid) => pid !== first), { timeout: 10_000 }).toHaveLength(1);
	await host.status(/Ready/);
	await finds(host, 'whistles', 'Tea/Kettle.md');
	process.kill(await theSidecar(host), 'SIGKILL');
	await expect.poll(async () => (await host.notices()).filter((text) => text === startedAgain)).toHaveLength(1);
	await host.status(/Ready/);
	await finds(host, 'whistles', 'Tea/Kettle.md');
	expect((await host.notices()).filter((text) => text === startedAgain)).toHaveLength(1);
});

test('what was written while the plugin was off is found when it is on again', async () => {
	await host.unload();
	expect(await noSidecar(host)).toBeLessThan(END_BY);
	host.write('Saucer.md', '# Saucer\n\nCracked celadon.\n');
	await host.load();
	await finds(host, 'celadon', 'Saucer.md');
});

test('half a settings file is told of, and changes nothing while the sidecar runs', async () => {
	writeFileSync(host.dataPath, '{"limit": 5');
	await expect.poll(async () => (await host.notices()).join('\n')).toMatch(/data\.json/);
	await finds(host, 'whistles', 'Tea/Kettle.md');
	writeFileSync(host.dataPath, '{"limit": 5}');
	await host.status(/Ready/);
	await finds(host, 'whistles', 'Tea/Kettle.md');
});

test('with half a settings file at the start it says why it does not run, and runs once the file is whole', async () => {
	await host.unload();
	writeFileSync(host.dataPath, '{"limit": 6');
	await host.load();
	expect(await host.status(/Stopped/)).toMatch(/data\.json/);
	writeFileSync(host.dataPath, '{"limit": 6}');
	await host.status(/Ready/);
	await finds(host, 'whistles', 'Tea/Kettle.md');
});

test('switched off, the plugin leaves nothing behind in the window', async () => {
	await host.command('open-related');
	await host.command('search-vault');
	await host.unload();
	const left = await host.page.evaluate(() => {
		const { app } = window;
		return {
			commands: Object.keys(app.commands.commands), tabs: app.setting.pluginTabs.length, views: [...app.viewRegistry.keys()],
			protocol: app.protocolHandlers.size, cli: app.cliHandlers.size, hover: app.hoverSources.size,
			modals: document.querySelectorAll('.modal-container').length, bar: document.querySelectorAll('.plugin-luneta').length, ribbon: app.ribbonEl.children.length,
		};
	});
	expect(left).toEqual({ commands: [], tabs: 0, views: ['markdown', 'file-explorer'], protocol: 0, cli: 0, hover: 0, modals: 0, bar: 0, ribbon: 0 });
	await host.load();
	await host.status(/Ready/);
});

test('when the window is killed, the sidecar ends by itself', async () => {
	await theSidecar(host);
	await host.kill();
	expect(await noSidecar(host)).toBeLessThan(END_BY);
});
