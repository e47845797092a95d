/**
 * `npm run pictures`: the three pictures of the README, made anew from what the plugin is now. Look at them before you keep
 * them.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { nodePackages } from './node-packages.mjs';
import { PROJECT, shown } from './places.mjs';
import { script } from './processes.mjs';

const FOLDER = join(PROJECT, 'plugin', 'docs');
/** CSS pixels of a window in which the words can still be read on a README's page. */
const SIZE = { width: 1200, height: 740 };

await script(async () => {
  await nodePackages();
  const { openHost } = await import('../../tests/host/open-host.mjs');
  const { closeChromium } = await import('../../tests/host/chromium.mjs');
  const { buildForTests } = await import('../../tests/host/built.mjs');
  await buildForTests();
  mkdirSync(FOLDER, { recursive: true });
  /** @param {import('../../tests/host/open-host.mjs').Host} host @param {string} name */
  const shoot = async (host, name) => {
    await host.page.waitForTimeout(400);
    const path = join(FOLDER, `${name}.png`);
    await host.page.screenshot({ path });
    process.stdout.write(`${shown(path)}\n`);
  };

  const dark = await openHost({ theme: 'dark', ...SIZE });
  await dark.status(/Ready/);
  await dark.openNote('Crônicas de Ondrevar/Crônicas de Ondrevar.md');
  await dark.command('search-vault');
  await dark.page.locator('.luneta-search-input').fill('onde o cajado foi quebrado');
  await dark.page.locator('.luneta-results .luneta-hit-title').first().waitFor();
  await shoot(dark, 'search');
  await dark.close();

  const light = await openHost({ theme: 'light', ...SIZE });
  await light.status(/Ready/);
  await light.openNote('Code/Reciprocal Rank Fusion.md');
  await light.command('open-related');
  await light.page.locator('.workspace-leaf-content[data-type="luneta-related"] .luneta-hit-title').first().waitFor();
  await shoot(light, 'related');
  await light.openSettings();
  await light.page.locator('.vertical-tab-content .setting-item').nth(4).waitFor();
  await light.page.locator('.luneta-place').filter({ hasText: /\d/ }).first().waitFor();
  await light.page.evaluate(() => {
    // Where the program lies on this machine is nobody's business: as it is where uv has installed it.
    const [place] = document.querySelectorAll('.luneta-place');
    if (place !== undefined) place.textContent = place.textContent.replace(/, .*/, ', ~/.local/bin/luneta');
    const path = document.querySelector('.vertical-tab-content input[type="text"]');
    if (path instanceof HTMLInputElement) path.value = '';
  });
  await shoot(light, 'settings');
  await light.close();
  await closeChromium();
});
