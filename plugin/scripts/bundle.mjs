/** The plugin's bundle. The same sources give the same bytes, wherever and whenever. */

import { copyFileSync, mkdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { PROJECT } from './places.mjs';

/** What a release consists of, and what stands in a vault's plugin folder. */
export const PLUGIN_FILES = ['main.js', 'manifest.json', 'styles.css'];

/**
 * Bundles `plugin/src` into `folder` and puts the manifest and the style sheet beside it.
 * @param {string} folder absolute; made if need be
 */
export async function bundle(folder) {
  const esbuild = await import('esbuild'); // not at the top: npm start reads this file before there are npm packages
  mkdirSync(folder, { recursive: true });
  await esbuild.build({
    absWorkingDir: PROJECT,
    entryPoints: ['plugin/src/main.ts'],
    outfile: join(folder, 'main.js'),
    banner: { js: '/* Built from plugin/src by "npm run build". */' },
    bundle: true,
    format: 'cjs',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    minify: true,
    external: ['obsidian', 'electron', '@codemirror/*', '@lezer/*', ...builtinModules, 'node:*'],
    // Obsidian's renderer refuses import() of Node's modules at run time: esbuild must turn it into require().
    supported: { 'dynamic-import': false },
    logLevel: 'warning',
  });
  copyFileSync(join(PROJECT, 'manifest.json'), join(folder, 'manifest.json'));
  copyFileSync(join(PROJECT, 'plugin', 'styles.css'), join(folder, 'styles.css'));
}
