/**
 * From a key stroke in the search modal to its results on the screen, in the Chromium host, step by step:
 *
 *     node tests/bench/keystroke.mjs [FOLDER] [--keep PLACE] [--rounds N]
 *
 * FOLDER is a vault to copy and index; otherwise the sample vault. PLACE keeps the copy and its index for the next run.
 *
 * Milliseconds. "transport" is what the answer took beyond the sidecar's own time: the host's relay, which Obsidian has
 * not, is part of it. "frame" is the wait for the browser's next one.
 */

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildForTests } from '../host/built.mjs';
import { closeChromium } from '../host/chromium.mjs';
import { openHost } from '../host/open-host.mjs';

const QUERIES = ['how to cancel a fetch request', 'service worker lifecycle', 'css grid layout', 'weather storm at sea', 'array reduce'];
/** Between two keys, as a quick typist's. */
const PAUSE_MS = 120;
/** A large vault is indexed first. */
const READY_MS = 900_000;

/** @typedef {{ key: number, send: number, message: number, took: number, drawn: number, frame: number, painted: number }} Stroke */

/** @type {[string, (stroke: Stroke) => number][]} */
const STEPS = [
  ['key to request', ({ key, send }) => send - key],
  ['sidecar', ({ took }) => took],
  ['transport', ({ send, message, took }) => message - send - took],
  ['drawing', ({ message, drawn }) => drawn - message],
  ['frame', ({ drawn, frame }) => frame - drawn],
  ['layout and paint', ({ frame, painted }) => painted - frame],
  ['key to painted', ({ key, painted }) => painted - key],
];

/** Runs in the page: one record for each key whose answer was drawn. */
function listen() {
  const strokes = /** @type {unknown[]} */ ([]);
  /** @type {Partial<Stroke> | null} */
  let open = null;
  Object.assign(window, { strokes });
  document.addEventListener('keydown', ({ timeStamp }) => { open = { key: timeStamp }; }, true);
  const send = /** @type {(this: WebSocket, data: string) => void} */ (Reflect.get(WebSocket.prototype, 'send'));
  WebSocket.prototype.send = function (/** @type {string} */ data) {
    if (open !== null && open.send === undefined && data.includes('"type":"search"')) open.send = performance.now();
    send.call(this, data);
  };
  const parse = /** @type {(text: string) => unknown} */ (JSON.parse);
  JSON.parse = (text) => {
    const value = /** @type {{ type?: string, took_ms?: number } | null} */ (parse(text));
    if (value?.type === 'hits' && open?.send !== undefined) Object.assign(open, { message: performance.now(), took: value.took_ms });
    return value;
  };
  new MutationObserver(() => {
    if (open?.message === undefined) return;
    const stroke = open;
    open = null;
    stroke.drawn = performance.now();
    const channel = new MessageChannel();
    channel.port1.onmessage = () => { strokes.push({ ...stroke, painted: performance.now() }); };
    requestAnimationFrame(() => {
      stroke.frame = performance.now();
      channel.port2.postMessage(0); // a task after the frame
    });
  }).observe(/** @type {Element} */ (document.querySelector('.luneta-results')), { childList: true });
}

const { values: { keep, rounds }, positionals: [vault] } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' }, rounds: { type: 'string', default: '1' } },
});
await buildForTests();
try {
  const host = await openHost({ ...(vault === undefined ? {} : { vault }), ...(keep === undefined ? {} : { keep: resolve(keep) }) });
  await host.status(/Ready/, READY_MS);
  await host.command('search-vault');
  await host.page.evaluate(listen);
  for (const query of Array.from({ length: Number(rounds) }, () => QUERIES).flat()) {
    await host.page.keyboard.press('Control+a');
    await host.page.keyboard.type(query, { delay: PAUSE_MS });
  }
  const strokes = /** @type {Stroke[]} */ (await host.page.evaluate('strokes'));
  const share = (/** @type {number[]} */ values, /** @type {number} */ part) => (values[Math.floor(values.length * part)] ?? NaN).toFixed(1).padStart(7);
  process.stdout.write(`${String(strokes.length)} key strokes${' '.repeat(8)}p10     p50     p95\n`);
  for (const [name, of] of STEPS) {
    const values = strokes.map(of).sort((a, b) => a - b);
    process.stdout.write(`${name.padEnd(20)}${share(values, 0.1)} ${share(values, 0.5)} ${share(values, 0.95)}\n`);
  }
  await host.close();
} finally {
  await closeChromium(); // or a host that did not open would keep this from ending
}
