/** `npm test`: sets up what the checks need and runs them all, however many fail. `npm run lint` runs the static ones. */

import { join } from 'node:path';
import { environment } from './environment.mjs';
import { nodePackages } from './node-packages.mjs';
import { NODE_MODULES, PROJECT } from './places.mjs';
import { run, script, Stop } from './processes.mjs';

/**
 * @typedef {{ name: string, by: 'python' | 'node', command: string[], still: boolean }} Check
 *   `command`: a program of the Python environment, or a JavaScript file seen from node_modules, and its arguments;
 *   `still`: only reads the sources
 */

const ESLINT = ['eslint/bin/eslint.js', '--config', 'plugin/eslint.config.mjs', '--max-warnings=0'];

/** In the order in which they run: quick ones first, pytest last, so that its own closing line ends the output. */
/** @type {readonly Check[]} */
const CHECKS = [
  { name: 'ruff', by: 'python', still: true, command: ['ruff', 'check', '.'] },
  { name: 'format', by: 'python', still: true, command: ['ruff', 'format', '--check', '.'] },
  { name: 'mypy', by: 'python', still: true, command: ['mypy'] },
  { name: 'imports', by: 'python', still: true, command: ['lint-imports'] },
  { name: 'eslint', by: 'node', still: true, command: [...ESLINT, 'plugin', 'tests/plugin', 'tests/e2e', 'tests/bench', 'package.json'] },
  { name: 'tsc', by: 'node', still: true, command: ['typescript/bin/tsc', '--project', 'plugin'] },
  { name: 'build', by: 'node', still: false, command: ['../plugin/scripts/build.mjs'] },
  { name: 'vitest', by: 'node', still: false, command: ['vitest/vitest.mjs', 'run', '--config', 'plugin/vitest.config.mjs'] },
  { name: 'e2e', by: 'node', still: false, command: ['vitest/vitest.mjs', 'run', '--config', 'plugin/vitest.e2e.config.mjs'] },
  { name: 'pytest', by: 'python', still: false, command: ['pytest', '-m', 'not slow'] },
];

const USAGE = `Usage: npm test -- [--only NAME[,NAME]...] [-- ARGUMENT...]

NAME is one of ${CHECKS.map(({ name }) => name).join(', ')}, or static for those that only read the sources.
With one NAME, what follows the second "--" goes to it: npm test -- --only pytest -- -k redact`;

/** @param {string[]} args */
function chosen(args) {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  const extra = end === -1 ? [] : args.slice(end + 1);
  if (own.length === 0 && extra.length === 0) return CHECKS;
  const [option, list = '', ...rest] = own;
  const names = list.split(',');
  const known = names.every((name) => name === 'static' || CHECKS.some((check) => check.name === name));
  if (option !== '--only' || !known || rest.length > 0) throw new Stop(2, USAGE);
  const checks = CHECKS.filter(({ name, still }) => names.includes(name) || (still && names.includes('static')));
  if (extra.length > 0 && checks.length !== 1) throw new Stop(2, USAGE);
  return checks.map((check) => ({ ...check, command: [...check.command, ...extra] }));
}

/** @typedef {(check: Check) => Promise<number>} Runner */

/**
 * @param {readonly Check[]} checks
 * @returns {Promise<Runner>}
 */
async function prepared(checks) {
  const programs = checks.some(({ by }) => by === 'python') ? await environment({ tools: true }) : undefined;
  if (checks.some(({ by }) => by === 'node')) await nodePackages();
  return ({ by, command: [name = '', ...args] }) => by === 'python' && programs !== undefined
    ? run(programs.program(name), args, { cwd: PROJECT, env: programs.variables })
    : run(process.execPath, [join(NODE_MODULES, name), ...args], { cwd: PROJECT });
}

/** @typedef {{ name: string, code: number, seconds: number }} Result */

/** @param {Result[]} results */
function table(results) {
  const rows = results.map(({ name, code, seconds }) => `  ${name.padEnd(8)} ${code === 0 ? 'passed' : 'FAILED'} ${seconds.toFixed(1).padStart(7)} s`);
  return `\n${rows.join('\n')}\n`;
}

await script(async () => {
  const checks = chosen(process.argv.slice(2));
  const runCheck = await prepared(checks);
  /** @type {Result[]} */
  const results = [];
  for (const check of checks) {
    if (check.name === 'pytest' && results.length > 0) process.stdout.write(table(results));
    process.stdout.write(`\n== ${check.name} ==\n`);
    const start = performance.now();
    const code = await runCheck(check);
    results.push({ name: check.name, code, seconds: (performance.now() - start) / 1000 });
  }
  if (checks.at(-1)?.name !== 'pytest') process.stdout.write(table(results));
  const failed = results.filter(({ code }) => code !== 0).map(({ name }) => name);
  if (failed.length > 0) throw new Stop(1, `Failed: ${failed.join(', ')}`);
});
