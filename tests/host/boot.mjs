/** How a page is told to start. */

import { declaredApi } from './build-host.mjs';
import { bridgedNames } from './server.mjs';

/** Obsidian's folder in a vault. */
export const CONFIG = '.obsidian';

/**
 * @param {Partial<import('./page/native').Boot> & { vault: string, cwd: string }} given `env` is added to this process's
 * @returns {import('./page/native').Boot}
 */
export function bootOf({ env, ...given }) {
  return {
    configDir: CONFIG,
    pluginFolder: null,
    theme: 'dark',
    language: 'en',
    platform: process.platform,
    env: /** @type {Record<string, string>} */ ({ ...process.env, ...env }),
    versions: { node: process.versions.node, arch: process.arch },
    title: 'Test host (not Obsidian)',
    rightToLeft: false,
    enable: true,
    local: {},
    modules: bridgedNames(),
    api: declaredApi(),
    ...given,
  };
}
