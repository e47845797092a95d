/**
 * What the search modal says when all is not well, and the order of answers (row O1). A scripted server stands in for the
 * sidecar, which cannot be made to answer late or to be in a state for long.
 */

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openHost, type Host } from '../host/open-host.mjs';
import { ScriptedServer, WELCOME, type Frame } from '../plugin/scripted-server';
import { hit } from '../plugin/scripted-port';

/** A shell's script says where the server is; there is none on Windows. */
const CAN_SCRIPT = process.platform !== 'win32';

let folder: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'luneta-scripted-'));
});

afterAll(() => {
	rmSync(folder, { recursive: true, force: true });
});

/** A program that is ready at once and points to `port`. */
function programFor(port: number): string {
	const path = join(folder, `luneta-${String(port)}`);
	const ready = JSON.stringify({ port, protocol: WELCOME.protocol, pid: 1, version: WELCOME.version });
	const lines = ['#!/bin/sh', `if [ "$1" = --version ]; then echo "luneta ${WELCOME.version}"; exit 0; fi`, `echo '${ready}'`, 'cat > /dev/null'];
	writeFileSync(path, `${lines.join('\n')}\n`);
	chmodSync(path, 0o755);
	return path;
}

function hits(frame: Frame, ...titles: readonly string[]): Frame {
	return {
		type: 'hits',
		id: frame['id'],
		query: frame['query'] ?? frame['note'],
		took_ms: 1,
		degraded: null,
		hits: titles.map((title) => hit(title)),
		filters: [],
		remarks: [],
		narrowed: [],
		unmet: [],
		also: [],
		explanation: null,
	};
}

