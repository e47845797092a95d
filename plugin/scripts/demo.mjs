/**
 * `npm run demo [-- VAULT]`: the plugin and its sidecar in your own browser, in a page that does what they need of
 * Obsidian. It is not Obsidian, and says so.
 */

import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { environment } from './environment.mjs';
import { nodePackages } from './node-packages.mjs';
import { fromCaller, SAMPLE_VAULT } from './places.mjs';
import { script, Stop } from './processes.mjs';
import { checkVault } from './vault.mjs';

const USAGE = `Usage: npm run demo [-- VAULT] [--language CODE] [--no-open]

Opens Luneta's plugin, with its sidecar, in your browser. The page looks like Obsidian and is not.

  VAULT            folder with your notes; without it, a copy of the sample vault
  --language CODE  en or pt-BR; otherwise your system's
  --no-open        only say the address

Nothing is written into VAULT unless you edit a note or change a setting in the page. The index lies outside the vault.`;

/** @param {string[]} args */
function parse(args) {
  const options = /** @type {const} */ ({ language: { type: 'string' }, 'no-open': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } });
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.help) throw new Stop(0, USAGE);
    if (positionals.length > 1) throw new Stop(2, `One vault at a time. A path with spaces needs quotes.\n\n${USAGE}`);
    return { vault: positionals[0], language: values.language ?? Intl.DateTimeFormat().resolvedOptions().locale, open: values['no-open'] !== true };
  } catch (error) {
    if (error instanceof Stop) throw error;
    throw new Stop(2, `${/** @type {Error} */ (error).message}\n\n${USAGE}`);
  }
}

/** The line that opens an address with what the user chose for it. @param {string} url */
function openingLine(url) {
  if (process.platform === 'darwin') return /** @type {const} */ (['open', [url]]);
  if (process.platform === 'win32') return /** @type {const} */ (['rundll32', ['url.dll,FileProtocolHandler', url]]);
  return /** @type {const} */ (['xdg-open', [url]]);
}

/** @param {string} url */
function openBrowser(url) {
  const [program, args] = openingLine(url);
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.once('error', () => undefined); // the address is on the screen
  child.unref();
}

await script(async () => {
  const wish = parse(process.argv.slice(2));
  const own = wish.vault === undefined ? undefined : fromCaller(wish.vault, 'demo');
  if (own !== undefined) checkVault(own);
  const { luneta } = await environment({ tools: false });
  await nodePackages();
  const { startDemo } = await import('../../tests/host/demo.mjs'); // needs the npm packages
  const folder = mkdtempSync(join(tmpdir(), 'luneta-demo-'));
  if (own === undefined) cpSync(SAMPLE_VAULT, join(folder, 'Sample vault'), { recursive: true });
  const vault = own ?? join(folder, 'Sample vault');
  const env = own === undefined ? { LUNETA_CACHE_DIR: join(folder, 'cache'), LUNETA_CONFIG_DIR: join(folder, 'config') } : {};
  const demo = await startDemo({ vault, folder, luneta, language: wish.language, env });
  process.stdout.write(`\nThe demo is at ${demo.url}\nKeep this address to yourself: whoever has it can do what you can. Ctrl-C ends it.\n`);
  if (wish.open) openBrowser(demo.url);
  await new Promise((/** @type {(value?: unknown) => void} */ done) => {
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.removeAllListeners(signal); // those of script() would end us at once
      process.once(signal, done);
    }
  });
  const sidecars = [...demo.children.values()].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  const gone = Promise.all(sidecars.map((child) => new Promise((done) => { child.once('exit', done); })));
  await demo.close(); // they lose their pipe with it
  await gone;
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});
