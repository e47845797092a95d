/** The search modal in the test host, with the real sidecar: every key, what it shows, and what a screen reader is told. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openHost, type Host } from '../host/open-host.mjs';
import { highlighted } from './waiting';

const WATER = ['# Green tea', '', 'Sencha and gyokuro.', '', '## Water', '', 'Seventy degrees, **never** boiling: the kettle rests.', ''];
const LEAVES = ['## Leaves', '', ...Array.from({ length: 40 }, (_, line) => `Leaf ${String(line)} unfolds slowly.`), '', '## Kettle', ''];

const VAULT = {
	'Drinks/Green tea.md': [...WATER, ...LEAVES, 'A kettle of cast iron keeps its heat; see [[Coffee]].', ''].join('\n'),
	'Drinks/Coffee.md': '---\naliases: [Espresso]\n---\n# Coffee\n\nThe kettle for coffee has a thin neck.\n',
	'House/Shopping.md': '# Shopping\n\n- [ ] kettle\n- [ ] towels\n',
	'House/Old kettle.md': '# Old kettle\n\nIt leaks. Thrown away in May.\n',
	'Journal.md': '# Journal\n\nNothing today.\n\nLast line.\n',
	'ערב/תה.md': '# תה ירוק\n\nהקומקום רותח במטבח.\n',
};

type ClickOptions = NonNullable<Parameters<Locator['click']>[0]>;

let host: Host;
let keys: CDPSession;

beforeAll(async () => {
	host = await openHost({ vault: VAULT });
	await host.status(/6 notes/);
	keys = await host.page.context().newCDPSession(host.page);
});

afterAll(async () => {
	await host.close();
});

beforeEach(async () => {
	await host.page.evaluate(() => {
		window.app.saveLocalStorage('luneta-search', null);
	});
	await host.page.evaluate(() => {
		// The host's hover preview hides when the mouse leaves its row, which a row that is gone cannot see.
		for (const popover of document.querySelectorAll('.hover-popover')) popover.remove();
		for (const leaf of window.app.workspace.getLeavesOfType('markdown').slice(1)) leaf.detach();
	});
	await host.openNote('Journal.md');
	await host.command('search-vault');
	await clear();
});

afterEach(async () => {
	for (let open = 2; open > 0 && (await host.page.locator('.menu, .luneta-search').count()) > 0; open--) await press('Escape');
});

async function clear(): Promise<void> {
	await host.page.locator('.luneta-search-input').fill('');
}

async function search(query: string): Promise<void> {
	await host.page.keyboard.type(query);
	await expect.poll(() => host.page.locator('.luneta-search-input').inputValue()).toBe(query);
	await settled(query);
}

/** Until the list answers this query. */
async function settled(query: string): Promise<void> {
	await expect.poll(() => host.page.locator('.luneta-count').textContent(), { message: query }).toMatch(/result/);
	await expect.poll(() => titles()).not.toEqual([]);
	await host.page.waitForTimeout(150);
}

function titles(): Promise<string[]> {
	return host.page.locator('.luneta-results .luneta-hit-title').allTextContents();
}

function selected(): Promise<string | null> {
	return host.page.locator('.luneta-result.is-selected .luneta-hit-title').textContent();
}

async function press(...names: readonly string[]): Promise<void> {
	for (const name of names) await host.page.keyboard.press(name);
}

