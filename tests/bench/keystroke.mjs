/**
 * From a key stroke to the painted answer, in the Chromium host with the real plugin and sidecar:
 * `npm run bench:keys -- VAULT [--rounds N]`. Not part of the tests: it means something on a quiet machine only.
 *
 * A stroke's time runs from the key event's own time stamp to the first task after the frame that draws the changed list. So
 * each holds up to one frame (16.7 ms) of waiting for the screen. Strokes come 120 ms apart, as a fast typist's.
 */

import { parseArgs } from 'node:util';
import { closeChromium } from '../host/chromium.mjs';
import { openHost } from '../host/open-host.mjs';
import { buildForTests } from '../host/built.mjs';

const QUERIES = ['async function error', 'how to center a div', 'fetch api headers', 'promise', 'grid layout', 'cors preflight', 'service worker cache', 'array map filter'];

const { values: { rounds, cache }, positionals: [vault] } = parseArgs({ options: { rounds: { type: 'string', default: '3' }, cache: { type: 'string' } }, allowPositionals: true });
if (vault === undefined) throw new Error('Give the vault: npm run bench:keys -- VAULT');

await buildForTests();
const host = await openHost({ vault, ...(cache === undefined ? {} : { cache }) });
await host.status(/Ready/, 600_000);
await host.command('search-vault');
await host.page.evaluate(() => {
  const input = /** @type {HTMLInputElement} */ (document.querySelector('.luneta-search-input'));
  const results = /** @type {HTMLElement} */ (document.querySelector('.luneta-results'));
  /** @type {{ at: number } | undefined} */
  let waiting;
  /** @type {number[]} */
  const times = [];
  const painted = new MessageChannel();
  Object.assign(window, { strokes: times });
  input.addEventListener('keydown', (event) => { waiting = { at: event.timeStamp }; }, true);
  new MutationObserver(() => {
    const stroke = waiting;
    if (stroke === undefined || results.querySelector('.luneta-hit-title') === null) return;
    waiting = undefined;
    requestAnimationFrame(() => { painted.port1.onmessage = () => { times.push(performance.now() - stroke.at); }; painted.port2.postMessage(0); });
  }).observe(results, { childList: true, subtree: true, characterData: true });
});
for (let round = 0; round < Number(rounds); round++) {
  for (const query of QUERIES) {
    await host.page.locator('.luneta-search-input').fill('');
    await host.page.waitForTimeout(150);
    for (const letter of query) {
      await host.page.keyboard.press(letter === ' ' ? 'Space' : letter);
      await host.page.waitForTimeout(120);
    }
  }
}
const times = /** @type {number[]} */ (await host.page.evaluate(() => /** @type {any} */ (window).strokes)).sort((a, b) => a - b);
const at = (/** @type {number} */ share) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN).toFixed(1);
process.stdout.write(`${times.length} strokes answered: p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p95 ${at(0.95)} ms, worst ${at(1)} ms\n`);
await host.close();
await closeChromium();
