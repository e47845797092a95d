/** Has the plugin built and put into a vault by `luneta plugin install`, which alone writes there, and only after a yes. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundle, PLUGIN_FILES } from './bundle.mjs';
import { nodePackages } from './node-packages.mjs';
import { PLUGIN_BUILD, PROJECT } from './places.mjs';
import { run, Stop } from './processes.mjs';

/**
 * Asks, unless the answer was given beforehand, builds and installs. Without a terminal to ask on it installs nothing.
 * @param {string} vault absolute path
 * @param {boolean} yes the answer was given beforehand
 * @param {string} luneta the program
 * @param {import('./processes.mjs').Place} place where and with which variables it runs
 */
export async function offerPlugin(vault, yes, luneta, place) {
  const folder = join(vault, '.obsidian', 'plugins', 'luneta');
  if (!yes && installedVersion(folder) === installedVersion(PROJECT)) {
    say(`The Luneta plugin is in this vault already, in this version (${folder}).`);
    return;
  }
  if (!yes && !process.stdin.isTTY) {
    say(`The Obsidian plugin was not put into this vault: that needs a yes, and there is no terminal to ask on. --yes says it.`);
    return;
  }
  if (!yes && !(await confirmed(folder))) {
    say('Nothing was written into the vault.');
    return;
  }
  if (!(await built())) return;
  say('Putting the plugin into the vault');
  const code = await run(luneta, ['plugin', 'install', '--yes', '--', vault], place);
  if (code !== 0) throw new Stop(code, 'The plugin could not be put into the vault; the reason is above.');
}

/** @param {string} text */
const say = (text) => { process.stdout.write(`\n${text}\n`); };

/**
 * @param {string} folder
 * @returns {string | undefined} undefined when there is none that can be read
 */
function installedVersion(folder) {
  try {
    /** @type {unknown} */
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    return /** @type {{ version: string }} */ (manifest).version;
  } catch {
    return undefined; // not there, or damaged: both are mended by installing
  }
}

/** @param {string} folder */
async function confirmed(folder) {
  say(`The Obsidian plugin can be put into this vault: ${PLUGIN_FILES.join(', ')} in ${folder}.`);
  // Not in raw mode, so that Ctrl-C stays a signal.
  const terminal = createInterface({ input: process.stdin, terminal: false });
  process.stdout.write('Write it there? [y/N] ');
  const answer = await new Promise((/** @type {(answer: string) => void} */ resolve) => {
    terminal.once('line', resolve);
    terminal.once('close', () => { resolve(''); }); // the input ended without an answer
  });
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Builds the plugin; says why, and gives false, when that is not possible. */
async function built() {
  try {
    await nodePackages();
  } catch (error) {
    if (!(error instanceof Stop) || error.code !== 1) throw error;
    say(`${error.message}\nSo the plugin was not put into the vault; searching from the terminal works without it.`);
    return false;
  }
  await bundle(PLUGIN_BUILD);
  return true;
}