describe('the list', () => {
	test('shows title, folder, section, snippet with the words marked, date and why', async () => {
		await search('thin neck');
		const row = host.page.locator('.luneta-result').first();
		expect(await row.locator('.luneta-hit-title').textContent()).toBe('Coffee');
		expect(await row.locator('.luneta-hit-folder').textContent()).toBe('Drinks');
		expect(await row.locator('.luneta-hit-snippet mark').allTextContents()).toEqual(['thin', 'neck']);
		expect(await row.locator('.luneta-hit-date').textContent()).toBe('today');
		expect(await row.locator('.luneta-hit-list').allTextContents()).toContain('words');
	});

	test('marks the letters of a title, and shows an alias where that matched', async () => {
		await search('old kett');
		expect(await host.page.locator('.luneta-result').first().locator('.luneta-hit-title mark').allTextContents()).not.toEqual([]);
		await clear();
		await search('espresso');
		expect(await host.page.locator('.luneta-result').first().locator('.luneta-hit-alias').textContent()).toBe('Espresso');
	});

	test('is a listbox that the field controls, and says how many there are', async () => {
		await search('kettle');
		const input = host.page.getByRole('combobox');
		const list = host.page.getByRole('listbox', { name: 'Results' });
		expect(await input.getAttribute('aria-controls')).toBe(await list.getAttribute('id'));
		const options = list.getByRole('option');
		expect(await options.count()).toBe((await titles()).length);
		await press('ArrowDown');
		const second = options.nth(1);
		expect(await input.getAttribute('aria-activedescendant')).toBe(await second.getAttribute('id'));
		expect(await second.getAttribute('aria-selected')).toBe('true');
		expect(await options.first().getAttribute('aria-selected')).toBe('false');
		const first = (await titles())[0] ?? '';
		await expect.poll(() => host.page.getByRole('status').filter({ hasText: 'First' }).textContent()).toMatch(`First: ${first}`);
		expect(await input.evaluate((el) => el === document.activeElement)).toBe(true);
	});

	test('is never empty between two answers', async () => {
		await search('kettle');
		await host.page.evaluate(() => {
			const list = document.querySelector('.luneta-results');
			const seen: number[] = [];
			Object.assign(window, { seen });
			const look = (): void => {
				seen.push(list?.childElementCount ?? 0);
				requestAnimationFrame(look);
			};
			look();
		});
		await host.page.keyboard.type(' of cast iron', { delay: 20 });
		await settled('kettle of cast iron');
		const seen = await host.page.evaluate(() => (window as unknown as { seen: number[] }).seen);
		expect(Math.min(...seen)).toBeGreaterThan(0);
	});

	test('shows the notes opened last while the field is empty', async () => {
		await press('Escape');
		await host.openNote('Drinks/Coffee.md');
		await host.openNote('House/Shopping.md');
		await host.openNote('Journal.md');
		await host.command('search-vault');
		await clear();
		await expect.poll(titles).toEqual(expect.arrayContaining(['Shopping', 'Coffee']));
		expect((await titles()).slice(0, 2)).toEqual(['Shopping', 'Coffee']);
		expect(await host.page.locator('.luneta-results-title').textContent()).toBe('Recent notes');
		await press('ArrowDown', 'Enter');
		await expect.poll(() => host.activeNote()).toBe('Drinks/Coffee.md');
	});

	test('finds nothing: says what was tried and offers what else there is', async () => {
		await press('Tab');
		await host.page.keyboard.type('xyzzyplugh');
		const message = host.page.locator('.luneta-instead');
		await expect.poll(() => message.textContent()).toMatch(/Nothing found.*Searched by one way only: words/);
		await message.getByRole('button', { name: 'Search everything' }).click();
		expect(await host.page.locator('.luneta-mode.is-active').textContent()).toBe('Everything');
	});
});

