/** What the scripts need to know of a vault. They only read it; the one file that writes is install-plugin.mjs. */

import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { SAMPLE_VAULT } from './places.mjs';
import { Stop } from './processes.mjs';

/**
 * @param {string} vault absolute path
 * @throws {Stop} unless it is a folder that can be read
 */
export function checkVault(vault) {
  const stats = statSync(vault, { throwIfNoEntry: false });
  if (stats === undefined) throw new Stop(2, `There is no folder ${vault}. Give the path of your vault's folder.`);
  if (!stats.isDirectory()) throw new Stop(2, `${vault} is a file. Give the path of the folder that holds your notes.`);
  try {
    readdirSync(vault);
  } catch (error) {
    throw new Stop(2, `The folder ${vault} cannot be read: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {string} vault */
export function isSample(vault) {
  return statSync(SAMPLE_VAULT, { throwIfNoEntry: false }) !== undefined && realpathSync(vault) === realpathSync(SAMPLE_VAULT);
}

/**
 * Title (file name without its ending) of the note that was changed last, the first by path where times are equal; hidden
 * folders, what cannot be read and linked folders are left out.
 * @param {string} vault
 * @returns {string | undefined} undefined when there is no note
 */
export function newestNote(vault) {
  let newest = { time: -Infinity, path: '' };
  for (const path of notes(vault)) {
    const time = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;
    if (time > newest.time || (time === newest.time && path < newest.path)) newest = { time, path };
  }
  return newest.path === '' ? undefined : basename(newest.path, extname(newest.path));
}

/**
 * @param {string} folder
 * @returns {Generator<string, void>}
 */
function* notes(folder) {
  for (const entry of readable(folder)) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* notes(path);
    else if (entry.isFile() && extname(entry.name).toLowerCase() === '.md') yield path;
  }
}

/** @param {string} folder */
function readable(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // the index tells of folders that cannot be read; here they only cannot hold the example
  }
}
