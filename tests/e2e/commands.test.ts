/** Every command, and the other ways in: ribbon, status bar, links, the command line. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ENGLISH } from '../../plugin/src/strings';
import { openHost, type Host } from '../host/open-host.mjs';
import { finds } from './waiting';

const { commands, notices, confirm, report, commandLine } = ENGLISH;
const SECRET = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
const VAULT = {
	'Tea/Kettle.md': '# Kettle\n\nIt whistles at dawn when the water boils for tea.\n',
	'Tea/Cup.md': '# Cup\n\nBlue porcelain for tea, filled from the kettle at dawn.\n',
	'Keys.md': `# Keys\n\ntoken: ${SECRET}\n`,
	'Empty.md': '',
};
const claude = mkdtempSync(join(tmpdir(), 'luneta-claude-'));
let host: Host;

beforeAll(async () => {
	host = await openHost({ vault: VAULT, env: { CLAUDE_CONFIG_DIR: claude } });
	await host.status(/Ready/);
});
afterAll(async () => {
	await host.close();
	rmSync(claude, { recursive: true });
});
afterEach(async () => {
	for (let open = 3; open > 0 && (await host.page.locator('.modal-container, .prompt').count()) > 0; open--) await host.page.keyboard.press('Escape');
});

const newNotices = async (before: readonly string[]): Promise<string[]> => (await host.notices()).slice(before.length);
const clipboard = (): Promise<string> => host.page.evaluate(() => navigator.clipboard.readText());
const queryField = () => host.page.locator('.luneta-search-input');

test('the palette offers all commands, in sentence case and without hotkeys', async () => {
	await host.openNote('Tea/Kettle.md');
	const listed = await host.page.evaluate(() => window.app.commands.listCommands());
	expect(listed.map(({ name }) => name).sort()).toEqual(Object.values(commands).map((name) => `Luneta: ${name}`).sort());
	expect(listed.filter(({ hotkeys }) => hotkeys !== undefined)).toEqual([]);
	await host.page.keyboard.press('Control+p');
	await host.page.keyboard.type('luneta report');
	await host.page.keyboard.press('Enter');
	await host.page.locator('.luneta-report').getByText(report.title).waitFor();
});

test('"Search vault for selection" takes what is selected in the note, and asks for a selection otherwise', async () => {
	await host.openNote('Tea/Kettle.md');
	const before = await host.notices();
	await host.command('search-selection');
	expect(await newNotices(before)).toEqual([notices.nothingSelected]);
	await host.page.evaluate(() => { window.app.workspace.activeEditor?.editor.setSelection({ line: 2, ch: 3 }, { line: 2, ch: 11 }); });
	await host.command('search-selection');
	expect(await queryField().inputValue()).toBe('whistles');
});

test('"Open related notes" opens one panel, and the same one again', async () => {
	await host.command('open-related');
	await host.command('open-related');
	expect(await host.page.locator('.workspace-leaf-content[data-type="luneta-related"]').count()).toBe(1);
});

test('"Insert link to a related note" is there for notes only, and inserts at the cursor', async () => {
	await host.openNote('Tea/Kettle.md');
	await host.page.evaluate(() => { window.app.workspace.activeEditor?.editor.setCursor({ line: 2, ch: 0 }); });
	await host.command('insert-related-link');
	await host.page.locator('.suggestion-item', { hasText: 'Cup' }).first().click();
	await expect.poll(async () => (await host.editor()).text).toMatch(/\[\[Cup[^\]]*\]\]It whistles/);
	await host.page.evaluate(() => { for (const leaf of window.app.workspace.getLeavesOfType('markdown')) leaf.detach(); });
	const listed = await host.page.evaluate(() => (window.app.commands.listCommands() as { id: string }[]).map(({ id }) => id));
	expect(listed).not.toContain('luneta:insert-related-link');
});

test('"Reindex changed notes" says what it found, or that nothing had changed', async () => {
	const before = await host.notices();
	await host.command('reindex-changed');
	await expect.poll(() => newNotices(before)).toContain(notices.upToDate(4));
});

test('"Rebuild index" asks first; search works when it is done', async () => {
	const before = await host.notices();
	await host.command('rebuild-index');
	await host.page.getByText(confirm.rebuildText).waitFor();
	await host.page.getByRole('button', { name: confirm.cancel }).click();
	expect(await newNotices(before)).toEqual([]);
	await host.command('rebuild-index');
	await host.page.getByRole('button', { name: confirm.rebuild, exact: true }).click();
	await expect.poll(async () => (await newNotices(before)).at(-1), { timeout: 20_000 }).toMatch(/^Indexed: |4 notes/);
	await finds(host, 'porcelain', 'Tea/Cup.md');
});

test('the report tells how much is indexed and where, and that a credential was left out', async () => {
	await host.page.locator('.luneta-status').click();
	const facts = host.page.locator('.luneta-report-facts');
	await facts.waitFor();
	const text = (await facts.innerText()).replace(/\s+/g, ' ');
	expect(text).toContain('Notes 4');
	expect(text).toContain(host.cachePath);
	expect(text).toContain(report.redacted(1));
});

test('diagnostics hold no text, no name and no path of the notes', async () => {
	const before = await host.notices();
	await host.command('copy-diagnostics');
	await expect.poll(() => newNotices(before)).toEqual([notices.diagnosticsCopied]);
	const text = await clipboard();
	expect(text).toMatch(/^plugin: \d+\.\d+\.\d+$/m);
	expect(text).toMatch(/^notes: 4$/m);
	for (const word of ['Kettle', 'Cup', 'Tea', 'whistles', 'porcelain', SECRET, host.vaultPath, host.cachePath]) expect(text).not.toContain(word);
});

test('"Set up Claude Code hooks" shows what it would write, and writes nothing before it is agreed to', async () => {
	const file = join(claude, 'settings.json');
	await host.command('set-up-hooks');
	const modal = host.page.locator('.modal');
	await modal.getByText(ENGLISH.hooks.text(file)).waitFor();
	await modal.getByRole('button', { name: confirm.cancel }).click();
	expect(existsSync(file)).toBe(false);
	await host.command('set-up-hooks');
	await modal.getByRole('button', { name: ENGLISH.hooks.confirm }).click();
	await expect.poll(() => host.notices()).toContain(ENGLISH.hooks.written(file));
	expect(readFileSync(file, 'utf8')).toContain('UserPromptSubmit');
});

test('the ribbon icon opens the search', async () => {
	await host.page.locator('.side-dock-ribbon-action', { has: host.page.locator('.lucide-telescope') }).click();
	expect(await queryField().isVisible()).toBe(true);
});

test('obsidian://luneta?query= opens the search with that query and its answer', async () => {
	await host.openUrl('obsidian://luneta?query=blue%20porcelain');
	expect(await queryField().inputValue()).toBe('blue porcelain');
	await host.page.locator('.luneta-hit-title', { hasText: 'Cup' }).first().waitFor();
});

test('the command line answers for people and for programs, and explains wrong input', async () => {
	expect(await host.cli('luneta:search', { query: 'porcelain' })).toMatch(/^Tea\/Cup\.md:3/);
	const [hit] = JSON.parse(await host.cli('luneta:search', { query: 'porcelain', json: 'true' })) as { path: string }[];
	expect(hit?.path).toBe('Tea/Cup.md');
	expect(await host.cli('luneta:search', { query: 'tea', folder: 'Elsewhere' })).toBe(commandLine.noHits);
	expect(await host.cli('luneta:search', { query: 'tea', limit: 'many' })).toBe(commandLine.badLimit('many'));
	expect(await host.cli('luneta:search', { query: 'tea', mode: 'magic' })).toBe(commandLine.badMode('magic'));
	expect(await host.cli('luneta:search', { query: ' ' })).toBe(commandLine.noQuery);
});
