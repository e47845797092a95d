/** Pictures of every screen, dark and light, in tests/e2e/screens: to be judged by eye. Here only that each is drawn. */

import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../plugin/scripts/places.mjs';
import { ENGLISH } from '../../plugin/src/strings';
import { openHost, type Host } from '../host/open-host.mjs';

/** A picture with hardly anything on it takes less. */
const LEAST_BYTES = 20_000;

async function shoot(host: Host, name: string): Promise<void> {
	await host.page.waitForTimeout(200); // for what fades in
	expect(statSync(await host.screenshot(name)).size, name).toBeGreaterThan(LEAST_BYTES);
}

async function search(host: Host, query: string): Promise<void> {
	await host.command('search-vault');
	await host.page.locator('.luneta-search-input').fill(query);
	await host.page.locator('.luneta-results .luneta-hit-title').first().waitFor();
}

async function settings(host: Host): Promise<void> {
	await host.page.evaluate(() => { window.app.setting.open(); window.app.setting.openTabById('luneta'); });
	await host.page.getByText(ENGLISH.settings.limitAbout).waitFor();
}

async function withSidecar(theme: 'dark' | 'light'): Promise<void> {
	const host = await openHost({ theme });
	await host.status(/Ready/);
	await host.openNote('Crônicas de Ondrevar/Capítulos/09 - A Ponte de Quelmor.md');
	await host.command('open-related');
	await host.page.locator('.workspace-leaf-content[data-type="luneta-related"] .luneta-hit-title').first().waitFor();
	await shoot(host, `related-${theme}`);
	await host.page.locator('.workspace-leaf-content[data-type="luneta-related"] [role="tab"]').nth(1).click();
	await shoot(host, `mentions-${theme}`);
	await search(host, 'onde o cajado foi quebrado');
	await shoot(host, `search-${theme}`);
	await host.page.keyboard.press('Control+e');
	await shoot(host, `explain-${theme}`);
	await host.page.keyboard.press('Control+e');
	await host.page.locator('.luneta-search-input').fill('"no such phrase anywhere"');
	await shoot(host, `no-results-${theme}`);
	await host.page.locator('.luneta-search-input').fill('');
	await shoot(host, `recent-${theme}`);
	await host.page.keyboard.press('Escape');
	await host.command('show-report');
	await host.page.locator('.luneta-report-facts').waitFor();
	await shoot(host, `report-${theme}`);
	await host.page.keyboard.press('Escape');
	await settings(host);
	await shoot(host, `settings-${theme}`);
	await host.page.locator('.vertical-tab-content .setting-item').last().scrollIntoViewIfNeeded();
	await shoot(host, `settings-below-${theme}`);
	await host.page.keyboard.press('Escape');
	await host.command('rebuild-index');
	await shoot(host, `rebuild-${theme}`);
	await host.page.keyboard.press('Escape');
	await host.openNote('Crônicas de Ondrevar/Capítulos/09 - A Ponte de Quelmor.md'); // the panel has the focus
	await host.command('insert-related-link');
	await host.page.locator('.suggestion-item').first().waitFor();
	await shoot(host, `insert-link-${theme}`);
	await host.page.keyboard.press('Escape');
	await host.page.setViewportSize({ width: 620, height: 860 });
	await search(host, 'cajado');
	await shoot(host, `narrow-${theme}`);
	await host.close();
}

async function withoutSidecar(theme: 'dark' | 'light'): Promise<void> {
	const host = await openHost({ theme, sidecar: null });
	await host.page.locator('.luneta-setup').waitFor();
	await host.status(/Not installed/);
	await shoot(host, `setup-${theme}`);
	await host.command('search-vault');
	await shoot(host, `search-not-installed-${theme}`);
	await host.page.keyboard.press('Escape');
	await host.command('open-related');
	await shoot(host, `related-not-installed-${theme}`);
	await host.close();
}

mkdirSync(join(PROJECT, 'tests', 'e2e', 'screens'), { recursive: true });

for (const theme of ['dark', 'light'] as const) {
	test(`in the ${theme} theme`, () => withSidecar(theme));
	test(`in the ${theme} theme, before the sidecar is installed`, () => withoutSidecar(theme));
}
