/** Each setting: what the tab shows, what it writes into the file, and that the sidecar obeys. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ENGLISH } from '../../plugin/src/strings';
import { openHost, type Host } from '../host/open-host.mjs';
import { finds } from './waiting';

const words = ENGLISH.settings;
const NOTHING = ENGLISH.commandLine.noHits;
const VAULT = {
	...Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`Many/Tea ${String(n)}.md`, `# Tea ${String(n)}\n\nA marmalade sort of tea, number ${String(n)}.\n`])),
	'Private/Diary.md': '---\naliases: [Logbook]\n---\n# Diary\n\nThe zeppelin landed.\n',
	'Work/Plan.md': '# Plan\n\nBuy a theodolite, and write so in the diary.\n',
	'.obsidian/app.json': JSON.stringify({ userIgnoreFilters: ['Work/'] }),
};
let host: Host;

beforeAll(async () => {
	host = await openHost({ vault: VAULT, data: { of_another_version: 'kept' } });
	await host.status(/Ready/);
});
afterAll(() => host.close());
beforeEach(async () => {
	await host.page.evaluate(() => {
		const { setting } = window.app;
		setting.close();
		setting.open();
		setting.openTabById('luneta');
	});
});

const tab = () => host.page.locator('.vertical-tab-content');
const row = (name: string) => tab().locator('.setting-item', { has: host.page.locator('.setting-item-name', { hasText: new RegExp(`^${name}$`) }) });
const group = (heading: string) => tab().locator('.setting-group', { has: host.page.locator('.setting-item-heading', { hasText: heading }) });
const stored = (name: string) => expect.poll(() => (host.data() as Record<string, unknown>)[name], { timeout: 5_000 });

async function addFolder(heading: string, folder: string): Promise<void> {
	await group(heading).locator('.setting-item-heading button').click();
	await host.page.keyboard.type(folder);
	await host.page.keyboard.press('Enter');
}

test('every setting can be found by the search of the settings screen', async () => {
	for (const name of [words.limit, words.weightWords, words.recency, words.synonyms, words.model, words.path, words.obsidianExcluded, words.nearest, words.rebuild]) {
		await host.page.locator('.settings-search').fill(name);
		expect(await host.page.locator('.settings-search-results').allInnerTexts(), name).toContain(name);
	}
});

test('a folder kept out is written, counted, and gone from the answers; taken back, it is there again', async () => {
	await finds(host, 'zeppelin', 'Private/Diary.md');
	await expect.poll(() => row(words.searched).innerText()).toContain(words.counted(14, 14));
	await addFolder(words.exclude, 'Private');
	await stored('exclude').toEqual(['Private']);
	await expect.poll(() => row(words.searched).innerText()).toContain(words.counted(13, 14));
	await expect.poll(() => group(words.exclude).innerText()).toContain(words.notes(1));
	await finds(host, 'zeppelin', NOTHING);
	await group(words.exclude).getByLabel('Delete').click();
	await stored('exclude').toEqual([]);
	await finds(host, 'zeppelin', 'Private/Diary.md');
});

test('only the chosen folders are searched', async () => {
	await addFolder(words.include, 'Work');
	await stored('include').toEqual(['Work']);
	await finds(host, 'theodolite', 'Work/Plan.md');
	await finds(host, 'zeppelin', NOTHING);
	await group(words.include).getByLabel('Delete').click();
	await stored('include').toEqual([]);
	await finds(host, 'zeppelin', 'Private/Diary.md');
});

test("Obsidian's own excluded files are left out when asked", async () => {
	await finds(host, 'theodolite', 'Work/Plan.md');
	await row(words.obsidianExcluded).getByRole('switch').click();
	await stored('obsidian_excluded').toBe(true);
	await finds(host, 'theodolite', NOTHING);
	await row(words.obsidianExcluded).getByRole('switch').click();
	await finds(host, 'theodolite', 'Work/Plan.md');
});

test('the number of results, and what is not a number of results', async () => {
	const answers = async (): Promise<number> => (JSON.parse(await host.cli('luneta:search', { query: 'marmalade', json: 'true' })) as unknown[]).length;
	await row(words.limit).locator('input').fill('3');
	await stored('limit').toBe(3);
	await expect.poll(answers).toBe(3);
	await row(words.limit).locator('input').fill('0');
	expect((host.data() as { limit: number }).limit).toBe(3);
	await row(words.limit).locator('input').fill('12');
	await expect.poll(answers).toBe(12);
});

test('weights are written; all three cannot be 0', async () => {
	const set = (name: string, value: number) => row(name).locator('input').evaluate((input, to) => {
		(input as HTMLInputElement).value = String(to);
		input.dispatchEvent(new Event('input'));
		input.dispatchEvent(new Event('change'));
	}, value);
	await set(words.weightWords, 0);
	await stored('weights').toMatchObject({ postings: 0 });
	await set(words.weightNames, 0);
	await stored('weights').toMatchObject({ postings: 0, names: 0 });
	await set(words.weightMeaning, 0);
	await row(words.weightMeaning).getByText(words.oneWeight).waitFor();
	expect((host.data() as { weights: object }).weights).not.toHaveProperty('vectors', 0);
	await set(words.weightWords, 1);
	await set(words.weightNames, 1);
});

test('a note is found by what uses its other name, once the vault says so', async () => {
	const found = async (): Promise<string[]> => {
		const hits = JSON.parse(await host.cli('luneta:search', { query: 'logbook', mode: 'keyword', json: 'true' })) as { path: string }[];
		return hits.map(({ path }) => path).sort();
	};
	expect(await found()).toEqual([]);
	await row(words.synonyms).getByRole('switch').click();
	await stored('alias_synonyms').toBe(true);
	await expect.poll(found).toEqual(['Private/Diary.md', 'Work/Plan.md']);
	await row(words.synonyms).getByRole('switch').click();
	await stored('alias_synonyms').toBe(false);
	await expect.poll(found).toEqual([]);
});

test('recency is off, and written in days', async () => {
	expect(await row(words.recency).locator('input').inputValue()).toBe('0');
	await row(words.recency).locator('input').fill('90');
	await stored('recency_half_life_days').toBe(90);
	await row(words.recency).locator('input').fill('0');
});

test('without a model, search goes on by words and names, and the status bar says so', async () => {
	await row(words.model).locator('select').selectOption({ label: words.modelNone });
	await stored('model').toBe('none');
	await finds(host, 'zeppelin', 'Private/Diary.md');
	await host.page.evaluate(() => { window.app.setting.close(); });
	await expect.poll(async () => JSON.parse(await host.cli('luneta:search', { query: 'an airship', mode: 'semantic', json: 'true' })) as unknown, { timeout: 10_000 }).toEqual([]);
	await host.page.evaluate(() => { window.app.setting.open(); window.app.setting.openTabById('luneta'); });
	await row(words.model).locator('select').selectOption({ label: words.modelEmbedded });
	await stored('model').toBe('');
	await host.status(/Ready/);
});

test('a path that is no sidecar is refused with the reason, and nothing is stopped', async () => {
	await row(words.path).locator('input').fill('/nowhere/luneta');
	await row(words.path).getByRole('button', { name: words.usePath }).click();
	await row(words.path).getByText(words.fails('There is no such file.')).waitFor();
	await finds(host, 'zeppelin', 'Private/Diary.md');
});

test('it says where the index is and how large', async () => {
	await expect.poll(() => row(words.where).innerText()).toMatch(/14 notes in \d+ passages/);
	expect(await row(words.where).innerText()).toContain(host.cachePath);
});

test('what somebody else writes into the file is taken over, by the tab and by the sidecar', async () => {
	writeFileSync(host.dataPath, JSON.stringify({ ...host.data(), exclude: ['Private'], limit: 7 }));
	await expect.poll(() => row(words.limit).locator('input').inputValue()).toBe('7');
	await expect.poll(() => group(words.exclude).innerText()).toContain('Private');
	await finds(host, 'zeppelin', NOTHING);
});

test('keys of another version are still in the file, and nothing was written anywhere else', () => {
	expect(host.data()).toMatchObject({ of_another_version: 'kept' });
	expect(host.read(join('Private', 'Diary.md'))).toBe(VAULT['Private/Diary.md']);
});
