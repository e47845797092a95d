/**
 * What the host's page asks of the machine: a vault's files and their changes. CommonJS and without packages, since an
 * Electron renderer requires it as it is (its Node is 16).
 */

'use strict';

const fs = require('fs');
const path = require('path');

/** Milliseconds in which changes are gathered. */
const QUIET = 40;

/** As Obsidian, the host does not look at hidden files and folders. */
/** @param {string} name */
const hidden = (name) => name.startsWith('.') || name === 'node_modules';

/** @typedef {{ path: string, type: 'file' | 'folder' | null, ctime: number, mtime: number, size: number }} Facts */

/**
 * @param {string} root
 * @param {string} relative path in it, with "/"
 * @returns {Facts}
 */
function facts(root, relative) {
  try {
    const stats = fs.statSync(path.join(root, relative));
    const type = stats.isDirectory() ? 'folder' : 'file';
    return { path: relative, type, ctime: Math.round(stats.ctimeMs), mtime: Math.round(stats.mtimeMs), size: stats.size };
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    return { path: relative, type: null, ctime: 0, mtime: 0, size: 0 };
  }
}

/**
 * Everything under a folder of the vault, folders before what is in them.
 * @param {string} root
 * @param {string} [folder]
 * @returns {Facts[]}
 */
function scan(root, folder = '') {
  /** @type {Facts[]} */
  const found = [];
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    if (hidden(entry.name)) continue;
    const relative = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const fact = facts(root, relative);
    if (fact.type === null) continue;
    found.push(fact);
    if (fact.type === 'folder') found.push(...scan(root, relative));
  }
  return found;
}

/**
 * Reports changes under `root`, a list of facts at a time. One watch for each folder: this Node may know no other way.
 * @param {string} root
 * @param {(changes: Facts[]) => void} callback
 * @returns {() => void} ends it
 */
function watch(root, callback) {
  /** @type {Map<string, fs.FSWatcher>} */
  const watchers = new Map();
  /** @type {Set<string>} */
  const changed = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const report = () => {
    timer = undefined;
    /** @type {Facts[]} */
    const changes = [];
    for (const relative of [...changed].sort()) {
      const fact = facts(root, relative);
      changes.push(fact);
      if (fact.type !== 'folder') continue;
      follow(relative);
      for (const inside of scan(root, relative)) {
        changes.push(inside);
        if (inside.type === 'folder') follow(inside.path);
      }
    }
    changed.clear();
    callback(changes);
  };
  const follow = (/** @type {string} */ folder) => {
    if (watchers.has(folder)) return;
    const watcher = fs.watch(path.join(root, folder), (_, name) => {
      if (name === null || hidden(String(name))) return;
      changed.add(folder === '' ? String(name) : `${folder}/${String(name)}`);
      timer = timer || setTimeout(report, QUIET);
    });
    watcher.on('error', () => { watcher.close(); watchers.delete(folder); }); // the folder is gone: its parent tells
    watchers.set(folder, watcher);
  };
  follow('');
  for (const { path: relative, type } of scan(root)) if (type === 'folder') follow(relative);
  return () => { clearTimeout(timer); for (const watcher of watchers.values()) watcher.close(); };
}

/**
 * Reports writes to the plugin's settings file that come from anybody; the page knows its own.
 * @param {string} file
 * @param {() => void} callback
 */
function watchFile(file, callback) {
  const folder = path.dirname(file);
  if (!fs.existsSync(folder)) return () => undefined;
  const watcher = fs.watch(folder, (_, name) => { if (String(name) === path.basename(file)) callback(); });
  return () => { watcher.close(); };
}

module.exports = { scan, watch, watchFile };