describe('opening', () => {
	test('O2: the arrow moves to the third row, and Enter opens the third and types nothing', async () => {
		await search('kettle');
		const third = (await titles())[2];
		const path = await host.page.locator('.luneta-result').nth(2).locator('.luneta-hit-folder').textContent();
		await press('ArrowDown', 'ArrowDown');
		expect(await selected()).toBe(third);
		await host.page.keyboard.down('Enter');
		await expect.poll(() => host.activeNote()).toBe(`${path ?? ''}/${third ?? ''}.md`);
		await host.page.keyboard.down('Enter'); // held: it repeats
		await host.page.keyboard.down('Enter');
		await host.page.keyboard.up('Enter');
		await expect.poll(async () => (await host.editor()).text).toBe(VAULT[`${path ?? ''}/${third ?? ''}.md` as keyof typeof VAULT]);
		expect(await host.page.locator('.luneta-search').count()).toBe(0);
	});

	test('Enter opens at the passage: cursor at the matched words, in view, and marked for a moment', async () => {
		await search('cast iron heat');
		expect(await selected()).toBe('Green tea');
		await press('Enter');
		await expect.poll(() => host.activeNote()).toBe('Drinks/Green tea.md');
		const lines = VAULT['Drinks/Green tea.md'].split('\n');
		const line = lines.findIndex((text) => text.includes('cast iron'));
		await expect.poll(async () => (await host.editor()).line).toBe(line);
		await expect.poll(async () => (await host.editor()).ch).toBe(lines[line]?.indexOf('cast'));
		const marked = (): Promise<string[]> =>
			highlighted(host, 'luneta-flash-words');
		await expect.poll(marked).toEqual(['cast', 'iron', 'heat']);
		await expect.poll(marked, { timeout: 5000 }).toEqual([]);
	});

	test('in reading view the place is marked as well', async () => {
		await press('Escape');
		await host.openNote('Drinks/Green tea.md');
		await host.page.evaluate(async () => {
			await window.app.workspace.getMostRecentLeaf()?.setViewState({ type: 'markdown', state: { file: 'Drinks/Green tea.md', mode: 'preview' } });
		});
		await host.command('search-vault');
		await clear();
		await search('cast iron heat');
		await press('Enter');
		const marked = (): Promise<string[]> =>
			highlighted(host, 'luneta-flash-words');
		await expect.poll(marked).toEqual(['cast', 'iron', 'heat']);
		await host.page.evaluate(async () => {
			await window.app.workspace.getMostRecentLeaf()?.setViewState({ type: 'markdown', state: { file: 'Drinks/Green tea.md', mode: 'source' } });
		});
	});

	test.each([
		['Control+Enter', 'tab'],
		['Control+Alt+Enter', 'split'],
	])('%s opens in a new %s', async (key) => {
		await search('old kettle');
		const before = await leaves();
		await press(key);
		await expect.poll(() => host.activeNote()).toBe('House/Old kettle.md');
		expect(await leaves()).toBe(before + 1);
	});

	test('Control+Alt+Shift+Enter asks for a new window', async () => {
		await search('old kettle');
		// The host has one window: it is asked, and a tab stands in for the other.
		await host.page.evaluate(() => {
			const { workspace } = window.app;
			const getLeaf = workspace.getLeaf.bind(workspace);
			const asked: unknown[] = [];
			Object.assign(window, { asked });
			workspace.getLeaf = (where) => {
				asked.push(where);
				workspace.getLeaf = getLeaf;
				return getLeaf('tab');
			};
		});
		await press('Control+Alt+Shift+Enter');
		await expect.poll(() => host.activeNote()).toBe('House/Old kettle.md');
		expect(await host.page.evaluate(() => (window as unknown as { asked: unknown[] }).asked)).toEqual(['window']);
	});

	test.each([
		['Control and a click', { modifiers: ['Control'] }, 1],
		['the middle button', { button: 'middle' }, 1],
		['a click', {}, 0],
	] satisfies [string, ClickOptions, number][])('%s: opens in as many new tabs: %o', async (_name, options: ClickOptions, more) => {
		await search('old kettle');
		const before = await leaves();
		await host.page.locator('.luneta-result').first().click(options);
		await expect.poll(() => host.activeNote()).toBe('House/Old kettle.md');
		expect(await leaves()).toBe(before + more);
	});

	test('Shift+Enter creates a note of that name, or opens the one there is', async () => {
		await search('House/Kettle: new?');
		await press('Shift+Enter');
		await expect.poll(() => host.activeNote()).toBe('House/Kettle new.md');
		expect(host.read('House/Kettle new.md')).toBe('');
		await host.openNote('Journal.md');
		await host.command('search-vault');
		await clear();
		await search('House/Shopping');
		await press('Shift+Enter');
		await expect.poll(() => host.activeNote()).toBe('House/Shopping.md');
		expect(host.read('House/Shopping.md')).toBe(VAULT['House/Shopping.md']);
	});

	test('a note that another program has just deleted is said to be gone, and no empty tab is opened', async () => {
		host.write('House/Short.md', '# Short\n\nThe quagga leaves soon.\n');
		await expect.poll(() => host.cli('luneta:search', { query: 'quagga', mode: 'keyword' }), { timeout: 10_000 }).toContain('House/Short.md');
		await search('quagga');
		const tabs = (): Promise<number> => host.page.evaluate(() => window.app.workspace.getLeavesOfType('markdown').length);
		const before = await tabs();
		rmSync(join(host.vaultPath, 'House/Short.md'));
		await press('Control+Enter');
		await expect.poll(() => host.notices()).toContain('This note is no longer there.');
		expect(await tabs()).toBe(before);
		expect((await host.notices()).join('\n')).not.toContain('ENOENT');
	});

	test('a query typed faster than it is answered opens its own best note', async () => {
		await search('coffee');
		await clear();
		await host.page.keyboard.insertText('old kettle');
		await press('Enter');
		await expect.poll(() => host.activeNote()).toBe('House/Old kettle.md');
	});
});

