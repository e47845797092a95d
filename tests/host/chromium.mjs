/** One Chromium for all hosts of a process, a context for each. */

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--force-color-profile=srgb', '--font-render-hinting=none',
];
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'];

/** @returns {string | undefined} CHROMIUM_PATH, or where a Chromium usually is */
export function chromiumPath() {
  return process.env['CHROMIUM_PATH'] ?? PLACES.find((place) => existsSync(place));
}

/** @type {Promise<import('playwright-core').Browser> | undefined} */
let browser;

/**
 * @param {string} url
 * @param {{ width: number, height: number, boot: { language: string } }} given
 */
export async function openPage(url, { width, height, boot }) {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('There is no Chromium. Install it, or name it in CHROMIUM_PATH.');
  browser ??= chromium.launch({ executablePath, args: FLAGS, headless: true });
  const context = await (await browser).newContext({ viewport: { width, height }, locale: boot.language, permissions: ['clipboard-read', 'clipboard-write'], reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(url);
  return { page, context };
}

export async function closeChromium() {
  await (await browser)?.close();
  browser = undefined;
}
