/** The npm packages that building and checking the plugin need. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { NODE_MODULES, PROJECT } from './places.mjs';
import { run, Stop } from './processes.mjs';

const STAMP = join(NODE_MODULES, '.luneta-stamp');

/**
 * Installs them unless those of the present package-lock.json are there: then nothing is contacted.
 * @throws {Stop} when they cannot be installed
 */
export async function nodePackages() {
  const wanted = createHash('sha256').update(readFileSync(join(PROJECT, 'package-lock.json'))).digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  process.stdout.write('Installing the npm packages (only now and after an update; this needs the network)\n');
  // No package needs its install script, and one that does not run cannot do harm.
  const ci = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', '--fetch-retries=1'];
  const code = await npm(ci);
  if (code !== 0) throw new Stop(1, 'The npm packages could not be installed; the reason is above.');
  writeFileSync(STAMP, wanted);
}

/**
 * npm through its own JavaScript file, since Windows starts `npm.cmd` only through a shell.
 * @param {string[]} args
 */
function npm(args) {
  const { npm_execpath: calledBy = '' } = process.env;
  const beside = dirname(process.execPath);
  const places = [
    ...(basename(calledBy) === 'npm-cli.js' ? [calledBy] : []),
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, '..', 'share', 'nodejs', 'npm', 'bin', 'npm-cli.js'),
  ];
  const cli = places.find((place) => existsSync(place));
  return cli === undefined ? run('npm', args, { cwd: PROJECT }) : run(process.execPath, [cli, ...args], { cwd: PROJECT });
}