describe('keys', () => {
	test('arrows go around; Control+End and Control+Home to the ends', async () => {
		await search('kettle');
		const all = await titles();
		await press('ArrowUp');
		expect(await selected()).toBe(all.at(-1));
		await press('ArrowDown');
		expect(await selected()).toBe(all[0]);
		await press('Control+End');
		expect(await selected()).toBe(all.at(-1));
		await press('Control+Home');
		expect(await selected()).toBe(all[0]);
		await press('PageDown');
		expect(await selected()).not.toBe(all[0]);
		await press('PageUp');
		expect(await selected()).toBe(all[0]);
	});

	test('Tab walks through the modes, which are shown and kept', async () => {
		await search('kettle');
		const checked = (): Promise<string | null> => host.page.locator('.luneta-mode[aria-checked="true"]').textContent();
		expect(await checked()).toBe('Everything');
		await press('Tab');
		expect(await checked()).toBe('Words');
		await expect.poll(() => host.page.locator('.luneta-hit-list').allTextContents()).not.toContain('meaning');
		await press('Tab');
		expect(await checked()).toBe('Meaning');
		await expect.poll(() => host.page.locator('.luneta-hit-list').allTextContents()).not.toContain('words');
		await press('Shift+Tab', 'Escape');
		await host.command('search-vault');
		expect(await checked()).toBe('Words');
		await press('Shift+Tab');
		expect(await checked()).toBe('Everything');
	});

	test('the last query is kept and selected; Alt with the arrows walks through those before', async () => {
		await search('kettle');
		await press('Escape');
		await host.command('search-vault');
		const input = host.page.locator('.luneta-search-input');
		expect(await input.inputValue()).toBe('kettle');
		await expect.poll(titles).toContain('Old kettle');
		await host.page.keyboard.type('coffee');
		expect(await input.inputValue()).toBe('coffee');
		await press('Escape');
		await host.command('search-vault');
		await clear();
		await press('Alt+ArrowUp', 'Alt+ArrowUp');
		expect(await input.inputValue()).toBe('kettle');
		await press('Alt+ArrowDown');
		expect(await input.inputValue()).toBe('coffee');
		await press('Alt+ArrowDown');
		expect(await input.inputValue()).toBe('');
	});

	test('Control+J and Control+K move only once that is switched on', async () => {
		await search('kettle');
		const all = await titles();
		await press('Control+j');
		expect(await selected()).toBe(all[0]);
		await host.page.locator('.luneta-options').click();
		await host.page.locator('.menu-item', { hasText: 'Ctrl+J' }).click();
		await host.page.locator('.luneta-search-input').focus();
		await press('Control+j', 'Control+j', 'Control+k');
		expect(await selected()).toBe(all[1]);
		expect(await host.page.locator('[data-hint="navigate"]').textContent()).toContain('j/k');
	});

	test('Shift with the arrows shows the other passages of a note', async () => {
		await search('kettle');
		const tea = host.page.locator('.luneta-result', { hasText: 'Green tea' }).first();
		while (!((await tea.getAttribute('class')) ?? '').includes('is-selected')) await press('ArrowDown');
		const before = await tea.locator('.luneta-hit-snippet').textContent();
		await press('Shift+ArrowDown');
		expect(await tea.locator('.luneta-hit-snippet').textContent()).not.toBe(before);
		expect(await tea.locator('.luneta-hit-more').textContent()).toMatch(/Passage 2 of/);
		await press('Shift+ArrowUp');
		expect(await tea.locator('.luneta-hit-snippet').textContent()).toBe(before);
	});

	test('Control+E explains: weights, ranks and shares', async () => {
		await search('kettle');
		await press('Control+e');
		await expect.poll(() => host.page.locator('.luneta-explanation').textContent()).toMatch(/How this was searched.*words × /);
		const shares = host.page.locator('.luneta-result').first().locator('.luneta-share');
		expect(await shares.count()).toBe(3);
		expect(await shares.first().textContent()).toMatch(/words#\d+ · 0\.\d+/);
		const parts = await shares.locator('.luneta-share-bar').evaluateAll((bars) => bars.map((bar) => Number((bar as HTMLElement).style.getPropertyValue('--luneta-part'))));
		expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1); // of what the lists gave, which the score is not
		const reasons = await host.page.locator('.luneta-result').first().locator('.luneta-share-reasons').textContent();
		const given = (reasons ?? '').split(' · ').map((reason) => /^[a-z ]+ (0\.\d+)$/.exec(reason)?.[1]);
		expect(given).toHaveLength(6);
		expect(given.map(Number)).toEqual(given.map(Number).sort((a, b) => b - a));
		await press('Control+e');
		await expect.poll(() => host.page.locator('.luneta-shares').count()).toBe(0);
	});

	test('Control+G keeps that this was the right note', async () => {
		await search('thin neck');
		await expect.poll(() => host.page.locator('.luneta-result .luneta-hit-title').first().textContent()).toBe('Coffee');
		await press('Control+g');
		await expect.poll(() => host.notices()).toContain('Noted: “Coffee” is right for this search.');
	});

	test.each(['Shift+F10', 'ContextMenu'])('%s opens the menu of the row', async (key) => {
		await search('old kettle');
		await press(key);
		const items = host.page.locator('.menu-item');
		expect(await items.allTextContents()).toEqual(expect.arrayContaining(['Open in new tab', 'This was not the right note']));
		await items.filter({ hasText: 'Open to the right' }).click();
		await expect.poll(() => host.activeNote()).toBe('House/Old kettle.md');
	});

	test('the footer shows them all', async () => {
		const shown = await host.page.locator('.luneta-footer .prompt-instruction').allTextContents();
		expect(shown).toHaveLength(15);
		for (const box of await host.page.locator('.luneta-footer .prompt-instruction').all()) expect(await box.isVisible()).toBe(true);
	});
});

