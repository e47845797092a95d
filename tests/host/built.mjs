/** The host's page and the plugin, built for tests: made by buildForTests(), which vitest's global set-up calls once. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../../plugin/scripts/bundle.mjs';
import { PROJECT } from '../../plugin/scripts/places.mjs';
import { buildHost } from './build-host.mjs';

const FOLDER = join(PROJECT, 'tests', 'host', '.built');
/** Where the page is: host.js, host.css, index.html. */
export const PAGE = join(FOLDER, 'page');
/** Where the plugin is: main.js, manifest.json, styles.css. */
export const PLUGIN = join(FOLDER, 'plugin');

export async function buildForTests() {
  await Promise.all([buildHost(PAGE), bundle(PLUGIN)]);
}

/** For a script that opens a host by itself. */
export async function buildIfMissing() {
  if (!existsSync(join(PAGE, 'host.js')) || !existsSync(join(PLUGIN, 'main.js'))) await buildForTests();
}
