/** What `npm run demo` shows: the host's page for the user's own browser. */

import { join } from 'node:path';
import { bundle } from '../../plugin/scripts/bundle.mjs';
import { buildHost } from './build-host.mjs';
import { bootOf } from './boot.mjs';
import { serveHost } from './server.mjs';

export const TITLE = 'Demo of Luneta (not Obsidian)';

/**
 * @param {{ vault: string, folder: string, luneta: string, language: string, env: Record<string, string> }} given
 *   `folder`: a temporary one, for what is built; `luneta`: the sidecar's program
 */
export async function startDemo({ vault, folder, luneta, language, env }) {
  const page = join(folder, 'page');
  const pluginFolder = join(folder, 'plugin');
  await Promise.all([buildHost(page), bundle(pluginFolder)]);
  const boot = bootOf({ vault, language, title: TITLE, env, cwd: folder, pluginFolder, local: { 'luneta-path': luneta } });
  return serveHost({ boot, dataFile: join(vault, boot.configDir, 'plugins', 'luneta', 'data.json'), page });
}
