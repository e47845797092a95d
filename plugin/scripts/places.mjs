/** Where things are. Every path is absolute. */

import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT = realpathSync(fileURLToPath(new URL('../..', import.meta.url)));
export const SAMPLE_VAULT = join(PROJECT, 'tests', 'vault');
export const PLUGIN_BUILD = join(PROJECT, 'plugin', 'dist');
export const NODE_MODULES = join(PROJECT, 'node_modules');

/**
 * A path as the user meant it: npm runs scripts in the project's folder and keeps the folder they were called from in
 * INIT_CWD, which is stale in a script that was not itself called by npm.
 * @param {string} path
 * @param {string} script name of the npm script that is running, "start" for `npm start`
 */
export function fromCaller(path, script) {
  return resolve(callerFolder(script), path);
}

/** @param {string} script */
export function callerFolder(script) {
  const { INIT_CWD, npm_lifecycle_event: running } = process.env;
  return running === script && INIT_CWD ? INIT_CWD : process.cwd();
}

/**
 * A path for people to read: relative while it lies inside the project.
 * @param {string} path
 */
export function shown(path) {
  const inside = relative(PROJECT, path);
  return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? path : inside || '.';
}

/**
 * One argument as a shell wants it, left bare where it can be.
 * @param {string} argument
 */
export function quoted(argument) {
  if (/^[\w@%+=:,./-]+$/.test(argument)) return argument;
  return process.platform === 'win32' ? `"${argument}"` : `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}
