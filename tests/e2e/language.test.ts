/** Obsidian's language is the plugin's, and no English is left over. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { BRAZILIAN_PORTUGUESE as words, ENGLISH } from '../../plugin/src/strings';
import { openHost, type Host } from '../host/open-host.mjs';

let host: Host;

beforeAll(async () => {
	host = await openHost({ language: 'pt-BR', vault: { 'Bule.md': '# Bule\n\nApita de manhã.\n', 'Copo.md': '# Copo\n\nDe vidro, cheio de manhã pelo [[Bule]].\n' } });
	await host.status(new RegExp(words.states.ready));
	await host.openNote('Bule.md');
});
afterAll(() => host.close());

/** The English texts, long enough to be told from the Portuguese, that this element shows. */
async function englishIn(selector: string): Promise<string[]> {
	const shown = await host.page.locator(selector).first().evaluate((el) => `${(el as HTMLElement).innerText}\n${[...el.querySelectorAll('[aria-label], [placeholder], [title]')].map((part) => ['aria-label', 'placeholder', 'title'].map((name) => part.getAttribute(name) ?? '').join('\n')).join('\n')}`);
	const both = [leaves(ENGLISH), leaves(words)] as const;
	return both[0].filter((text, at) => text.length > 6 && text !== both[1][at] && shown.split('\n').includes(text));
}

/** Every fixed text, in the order of its place. */
function leaves(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

test('the commands', async () => {
	const listed = await host.page.evaluate(() => (window.app.commands.listCommands() as { name: string }[]).map(({ name }) => name));
	expect(listed).toContain(`Luneta: ${words.commands.search}`);
	expect(listed).toHaveLength(Object.keys(words.commands).length);
});

test('the search', async () => {
	await host.command('search-vault');
	await host.page.keyboard.type('apita');
	await host.page.locator('.luneta-hit-title', { hasText: 'Bule' }).first().waitFor();
	expect(await englishIn('.luneta-search')).toEqual([]);
	await host.page.keyboard.press('Escape');
});

test('the panel', async () => {
	await host.command('open-related');
	await host.page.locator('.workspace-leaf-content[data-type="luneta-related"]').getByText('Copo').first().waitFor();
	expect(await englishIn('.workspace-leaf-content[data-type="luneta-related"]')).toEqual([]);
});

test('the report', async () => {
	await host.command('show-report');
	await host.page.getByText(words.report.noProblems).waitFor();
	expect(await englishIn('.luneta-report')).toEqual([]);
	await host.page.keyboard.press('Escape');
});

test('the settings', async () => {
	await host.page.evaluate(() => { window.app.setting.open(); window.app.setting.openTabById('luneta'); });
	await host.page.getByText(words.settings.weightMeaning).waitFor();
	expect(await englishIn('.vertical-tab-content')).toEqual([]);
	await host.page.keyboard.press('Escape');
});

test('the command line', async () => {
	expect(await host.cli('luneta:search', { query: 'xyzzy', mode: 'keyword' })).toBe(words.commandLine.noHits);
});