describe('an input method', () => {
	test('half-typed characters are not searched for, and Enter that ends them opens nothing', async () => {
		await keys.send('Input.imeSetComposition', { text: 'coff', selectionStart: 4, selectionEnd: 4 });
		await host.page.waitForTimeout(200);
		expect(await host.page.locator('.luneta-search-input').inputValue()).toBe('coff');
		expect(await host.page.locator('.luneta-results-title').textContent()).toBe('Recent notes');
		await press('Enter');
		expect(await host.page.locator('.luneta-search').count()).toBe(1);
		await keys.send('Input.insertText', { text: 'coffee' });
		await expect.poll(async () => (await titles())[0]).toBe('Coffee');
	});
});

describe('the preview', () => {
	const preview = '.luneta-preview';

	test('shows the passage as Obsidian renders it, with the words marked', async () => {
		await search('never boiling');
		await expect.poll(() => host.page.locator(`${preview} strong`).textContent()).toBe('never');
		expect(await host.page.locator(`${preview} h2`).first().textContent()).toBe('Water');
		const marked = await highlighted(host, 'luneta-preview-words');
		expect(marked).toEqual(['never', 'boiling']);
		expect(await host.page.locator('.luneta-preview-path').textContent()).toBe('Drinks › Green tea');
	});

	test('follows the selection', async () => {
		await search('kettle');
		for (let row = 0; row < 3; row++) {
			const folder = await host.page.locator('.luneta-result.is-selected .luneta-hit-folder').textContent();
			const title = await selected();
			await expect.poll(() => host.page.locator('.luneta-preview-path').textContent()).toBe(`${folder ?? ''} › ${title ?? ''}`);
			await press('ArrowDown');
		}
	});

	test('is switched by Control+P, which is kept, and is not there in a narrow window', async () => {
		await search('kettle');
		expect(await host.page.locator(preview).isVisible()).toBe(true);
		await press('Control+p');
		expect(await host.page.locator(preview).isVisible()).toBe(false);
		await press('Escape');
		await host.command('search-vault');
		expect(await host.page.locator(preview).isVisible()).toBe(false);
		await press('Control+p');
		expect(await host.page.locator(preview).isVisible()).toBe(true);
		const size = host.page.viewportSize() ?? { width: 1400, height: 860 };
		await host.page.setViewportSize({ width: 560, height: 700 });
		expect(await host.page.locator(preview).isVisible()).toBe(false);
		await expect.poll(() => host.page.locator('.luneta-result').first().isVisible()).toBe(true);
		await host.page.setViewportSize(size);
	});
});

