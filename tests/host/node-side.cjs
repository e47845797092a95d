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
const hidden = (name) => name.startsWith('.') || name === 'node_modules';

function facts(root, relative) {
  try {
    const stats = fs.statSync(path.join(root, relative));
    const type = stats.isDirectory() ? 'folder' : 'file';
    return { path: relative, type, ctime: Math.round(stats.ctimeMs), mtime: Math.round(stats.mtimeMs), size: stats.size };
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    return { path: relative, type: null, ctime: 0, mtime: 0, size: 0 };
  }
}

/** Everything under a folder of the vault, folders before what is in them. */
function scan(root, folder = '') {
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
 * @returns {() => void} ends it
 */
function watch(root, callback) {
  const watchers = new Map();
  const changed = new Set();
  let timer;
  const report = () => {
    timer = undefined;
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
  const follow = (folder) => {
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

/** Reports writes to the plugin's settings file that come from anybody; the page knows its own. */
function watchFile(file, callback) {
  const folder = path.dirname(file);
  if (!fs.existsSync(folder)) return () => undefined;
  const watcher = fs.watch(folder, (_, name) => { if (String(name) === path.basename(file)) callback(); });
  return () => { watcher.close(); };
}

module.exports = { scan, watch, watchFile };
