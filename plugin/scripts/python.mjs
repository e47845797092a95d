/** Finds a Python that can carry Luneta. */

import { ask, Stop } from './processes.mjs';

export const OLDEST = /** @type {const} */ ([3, 11]);

/** Read by every Python since 2.7, so that an old one can be told apart from none. */
const PROBE = [
  'import json, sys',
  'try:',
  '    import ensurepip, venv',
  '    complete = True',
  'except ImportError:',
  '    complete = False',
  'print(json.dumps({"version": list(sys.version_info[:3]), "complete": complete,',
  '                  "wide": sys.maxsize > 2 ** 32, "executable": sys.executable}))',
].join('\n');

/**
 * @typedef {{ version: [number, number, number], complete: boolean, wide: boolean, executable: string }} Found
 * @typedef {{ program: string, args: string[] }} Command
 * @typedef {Command & { version: string }} Python
 */

/**
 * What a command says about itself.
 * @param {Command} command
 * @returns {Promise<{ found: Found } | { problem: string } | undefined>} undefined when there is no such program
 */
export async function probe({ program, args }) {
  const { code, output, problem } = await ask(program, [...args, '-E', '-s', '-c', PROBE]);
  if (code === null) return problem.includes('ENOENT') ? undefined : { problem };
  if (code === 9009) return { problem: "the Microsoft Store's placeholder, not a Python" };
  if (output.trim() === '') return { problem: `printed nothing (exit code ${String(code)}), so it is no Python that works` };
  try {
    /** @type {unknown} */
    const found = JSON.parse(output);
    return { found: /** @type {Found} */ (found) };
  } catch {
    return { problem: 'did not answer as a Python does' };
  }
}

/**
 * Why a Python cannot be used; empty when it can.
 * @param {Found} found
 */
export function unfit({ version: [major, minor], complete, wide }) {
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) return 'too old';
  if (!complete) return "without venv and ensurepip (Debian and Ubuntu keep them in the package 'python3-venv')";
  if (!wide && process.platform === 'win32') return '32-bit, for which some of the needed packages are not made';
  return '';
}

/** @returns {Command[]} */
function candidates() {
  const names = ['python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3', 'python'];
  const commands = names.map((program) => ({ program, args: /** @type {string[]} */ ([]) }));
  return process.platform === 'win32' ? [...commands, { program: 'py', args: ['-3'] }] : commands;
}

/**
 * The first Python that will do. LUNETA_PYTHON names one and then no other is tried.
 * @returns {Promise<Python>}
 * @throws {Stop} telling what was found and what to do
 */
export async function findPython() {
  const named = process.env.LUNETA_PYTHON;
  /** @type {string[]} */
  const passedOver = [];
  for (const command of named ? [{ program: named, args: [] }] : candidates()) {
    const name = [command.program, ...command.args].join(' ');
    const answer = await probe(command);
    if (answer === undefined) {
      if (named) passedOver.push(`${name}: there is no such program`);
      continue;
    }
    if ('problem' in answer) {
      passedOver.push(`${name}: ${answer.problem}`);
      continue;
    }
    const version = answer.found.version.join('.');
    const reason = unfit(answer.found);
    if (reason === '') return { ...command, version };
    passedOver.push(`${name}: Python ${version} (${answer.found.executable}), ${reason}`);
  }
  throw new Stop(1, missing(named, passedOver));
}

/**
 * @param {string | undefined} named
 * @param {string[]} passedOver
 */
function missing(named, passedOver) {
  const oldest = OLDEST.join('.');
  const lines = named
    ? [`Luneta needs Python ${oldest} or newer, and LUNETA_PYTHON (${named}) is none that can be used.`]
    : [`Luneta needs Python ${oldest} or newer, and none that can be used was found.`];
  lines.push('', 'Found:');
  lines.push(...(passedOver.length > 0 ? passedOver : ['no Python at all']).map((line) => `  ${line}`));
  lines.push('', 'What to do:', `  ${INSTALL[process.platform] ?? INSTALL.linux}`);
  lines.push('  If one is installed where it is not found, name it: set LUNETA_PYTHON to its full path. Then run this again.');
  return lines.join('\n');
}

/** @type {Record<string, string> & { linux: string }} */
const INSTALL = {
  linux: "Install one with your package manager, on Debian or Ubuntu: sudo apt install python3 python3-venv",
  darwin: 'Install one with Homebrew (brew install python) or from python.org.',
  win32: 'Install one from python.org, or: winget install Python.Python.3.13',
};