describe.skipIf(!CAN_SCRIPT)('with a scripted server', () => {
	let server: ScriptedServer;
	let host: Host;
	let answer: (frame: Frame, say: (frame: Frame | string) => void) => void;

	beforeAll(async () => {
		server = await ScriptedServer.start((frame, say) => {
			if (frame['type'] === 'hello') say(WELCOME);
			else if (frame['type'] === 'search' || frame['type'] === 'related') answer(frame, say);
		});
		host = await openHost({ vault: { 'Apple.md': '# Apple\n' }, sidecar: programFor(server.port) });
		await server.frames('hello');
	});

	afterAll(async () => {
		await host.close();
		await server.stop();
	});

	beforeEach(async () => {
		answer = (frame, say) => {
			say(hits(frame, 'Apple'));
		};
		server.say({ type: 'state', state: 'ready', reason: null });
		await host.command('search-vault');
		await host.page.locator('.luneta-search-input').fill('');
	});

	afterEach(async () => {
		if ((await host.page.locator('.luneta-search').count()) > 0) await host.page.keyboard.press('Escape');
	});

	const titles = (): Promise<string[]> => host.page.locator('.luneta-result .luneta-hit-title').allTextContents();
	const message = (): Promise<string | null> => host.page.locator('.luneta-instead').textContent();
	const banner = (): Promise<string | null> => host.page.locator('.luneta-banner').textContent();

	test('O1: the server answers "ab" and then "a": the list shows "ab"', async () => {
		const open: [Frame, (frame: Frame | string) => void][] = [];
		answer = (frame, say) => {
			open.push([frame, say]);
		};
		await host.page.keyboard.type('ab');
		await expect.poll(() => open.map(([frame]) => frame['query'])).toEqual(['a', 'ab']);
		const [[older, sayOlder], [newer, sayNewer]] = open as [(typeof open)[0], (typeof open)[0]];
		sayNewer(hits(newer, 'Abacus'));
		await expect.poll(titles).toEqual(['Abacus']);
		sayOlder(hits(older, 'Apple'));
		await host.page.waitForTimeout(200);
		expect(await titles()).toEqual(['Abacus']);
		expect(server.received.filter((frame) => frame['type'] === 'cancel').at(-1)).toMatchObject({ target: older['id'] });
	});

	test('starting: says so, and shows results as soon as there are some', async () => {
		answer = () => undefined;
		server.say({ type: 'state', state: 'starting', reason: null });
		await host.page.keyboard.type('apple');
		await expect.poll(message).toBe('Starting…');
		answer = (frame, say) => {
			say(hits(frame, 'Apple'));
		};
		server.say({ type: 'state', state: 'indexing', reason: null });
		await expect.poll(titles).toEqual(['Apple']);
	});

	test('indexing: how far it is, over results from what is there; they grow while the selection stays', async () => {
		let found = ['Apple', 'Apricot'];
		answer = (frame, say) => {
			say(hits(frame, ...found));
		};
		server.say({ type: 'state', state: 'indexing', reason: null });
		server.say({ type: 'progress', notes_done: 1234, notes_total: 16_894, chunks: 5000, seconds: 3 });
		await host.page.keyboard.type('ap');
		await expect.poll(banner).toBe('Indexed 1,234 of 16,894 notes. What is done so far can be found already.');
		await expect.poll(titles).toEqual(['Apple', 'Apricot']);
		await host.page.keyboard.press('ArrowDown');
		found = ['Aprium', 'Apple', 'Apricot'];
		server.say({ type: 'indexed', paths: ['Aprium.md'], more: false, notes: 3, chunks: 3, notices: [] });
		await expect.poll(titles, { timeout: 5000 }).toEqual(found);
		expect(await host.page.locator('.luneta-result.is-selected .luneta-hit-title').textContent()).toBe('Apricot');
	});

	test('degraded: says why, and leads to the report', async () => {
		answer = (frame, say) => {
			say({ ...hits(frame, 'Apple'), degraded: 'The model could not be read.' });
		};
		server.say({ type: 'state', state: 'degraded', reason: 'The model could not be read.' });
		await host.page.keyboard.type('apple');
		await expect.poll(banner).toMatch(/words and names only.*The model could not be read\./);
		await expect.poll(titles).toEqual(['Apple']);
		expect(await host.page.locator('.luneta-banner button').textContent()).toBe('Index report');
	});

	test('the panel says both, above its list and in its place', async () => {
		answer = (frame, say) => {
			say({ ...hits(frame, 'Pear'), degraded: 'The model could not be read.' });
		};
		server.say({ type: 'state', state: 'degraded', reason: 'The model could not be read.' });
		await host.page.keyboard.press('Escape');
		await host.page.evaluate(async () => { await window.app.workspace.getLeaf(false).openFile(window.app.vault.getFiles()[0] as never); });
		await host.command('open-related');
		const panel = (selector: string) => host.page.locator(`.luneta-panel .luneta-related ${selector}`);
		await expect.poll(() => panel('.luneta-message-above').innerText()).toMatch(/By words and names only\s*The model could not be read\./);
		await expect.poll(() => panel('.luneta-hit-title').allTextContents()).toEqual(['Pear']);
		server.say({ type: 'state', state: 'failed', reason: 'Connect its drive.' });
		await expect.poll(() => panel('> .luneta-message:not(.luneta-message-above)').innerText()).toMatch(/cannot be searched\s*Connect its drive\./);
		await host.page.evaluate(() => { window.app.workspace.detachLeavesOfType('luneta-related'); });
	});

	test('failed: says why and what to do, over whatever was shown', async () => {
		await host.page.keyboard.type('apple');
		await expect.poll(titles).toEqual(['Apple']);
		server.say({ type: 'state', state: 'failed', reason: 'The vault’s folder is not there. Connect its drive.' });
		await expect.poll(message).toMatch(/cannot be searched.*Connect its drive\./);
		expect(await host.page.locator('.luneta-results').isVisible()).toBe(false);
	});

	test('an error: its sentence, and Enter tries again', async () => {
		answer = (frame, say) => {
			say({ type: 'failed', id: frame['id'], code: 'damaged', message: 'The index is damaged. It is being rebuilt.' });
		};
		await host.page.keyboard.type('x');
		await expect.poll(message).toMatch(/could not be answered.*It is being rebuilt\./);
		answer = (frame, say) => {
			say(hits(frame, 'Apple'));
		};
		await host.page.keyboard.press('Enter');
		await expect.poll(titles).toEqual(['Apple']);
	});

	test('nothing found, with filters: what narrowed the search, and a note to create', async () => {
		answer = (frame, say) => {
			say({ ...hits(frame), filters: ['in the folder Work'] });
		};
		await host.page.keyboard.type('plan b');
		await expect.poll(message).toMatch(/Nothing found.*Searched only notes in the folder Work\./);
		expect(await host.page.locator('.luneta-preview').isVisible()).toBe(false); // no half that stays empty
		await host.page.getByRole('button', { name: 'Create “plan b”' }).click();
		await expect.poll(() => host.activeNote()).toBe('plan b.md');
	});

	test('filters are told over results too', async () => {
		answer = (frame, say) => {
			say({ ...hits(frame, 'Apple'), filters: ['in the folder Work', 'tagged fruit'], remarks: ['“2026-13” is not a date.'] });
		};
		await host.page.keyboard.type('apple');
		await expect.poll(() => host.page.locator('.luneta-filter').allTextContents()).toEqual(['in the folder Work', 'tagged fruit']);
		expect(await host.page.locator('.luneta-remark').textContent()).toBe('“2026-13” is not a date.');
	});

	test('other names that were looked for are told beside the filters', async () => {
		answer = (frame, say) => {
			say({ ...hits(frame, 'Apple'), filters: ['in the folder Work'], also: ['Malus', 'Pippin'] });
		};
		await host.page.keyboard.type('apple');
		await expect.poll(() => host.page.locator('.luneta-narrowed').allInnerTexts()).toEqual([
			expect.stringMatching(/^Only notes\s+in the folder Work$/),
			expect.stringMatching(/^Also searched for\s+Malus\s+Pippin$/),
		]);
	});

	test('a result whose note is gone says so and opens nothing', async () => {
		answer = (frame, say) => {
			say(hits(frame, 'Gone'));
		};
		const before = await host.activeNote();
		await host.page.keyboard.type('gone');
		await expect.poll(titles).toEqual(['Gone']);
		await host.page.keyboard.press('Enter');
		await expect.poll(() => host.notices()).toContain('This note is no longer there.');
		expect(await host.activeNote()).toBe(before);
	});
});

test('without a sidecar: says so, and Enter leads to setting it up', async () => {
	const host = await openHost({ vault: { 'A.md': '# A\n' }, sidecar: null });
	try {
		await host.command('search-vault');
		await expect.poll(() => host.page.locator('.luneta-instead').textContent()).toMatch(/was not found/);
		await host.page.keyboard.press('Enter');
		await expect.poll(() => host.page.locator('.luneta-search').count()).toBe(0);
		await expect.poll(() => host.page.getByText(/uv tool install|pipx install/).count()).toBeGreaterThan(0);
	} finally {
		await host.close();
	}
});
