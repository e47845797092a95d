/**
 * openHost(): the built plugin, in a page that behaves as Obsidian does where the plugin touches it, on a copy of a
 * vault, with the real sidecar. README.md beside this file tells how to use it.
 */

import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PROJECT, SAMPLE_VAULT } from '../../plugin/scripts/places.mjs';
import { bootOf, CONFIG } from './boot.mjs';
import { buildIfMissing, PAGE, PLUGIN } from './built.mjs';
import { openPage } from './chromium.mjs';
import { openWindow } from './electron.mjs';
import { serveHost } from './server.mjs';
import { sidecarProgram } from './sidecar-program.mjs';

export const TITLE = 'Test host (not Obsidian)';
const ID = 'luneta';

/**
 * @typedef {object} Options
 * @property {string | Record<string, string>} [vault] a folder, copied; or notes by path. Otherwise the sample vault
 * @property {string} [name] name of the copy
 * @property {'dark' | 'light'} [theme]
 * @property {string} [language] Obsidian's code: "en", "pt-BR"
 * @property {number} [width]
 * @property {number} [height]
 * @property {boolean} [electron] in a real Electron instead of Chromium
 * @property {string | null} [sidecar] path of the sidecar's program; null: the plugin finds none
 * @property {object} [data] the plugin's settings file
 * @property {Record<string, unknown>} [local] values of loadLocalStorage by key
 * @property {boolean} [rightToLeft]
 * @property {boolean} [enable] false: the plugin is not switched on
 * @property {Record<string, string>} [env] added to the environment
 * @property {string} [cache] the index folder, to use one again; it is kept
 * @property {string} [keep] a folder for the copy of the vault and its index: neither is removed, and what is there already is used again
 *
 * @typedef {object} Host
 * @property {import('playwright-core').Page} page
 * @property {string} vaultPath the copy
 * @property {string} cachePath where the sidecar keeps the index
 * @property {string} dataPath the plugin's settings file
 * @property {(id: string) => Promise<void>} command runs a command of the plugin, by the id without "luneta:"
 * @property {(path: string, where?: 'tab' | 'split') => Promise<void>} openNote
 * @property {() => Promise<string | null>} activeNote its path
 * @property {() => Promise<{ line: number, ch: number, selection: string, top: number, text: string }>} editor of the active note
 * @property {(path: string, text: string) => void} write a note, as another program would
 * @property {(path: string) => string} read a file of the vault
 * @property {() => object} data what the settings file holds
 * @property {() => Promise<void>} openSettings at the plugin's tab
 * @property {(url: string) => Promise<void>} openUrl obsidian://...
 * @property {(command: string, params?: Record<string, string>) => Promise<string>} cli
 * @property {() => Promise<string[]>} notices texts of all so far
 * @property {() => Promise<string[]>} errors that nobody caught in the page, so far; asking for them forgives them
 * @property {() => Promise<{ file: string, args: string[], pid: number }[]>} children processes that the plugin started, Chromium only
 * @property {() => Promise<number[]>} sidecars process ids of the sidecars that serve this vault now
 * @property {(text: RegExp, milliseconds?: number) => Promise<string>} status waits until the status bar's item of the plugin reads so
 * @property {(name: string) => Promise<string>} screenshot into tests/e2e/screens/NAME.png; gives its path
 * @property {() => Promise<void>} unload switches the plugin off
 * @property {() => Promise<void>} load switches it on again
 * @property {() => Promise<void>} kill the window, without a chance to say goodbye
 * @property {() => Promise<void>} close throws when the page had errors that nobody asked for
 */

/**
 * @param {Options} [options]
 * @returns {Promise<Host>}
 */
export async function openHost(options = {}) {
  await buildIfMissing();
  const place = makePlace(options);
  const boot = await bootFor(options, place);
  const given = { boot, dataFile: place.data, page: PAGE, width: options.width ?? 1400, height: options.height ?? 860 };
  const opened = options.electron ? await openWindow(given) : await inChromium(given);
  const host = hostOf(opened, place, options.keep !== undefined);
  try {
    await opened.page.waitForFunction(() => /** @type {any} */ (window).luneta?.ready === true || /** @type {any} */ (window).luneta?.errors.length > 0, undefined, { timeout: 30_000 });
  } catch (error) {
    await opened.close();
    throw error;
  }
  return host;
}

/** @typedef {{ root: string, vault: string, cache: string, data: string }} Place */

/**
 * @param {Options} options
 * @returns {Place}
 */
function makePlace({ vault = SAMPLE_VAULT, name, data, cache, keep }) {
  const root = keep ?? mkdtempSync(join(tmpdir(), 'luneta-host-'));
  const copy = join(root, name ?? (typeof vault === 'string' && vault !== SAMPLE_VAULT ? basename(vault) : 'Sample vault'));
  if (!existsSync(copy)) fill(copy, vault);
  const folder = join(copy, CONFIG, 'plugins', ID);
  cpSync(PLUGIN, folder, { recursive: true });
  const dataPath = join(folder, 'data.json');
  if (data !== undefined) writeFileSync(dataPath, JSON.stringify(data, null, 2));
  return { root, vault: copy, cache: cache ?? join(root, 'cache'), data: dataPath };
}

/**
 * @param {string} copy
 * @param {string | Record<string, string>} vault
 */
