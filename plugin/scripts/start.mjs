/**
 * `npm start -- [VAULT]`: from nothing but Python and Node to a first answer. Uses only what Node brings, since it runs
 * before anything is installed.
 */

import { parseArgs } from 'node:util';
import { environment } from './environment.mjs';
import { offerPlugin } from './install-plugin.mjs';
import { fromCaller, quoted, SAMPLE_VAULT, shown } from './places.mjs';
import { run, script, Stop } from './processes.mjs';
import { checkVault, isSample, newestNote } from './vault.mjs';

const USAGE = `Usage: npm start -- [VAULT] [--query TEXT] [--yes]

Sets Luneta up in this folder (once), indexes VAULT, and answers a first query.

  VAULT         folder with your notes; without it, the sample vault in tests/vault
  --query TEXT  what to look for; without it, the name of the note you changed last
  --yes         put the Obsidian plugin into VAULT without asking

The index lies outside the vault. Nothing is written into VAULT unless you say yes.
LUNETA_PYTHON names the Python to use; LUNETA_VENV the folder of the environment (otherwise .venv in this folder).`;

const SAMPLE_QUERY = 'Onde o cajado de Morgan foi quebrado?';
/** Few enough that what to try next stays on the screen with them. */
const FIRST_HITS = 3;
const OLDEST_NODE = 20;

/**
 * @param {string[]} args
 * @throws {Stop} when they make no sense, or only help is wanted
 */
function parse(args) {
  const options = /** @type {const} */ ({ query: { type: 'string' }, yes: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } });
  const { values, positionals } = parsed(() => parseArgs({ args, options, allowPositionals: true }));
  if (values.help) throw new Stop(0, USAGE);
  if (positionals.length > 1) {
    throw new Stop(2, `One vault at a time. A path with spaces needs quotes, and options need "--" before them:\n\n${USAGE}`);
  }
  return { vault: positionals[0], query: values.query, yes: values.yes ?? false };
}

/**
 * @template T
 * @param {() => T} parsing
 * @returns {T}
 */
function parsed(parsing) {
  try {
    return parsing();
  } catch (error) {
    throw new Stop(2, `${/** @type {Error} */ (error).message}\n\n${USAGE}`);
  }
}

/** @param {string} version Node's */
function checkNode(version) {
  if (Number.parseInt(version, 10) < OLDEST_NODE) {
    throw new Stop(1, `Luneta needs Node ${String(OLDEST_NODE)} or newer; this is ${version}. Get it from nodejs.org.`);
  }
}

await script(async () => {
  checkNode(process.versions.node);
  const wish = parse(process.argv.slice(2));
  const vault = wish.vault === undefined ? SAMPLE_VAULT : fromCaller(wish.vault, 'start');
  checkVault(vault);
  const sample = isSample(vault);
  const { luneta, variables } = await environment({ tools: false });

  process.stdout.write(`\nIndexing ${sample ? 'the sample vault' : vault}\n`);
  const place = { cwd: vault, env: variables };
  const indexed = await run(luneta, ['index', '--vault', vault], place);
  if (indexed !== 0) throw new Stop(indexed, 'The vault could not be indexed; the reason is above.');

  const note = newestNote(vault);
  const query = wish.query ?? (sample ? SAMPLE_QUERY : note);
  if (query !== undefined) await search(luneta, query, vault, place);
  if (!sample) await offerPlugin(vault, wish.yes, luneta, place);
  process.stdout.write(nextSteps(luneta, vault, note));
});

/**
 * @param {string} luneta
 * @param {string} query
 * @param {string} vault
 * @param {import('./processes.mjs').Place} place
 */
async function search(luneta, query, vault, place) {
  process.stdout.write(`\nSearching for: ${query}\n\n`);
  const code = await run(luneta, ['search', '--vault', vault, '--limit', String(FIRST_HITS), '--', query], place);
  if (code !== 0) throw new Stop(code, 'The query could not be answered; the reason is above.');
}

/**
 * @param {string} luneta
 * @param {string} vault
 * @param {string | undefined} note
 */
function nextSteps(luneta, vault, note) {
  const command = (/** @type {string[]} */ ...words) => `  ${[shown(luneta), ...words, '--vault', shown(vault)].map(quoted).join(' ')}`;
  if (note === undefined) return `\nThere is no note in this folder yet. Once there is one:\n${command('index')}\n`;
  return [
    '\nTry next:',
    command('search', 'what you remember'),
    command('related', note),
    command('status'),
    `  ${quoted(shown(luneta))} --help\n`,
  ].join('\n');
}
