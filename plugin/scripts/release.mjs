/**
 * `npm run release -- TAG`: checks that everything is right for a release of that tag, builds it into dist/, and lists what is
 * to be attached. It publishes nothing.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle, PLUGIN_FILES } from './bundle.mjs';
import { nodePackages } from './node-packages.mjs';
import { PROJECT } from './places.mjs';
import { ask, script, Stop } from './processes.mjs';

const USAGE = 'Usage: npm run release -- TAG\n\nTAG is the version that is released, for example 0.2.0, without a v.';
/** `main.js` may not be larger. */
export const MOST_BYTES = 150_000;

/**
 * What is wrong with the files of a release; empty when nothing is.
 * @param {string} project folder of the project
 * @param {string} tag
 * @returns {string[]} sentences
 */
export function versionProblems(project, tag) {
  const text = (/** @type {string} */ name) => readFileSync(join(project, name), 'utf8');
  const json = (/** @type {string} */ name) => {
    /** @type {unknown} */
    const value = JSON.parse(text(name));
    return /** @type {Record<string, unknown>} */ (value);
  };
  const manifest = json('manifest.json');
  /** @type {Record<string, unknown>} */
  const versions = {
    'manifest.json': manifest['version'],
    'package.json': json('package.json')['version'],
    'package-lock.json': json('package-lock.json')['version'],
    'pyproject.toml': /^version = "(.+)"$/m.exec(text('pyproject.toml'))?.[1],
    'sidecar/luneta/__init__.py': /^__version__ = "(.+)"$/m.exec(text('sidecar/luneta/__init__.py'))?.[1],
  };
  const problems = Object.entries(versions)
    .filter(([, version]) => version !== tag)
    .map(([name, version]) => `${name} says ${String(version)}, and the tag is ${tag}.`);
  if (!/^\d+\.\d+\.\d+$/.test(tag)) problems.unshift(`The tag must be three numbers, x.y.z, without a v: ${tag}.`);
  const oldest = json('versions.json')[tag];
  if (oldest !== manifest['minAppVersion']) {
    problems.push(`versions.json must say "${tag}": "${String(manifest['minAppVersion'])}", and says ${String(oldest)}.`);
  }
  if (!new RegExp(`^## \\[?${tag.replaceAll('.', '\\.')}\\]?`, 'm').test(text('CHANGELOG.md'))) {
    problems.push(`CHANGELOG.md has no section "## [${tag}]".`);
  }
  return problems;
}

/**
 * Builds the plugin twice; what is wrong with it.
 * @param {string} folder where the first build stays
 * @returns {Promise<string[]>}
 */
export async function buildProblems(folder) {
  const second = mkdtempSync(join(tmpdir(), 'luneta-release-'));
  try {
    await bundle(folder);
    await bundle(second);
    const built = (/** @type {string} */ place, /** @type {string} */ name) => readFileSync(join(place, name));
    const problems = PLUGIN_FILES
      .filter((name) => !built(folder, name).equals(built(second, name)))
      .map((name) => `A second build gives another ${name}.`);
    const bytes = built(folder, 'main.js').length;
    if (bytes > MOST_BYTES) problems.push(`main.js has ${String(bytes)} bytes; ${String(MOST_BYTES)} is the most.`);
    return problems;
  } finally {
    rmSync(second, { recursive: true });
  }
}

/**
 * What of the project is not committed.
 * @returns {Promise<string[]>}
 */
async function treeProblems() {
  const { code, output } = await ask('git', ['-C', PROJECT, 'status', '--porcelain']);
  if (code !== 0) return ['This is no checkout of git, so that nobody can tell from what the release was made.'];
  return output === '' ? [] : [`Not everything is committed:\n${output.trimEnd()}`];
}

/** @param {string} folder */
function assets(folder) {
  return PLUGIN_FILES.map((name) => {
    const content = readFileSync(join(folder, name));
    return `  ${createHash('sha256').update(content).digest('hex')}  ${name} (${String(content.length)} bytes)`;
  }).join('\n');
}

async function main() {
  const [tag, ...rest] = process.argv.slice(2);
  if (tag === undefined || rest.length > 0) throw new Stop(2, USAGE);
  await nodePackages();
  const folder = join(PROJECT, 'dist', `luneta-${tag}`);
  mkdirSync(folder, { recursive: true });
  const problems = [...versionProblems(PROJECT, tag), ...(await treeProblems()), ...(await buildProblems(folder))];
  if (problems.length > 0) throw new Stop(1, `Not ready to be released:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
  process.stdout.write(`Ready: tag ${tag}, with these files from ${folder} attached:\n${assets(folder)}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await script(main);