function fill(copy, vault) {
  mkdirSync(copy, { recursive: true });
  if (vault === SAMPLE_VAULT) copySample(copy);
  else if (typeof vault === 'string') cpSync(vault, copy, { recursive: true, preserveTimestamps: true });
  else for (const [path, text] of Object.entries(vault)) writeInto(copy, path, text);
}

/** A checkout's files are all as old as the checkout: here each note has an age of its own, the same every time. @param {string} copy */
function copySample(copy) {
  cpSync(SAMPLE_VAULT, copy, { recursive: true });
  const notes = readdirSync(copy, { recursive: true, encoding: 'utf8' }).filter((path) => /\.\w+$/.test(path)).sort();
  for (const [at, path] of notes.entries()) {
    const day = Date.UTC(2026, 0, 5 + ((at * 37) % 89), 9 + (at % 11)) / 1000;
    utimesSync(join(copy, path), day, day);
  }
}

/**
 * @param {string} folder
 * @param {string} path
 * @param {string} text
 */
function writeInto(folder, path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/**
 * @param {Options} options
 * @param {Place} place
 */
async function bootFor(options, place) {
  const program = options.sidecar === undefined ? await sidecarProgram() : options.sidecar;
  const own = { LUNETA_CACHE_DIR: place.cache, LUNETA_CONFIG_DIR: join(place.root, 'config') };
  // Without a sidecar there must be none in the usual places either.
  const nowhere = program === null ? { HOME: place.root, PATH: place.root, USERPROFILE: place.root } : {};
  const { theme = 'dark', language = 'en', rightToLeft = false, enable = true } = options;
  const local = { ...(program === null ? {} : { [`${ID}-path`]: program }), ...options.local };
  return bootOf({ vault: place.vault, cwd: place.root, title: TITLE, theme, language, rightToLeft, enable, local, env: { ...own, ...nowhere, ...options.env } });
}

/**
 * @typedef {{ boot: import('./page/native').Boot, dataFile: string, page: string, width: number, height: number }} Given
 * @typedef {{ page: import('playwright-core').Page, close(): Promise<void>, kill(): Promise<void> }} Opened
 */

/**
 * @param {Given} given
 * @returns {Promise<Opened>}
 */
async function inChromium(given) {
  const server = await serveHost(given);
  const { page, context } = await openPage(server.url, given);
  const close = async () => {
    await context.close();
    await server.close();
  };
  return { page, close, kill: close };
}

/**
 * @param {Opened} opened
 * @param {Place} place
 * @param {boolean} kept whether its files stay
 * @returns {Host}
 */
function hostOf({ page, close, kill }, place, kept) {
  const inApp = (/** @type {string} */ what, /** @type {unknown[]} */ ...args) => page.evaluate(
    ([name, list]) => /** @type {any} */ (window).luneta.calls[/** @type {string} */ (name)](.../** @type {unknown[]} */ (list)),
    /** @type {const} */ ([what, args]),
  );
  let gone = false;
  const sidecars = () => processesWith(place.vault, ' serve ');
  const tidy = async () => {
    gone = true;
    if (!kept) await removed(place.root);
  };
  return {
    page,
    vaultPath: place.vault,
    cachePath: place.cache,
    dataPath: place.data,
    command: (id) => inApp('command', `${ID}:${id}`),
    openNote: (path, where) => inApp('openNote', path, where),
    activeNote: () => inApp('activeNote'),
    editor: () => inApp('editor'),
    write: (path, text) => { writeInto(place.vault, path, text); },
    read: (path) => readFileSync(join(place.vault, path), 'utf8'),
    data: () => JSON.parse(readFileSync(place.data, 'utf8')),
    openSettings: () => inApp('openSettings'),
    openUrl: (url) => inApp('openUrl', url),
    cli: (command, params = {}) => inApp('cli', command, params),
    notices: () => inApp('notices'),
    errors: () => inApp('errors'),
    children: () => inApp('children'),
    sidecars,
    async status(text, milliseconds = 30_000) {
      const item = page.locator(`.status-bar-item.plugin-${ID}`);
      const end = Date.now() + milliseconds;
      for (;;) {
        const shown = (await item.textContent()) ?? '';
        const said = `${shown} ${(await item.getAttribute('aria-label')) ?? ''}`;
        if (text.test(said)) return said;
        if (Date.now() > end) throw new Error(`The status bar says "${said}", not ${text}.`);
        await wait(25);
      }
    },
    async screenshot(name) {
      const path = join(PROJECT, 'tests', 'e2e', 'screens', `${name}.png`);
      await page.screenshot({ path });
      return path;
    },
    unload: () => inApp('unload'),
    load: () => inApp('load'),
    async kill() {
      await kill();
      gone = true;
    },
    async close() {
      const errors = gone ? [] : await inApp('errors');
      if (!gone) await close();
      await tidy();
      if (errors.length > 0) throw new Error(`Errors in the page:\n${errors.join('\n')}`);
    },
  };
}

/**
 * Process ids of those whose command line holds all of the parts.
 * @param {string[]} parts
 * @returns {Promise<number[]>}
 */
async function processesWith(...parts) {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,stat=,args='], { maxBuffer: 2 ** 24 });
  return stdout.split('\n').filter((line) => parts.every((part) => line.includes(part)) && !/^\s*\d+\s+Z/.test(line)).map((line) => Number.parseInt(line, 10));
}

/** Removes a folder in which a sidecar that is just ending may still write. @param {string} folder */
async function removed(folder) {
  for (let round = 0; ; round++) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      return;
    } catch (error) {
      if (round === 50) throw error;
      await wait(100);
    }
  }
}
