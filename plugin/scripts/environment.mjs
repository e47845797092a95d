/**
 * The project's own Python environment: `.venv`, or the folder that LUNETA_VENV names. A stamp inside it tells what was
 * installed; while it agrees, nothing is installed and nothing is contacted.
 */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PROJECT, shown } from './places.mjs';
import { ask, run, Stop } from './processes.mjs';
import { findPython, probe, unfit } from './python.mjs';

const WINDOWS = process.platform === 'win32';
/** Dependency groups (`pip install --group`) came with this one. */
const PIP_WITH_GROUPS = 'pip>=25.1';

/**
 * @typedef {{ folder: string, project: string, package: string, tools: string | null }} Stamp
 *   `folder` and `project` are absolute: an environment does not survive a move, nor an editable install the project's;
 *   `package` and `tools` are hashes of what pyproject.toml asked for, `tools` null where only the package is installed
 * @typedef {{ python: string, luneta: string, program: (name: string) => string, variables: Record<string, string | undefined> }} Environment
 *   paths of its programs, and the environment variables to run them with
 */

/**
 * The environment, made and filled if need be.
 * @param {{ tools: boolean }} wanted `tools`: the development tools too
 * @returns {Promise<Environment>}
 * @throws {Stop} when there is no usable Python, or what is missing cannot be installed
 */
export async function environment({ tools }) {
  const folder = process.env.LUNETA_VENV ? resolve(process.env.LUNETA_VENV) : join(PROJECT, '.venv');
  const programs = programsOf(folder);
  const stamp = readStamp(folder);
  const target = targetStamp(folder, tools);
  const moved = stamp !== undefined && stamp.folder !== folder;
  const works = !moved && (await isUsable(programs.python));
  if (works && stamp !== undefined && agrees(stamp, target) && existsSync(programs.luneta)) return programs;
  if (works && (await hasPip(programs.python))) target.tools ??= stamp?.tools ?? null; // they stay where they are
  else await create(folder);
  await install(programs, tools);
  writeFileSync(stampPath(folder), `${JSON.stringify(target, null, 2)}\n`);
  return programs;
}

/**
 * @param {string} folder
 * @returns {Environment}
 */
function programsOf(folder) {
  const program = (/** @type {string} */ name) => join(folder, WINDOWS ? 'Scripts' : 'bin', WINDOWS ? `${name}.exe` : name);
  // Settings made for other Pythons must not reach into this one.
  const variables = { ...process.env, PYTHONPATH: undefined, PYTHONHOME: undefined, PIP_USER: '0' };
  return { python: program('python'), luneta: program('luneta'), program, variables };
}

/** @param {string} folder */
const stampPath = (folder) => join(folder, 'luneta-stamp.json');

/**
 * @param {string} folder
 * @returns {Stamp | undefined}
 */
function readStamp(folder) {
  try {
    /** @type {unknown} */
    const stamp = JSON.parse(readFileSync(stampPath(folder), 'utf8'));
    return /** @type {Stamp} */ (stamp);
  } catch {
    return undefined; // none yet, or half written: both mean that nothing is known to be installed
  }
}

/**
 * @param {string} folder
 * @param {boolean} tools
 * @returns {Stamp}
 */
function targetStamp(folder, tools) {
  const pyproject = readFileSync(join(PROJECT, 'pyproject.toml'), 'utf8');
  return {
    folder,
    project: PROJECT,
    package: hash(tables(pyproject, /^\[(build-system|project|tool\.hatch)\b/)),
    tools: tools ? hash(tables(pyproject, /^\[dependency-groups\]/)) : null,
  };
}

/**
 * The lines of those tables of a TOML file whose header matches. The rest, linter settings for instance, installs nothing,
 * so it must not cost an installation.
 * @param {string} toml
 * @param {RegExp} header
 */
export function tables(toml, header) {
  let inside = false;
  return toml.split(/\r?\n/).filter((line) => {
    if (/^\[{1,2}[\w."-]+\]{1,2}\s*(#.*)?$/.test(line)) inside = header.test(line);
    return inside;
  }).join('\n');
}

/** @param {string} text */
const hash = (text) => createHash('sha256').update(text).digest('hex');

/**
 * @param {Stamp} stamp
 * @param {Stamp} target
 */
function agrees(stamp, target) {
  const toolsAgree = target.tools === null || stamp.tools === target.tools;
  return stamp.project === target.project && stamp.package === target.package && toolsAgree;
}

/** @param {string} python */
async function isUsable(python) {
  const answer = await probe({ program: python, args: [] });
  return answer !== undefined && 'found' in answer && unfit(answer.found) === '';
}

/** @param {string} python */
async function hasPip(python) {
  return (await ask(python, ['-m', 'pip', '--version'])).code === 0;
}

/** @param {string} folder */
async function create(folder) {
  refuseForeign(folder);
  const { program, args, version } = await findPython();
  process.stdout.write(`Making a Python ${version} environment in ${shown(folder)}\n`);
  const code = await run(program, [...args, '-m', 'venv', '--clear', folder]);
  if (code !== 0) throw new Stop(1, `Python ${version} could not make an environment in ${folder} (exit code ${String(code)}).`);
}

/**
 * `venv --clear` empties the folder, so it must be an environment already, or new.
 * @param {string} folder
 */
function refuseForeign(folder) {
  if (!process.env.LUNETA_VENV || !existsSync(folder) || existsSync(join(folder, 'pyvenv.cfg'))) return;
  if (readdirSync(folder).length > 0) {
    throw new Stop(1, `LUNETA_VENV (${folder}) is a folder with other things in it. Name a new or an empty one.`);
  }
}

/**
 * @param {Environment} programs
 * @param {boolean} tools
 */
async function install({ python, variables }, tools) {
  process.stdout.write('Installing what Luneta needs (only now and after an update; this needs the network)\n');
  const pip = ['-m', 'pip', '--disable-pip-version-check', '--no-input', '--retries=2', 'install', '-qq'];
  const steps = tools ? [[PIP_WITH_GROUPS], ['--editable', '.', '--group', 'dev']] : [['--editable', '.']];
  for (const step of steps) {
    const code = await run(python, [...pip, ...step], { cwd: PROJECT, env: variables });
    if (code === 0) continue;
    throw new Stop(1, [
      'The Python packages could not be installed; the reason is above.',
      'Most often the network is out of reach. Nothing is lost: run the same line again once it is there.',
    ].join('\n'));
  }
}