// Last, since they leave links with the words of other tests in a note.
describe('links', () => {
	test('Alt+Enter writes a link to the section at the cursor, and the focus is back there', async () => {
		await press('Escape');
		await host.page.locator('.cm-line', { hasText: 'Last line.' }).click();
		await press('End');
		await host.command('search-vault');
		await clear();
		await search('cast iron heat');
		await press('Alt+Enter');
		await expect.poll(async () => (await host.editor()).text).toContain('Last line.[[Green tea#Kettle]]');
		await host.page.keyboard.type('!');
		await expect.poll(async () => (await host.editor()).text).toContain('[[Green tea#Kettle]]!');
	});

	test('a result dragged into a note becomes a link, and the modal makes room for it', async () => {
		await search('cast iron heat');
		const line = await host.page.locator('.cm-line', { hasText: 'Nothing today.' }).boundingBox();
		const row = await host.page.locator('.luneta-result').first().boundingBox();
		if (line === null || row === null) throw new Error('Nothing to drag.');
		await host.page.mouse.move(row.x + 40, row.y + 20);
		await host.page.mouse.down();
		await host.page.mouse.move(row.x + 60, row.y + 30, { steps: 4 });
		await expect.poll(() => host.page.locator('.modal-container.luneta-dragging').count()).toBe(1);
		await host.page.mouse.move(line.x + 30, line.y + line.height / 2, { steps: 4 });
		await host.page.mouse.up();
		await expect.poll(async () => (await host.editor()).text).toMatch(/\nNo.*\[\[Green tea#Kettle\]\].*today/);
		await expect.poll(() => host.page.locator('.luneta-search').count()).toBe(0);
	});

	test('the menu copies one', async () => {
		await search('cast iron heat');
		await host.page.locator('.luneta-result').first().click({ button: 'right' });
		await host.page.locator('.menu-item', { hasText: 'Copy link' }).click();
		await expect.poll(() => host.page.evaluate(() => navigator.clipboard.readText())).toBe('[[Green tea#Kettle]]');
		expect(await host.page.locator('.luneta-search').count()).toBe(1);
	});

	test('with the modifier held, hovering shows the page', async () => {
		await search('old kettle');
		await host.page.locator('.luneta-result').first().hover();
		await host.page.mouse.move(5, 5);
		expect(await host.page.locator('.hover-popover').count()).toBe(0);
		await host.page.keyboard.down('Control');
		await host.page.locator('.luneta-result').first().hover();
		await host.page.keyboard.up('Control');
		await expect.poll(() => host.page.locator('.hover-popover').allTextContents()).toEqual([expect.stringContaining('It leaks')]);
		const above = await host.page.evaluate(() => {
			const z = (selector: string): number => Number(getComputedStyle(document.querySelector(selector) as Element).zIndex);
			return z('.hover-popover') > z('.modal-container');
		});
		expect(above).toBe(true);
		await host.page.mouse.move(5, 5);
	});
});

test('text from right to left is laid out so, in an interface from left to right', async () => {
	await search('הקומקום');
	const title = host.page.locator('.luneta-hit-title').first();
	expect(await title.textContent()).toBe('תה');
	expect(await title.evaluate((el) => getComputedStyle(el).direction)).toBe('rtl');
	expect(await host.page.locator('.luneta-hit-snippet').first().evaluate((el) => getComputedStyle(el).direction)).toBe('rtl');
	expect(await host.page.locator('.luneta-search').evaluate((el) => getComputedStyle(el).direction)).toBe('ltr');
});

function leaves(): Promise<number> {
	return host.page.locator('.workspace-split.mod-root .workspace-leaf').count();
}
