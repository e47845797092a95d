/** A sidecar that cannot live: it is left alone after a few attempts, and the user is told what it said. */

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENGLISH } from '../../plugin/src/strings';
import { openHost, type Host } from '../host/open-host.mjs';

const folder = mkdtempSync(join(tmpdir(), 'luneta-crash-'));
const starts = (): number => readFileSync(join(folder, 'starts'), 'utf8').length;
let host: Host;

beforeAll(async () => {
	const program = join(folder, 'luneta');
	writeFileSync(program, `#!/bin/sh
if [ "$1" = --version ]; then echo "luneta 0.1.0"; exit; fi
printf x >> '${join(folder, 'starts')}'
echo 'The disk is made of cheese.' >&2
exit 1
`);
	chmodSync(program, 0o755);
	host = await openHost({ sidecar: program, vault: { 'A.md': 'a' } });
});
afterAll(async () => {
	await host.close();
	rmSync(folder, { recursive: true });
});

test('it ends up stopped, not starting for ever', async () => {
	await host.page.clock.install(); // the pauses between the attempts grow to half a minute
	await expect.poll(async () => {
		await host.page.clock.fastForward(500);
		return host.page.locator('.luneta-status').getAttribute('aria-label');
	}, { timeout: 40_000 }).toContain(ENGLISH.states.stopped);
	const then = starts();
	expect(then).toBeGreaterThan(1);
	expect(then).toBeLessThan(10);
	await host.page.clock.fastForward(300_000);
	await setTimeout(500);
	expect(starts()).toBe(then);
	expect((await host.notices()).filter((text) => text === ENGLISH.life.startedAgain).length).toBeLessThan(2);
});

test('the report says why, and "Check again" tries once more', async () => {
	await host.page.locator('.luneta-status').click();
	const report = host.page.locator('.luneta-report');
	await report.getByText('The disk is made of cheese.').waitFor();
	const before = starts();
	await report.getByRole('button', { name: ENGLISH.setup.checkAgain }).click();
	await expect.poll(starts).toBeGreaterThan(before);
	await host.page.keyboard.press('Escape');
});
