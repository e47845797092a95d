/** The host in a real Electron: no bridge, no relay, and an Origin that is Obsidian's. */

import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron } from 'playwright-core';
import { electronPath } from './electron-program.mjs';

/**
 * @param {import('./open-host.mjs').Given} given
 * @returns {Promise<import('./open-host.mjs').Opened>}
 */
export async function openWindow({ boot, dataFile, page: folder, width, height }) {
  const own = mkdtempSync(join(tmpdir(), 'luneta-electron-'));
  const bootFile = join(own, 'boot.json');
  const nodeSide = createRequire(import.meta.url).resolve('./node-side.cjs');
  writeFileSync(bootFile, JSON.stringify({ ...boot, nodeSide, dataFile }));
  const display = await screen();
  const app = await _electron.launch({
    executablePath: await electronPath(),
    args: ['--no-sandbox', '--disable-gpu', `--user-data-dir=${own}`],
    env: {
      ...boot.env, DISPLAY: display.name,
      LUNETA_HOST_BOOT: bootFile, LUNETA_HOST_PAGE: folder, LUNETA_HOST_SIZE: `${width}x${height}`, LUNETA_HOST_VAULT: boot.vault,
    },
  });
  const page = await app.firstWindow();
  const tidy = () => {
    display.end();
    rmSync(own, { recursive: true, force: true, maxRetries: 5 });
  };
  return {
    page,
    async close() { await app.close(); tidy(); },
    async kill() {
      const gone = new Promise((done) => { app.process().once('exit', done); });
      app.process().kill('SIGKILL');
      await gone;
      tidy();
    },
  };
}

/** A screen to draw on: the user's own, or one in memory. @returns {Promise<{ name: string, end(): void }>} */
async function screen() {
  const { DISPLAY: present } = process.env;
  if (process.platform !== 'linux' || present) return { name: present ?? '', end: () => undefined };
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise((/** @type {(text: string) => void} */ done, fail) => {
    xvfb.once('error', fail);
    xvfb.stdio[3]?.once('data', (data) => { done(String(data).trim()); });
  });
  return { name: `:${number}`, end: () => { xvfb.kill(); } };
}

export const ELECTRON_APP = fileURLToPath(new URL('electron-app/', import.meta.url));
