/**
 * The Node side of the host in a browser: serves the page, does what the page's Node modules are asked for, runs its
 * child processes, relays its sockets to the sidecar with Obsidian's Origin, and tells of files that change.
 *
 * Whoever knows the secret in the path can do with the machine what its user can: it is made anew each time, only
 * loopback is listened to, and Host and Origin must be the server's own.
 */

import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import os from 'node:os';
import { extname, resolve, sep } from 'node:path';
import { WebSocket, WebSocketServer } from 'ws';

/** @type {{ scan(root: string): unknown, watch(root: string, callback: (changes: unknown) => void): () => void, watchFile(file: string, callback: () => void): () => void }} */
const nodeSide = createRequire(import.meta.url)('./node-side.cjs');

const ORIGIN = 'app://obsidian.md';
const TYPES = /** @type {Record<string, string>} */ ({ '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2', '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp', '.jpg': 'image/jpeg' });

/**
 * @param {{ boot: import('./page/native').Boot, dataFile: string, page: string }} given `page`: the folder that
 *   buildHost filled; `dataFile`: the plugin's settings file
 * @returns {Promise<{ url: string, children: Map<number, import('node:child_process').ChildProcess>, close(): Promise<void> }>}
 */
export async function serveHost({ boot, dataFile, page }) {
  const secret = randomBytes(24).toString('base64url');
  /** @type {Map<number, import('node:child_process').ChildProcess>} */
  const children = new Map();
  const native = nativeCalls(boot.vault, children);
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
    if (!isOwn(request) || !path.startsWith(`/${secret}/`)) return void response.writeHead(404).end();
    const rest = path.slice(secret.length + 2);
    if (request.method === 'POST' && rest === 'call') return void answerCall(request, response, native);
    if (rest === 'boot.json') return void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(boot));
    if (rest.startsWith('resource/')) return void sendFile(response, boot.vault, rest.slice('resource/'.length));
    return void sendFile(response, page, rest || 'index.html');
  });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 2 ** 20 });
  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://host');
    if (!isOwn(request)) return void socket.destroy();
    if (url.pathname === `/${secret}/line`) sockets.handleUpgrade(request, socket, head, (line) => { attend(line, boot.vault, dataFile, children); });
    else if (url.pathname === `/${secret}/relay`) relay(sockets, request, socket, head, url.searchParams.get('url') ?? '');
    else socket.destroy();
  });
  await new Promise((/** @type {(value?: unknown) => void} */ done) => { server.listen(0, '127.0.0.1', done); });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/${secret}/`,
    children,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((done) => { server.close(done); });
    },
  };
}

/** @param {import('node:http').IncomingMessage} request */
function isOwn({ headers: { host = '', origin } }) {
  return /^127\.0\.0\.1:\d+$/.test(host) && (origin === undefined || origin === `http://${host}`);
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {string} folder
 * @param {string} name
 */
function sendFile(response, folder, name) {
  const file = resolve(folder, name);
  if (!file.startsWith(folder + sep) || !fs.existsSync(file) || !fs.statSync(file).isFile()) return void response.writeHead(404).end();
  response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream', 'Cache-Control': 'no-store' });
  fs.createReadStream(file).pipe(response);
}

/** Names of the functions of each module that the page may call. @returns {Record<string, string[]>} */
export function bridgedNames() {
  const names = (/** @type {object} */ module) => Object.entries(module).filter(([, value]) => typeof value === 'function').map(([name]) => name);
  return { fs: names(fs), 'fs/promises': names(fs.promises), os: names(os) };
}

/** @typedef {Record<string, Record<string, (...args: any[]) => unknown>>} Calls */

/**
 * @param {string} vault
 * @param {Map<number, import('node:child_process').ChildProcess>} children
 * @returns {Calls}
 */
function nativeCalls(vault, children) {
  let count = 0;
  return {
    fs: /** @type {any} */ ({ ...fs, constants: () => fs.constants }),
    'fs/promises': /** @type {any} */ (fs.promises),
    os: /** @type {any} */ (os),
    crypto: { hash: (algorithm, bytes, encoding) => createHash(algorithm).update(bytes).digest(encoding) },
    process: { kill: (pid, signal) => process.kill(pid, signal) },
    host: {
      scan: () => nodeSide.scan(vault),
      spawn(/** @type {string} */ file, /** @type {string[]} */ args, /** @type {any} */ options) {
        const id = ++count;
        const child = spawn(file, args, options);
        children.set(id, child);
        hear(child);
        return { id, pid: child.pid };
      },
    },
  };
}

/** Keeps what a child says until the page is ready for it. @param {any} child */
function hear(child) {
  child.pause = [];
  child.tell = (/** @type {unknown} */ message) => { child.pause.push(message); };
  const tell = (/** @type {unknown} */ message) => { child.tell(message); };
  const plain = (/** @type {any} */ error) => ({ message: error.message, code: error.code, errno: error.errno, syscall: error.syscall, path: error.path });
  child.on('spawn', () => { tell({ what: 'spawn' }); });
  child.on('error', (/** @type {unknown} */ error) => { tell({ what: 'error', error: plain(error) }); });
  child.on('exit', (/** @type {unknown} */ code, /** @type {unknown} */ signal) => { tell({ what: 'exit', code, signal }); });
  child.on('close', () => { tell({ what: 'close' }); });
  child.stdin?.on('error', (/** @type {unknown} */ error) => { tell({ what: 'stdin-error', error: plain(error) }); });
  for (const name of ['stdout', 'stderr']) {
    child[name]?.on('data', (/** @type {Buffer} */ bytes) => { tell({ what: name, bytes: { $bytes: bytes.toString('base64') } }); });
    child[name]?.on('end', () => { tell({ what: `${name}-end` }); });
  }
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {Calls} native
 */
async function answerCall(request, response, native) {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  let answer;
  try {
    const { module, name, args } = JSON.parse(text, (_, value) => (value?.$bytes === undefined ? value : Buffer.from(value.$bytes, 'base64')));
    const call = native[module]?.[name];
    if (typeof call !== 'function') throw new Error(`The bridge does not do ${module}.${name}.`);
    answer = { value: crossing(await call.apply(native[module], args)) };
  } catch (error) {
    const { message, code, errno, syscall, path } = /** @type {NodeJS.ErrnoException} */ (error);
    answer = { error: { message, code, errno, syscall, path } };
  }
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
}

/**
 * What JSON alone would lose.
 * @param {any} value
 * @returns {unknown}
 */
function crossing(value) {
  if (Buffer.isBuffer(value)) return { $bytes: value.toString('base64') };
  if (Array.isArray(value)) return value.map(crossing);
  if (typeof value?.isDirectory === 'function') {
    return { $stats: { ...value, kind: value.isDirectory() ? 'folder' : value.isSymbolicLink() ? 'link' : 'file' } };
  }
  return value;
}

/**
 * The page's line. When it breaks, the window is gone: its children lose their pipes, and are not killed, as when a
 * renderer ends.
 * @param {WebSocket} line
 * @param {string} vault
 * @param {string} dataFile
 * @param {Map<number, any>} children
 */
function attend(line, vault, dataFile, children) {
  const say = (/** @type {string} */ channel, /** @type {object} */ message = {}) => { if (line.readyState === WebSocket.OPEN) line.send(JSON.stringify({ channel, ...message })); };
  /** @type {(() => void)[]} */
  const undo = [nodeSide.watchFile(dataFile, () => { say('data-file'); })];
  line.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.watch === true) undo.push(nodeSide.watch(vault, (changes) => { say('files', { changes: /** @type {any} */ (changes) }); }));
    const child = children.get(message.child);
    if (child === undefined) return;
    if (message.ready === true) {
      child.tell = (/** @type {object} */ said) => { say(`child-${message.child}`, said); };
      for (const said of child.pause.splice(0)) child.tell(said);
    }
    if (message.write !== undefined) child.stdin?.write(Buffer.from(message.write, 'base64'));
    if (message.end === true) child.stdin?.end();
    if (message.kill !== undefined) child.kill(message.kill);
  });
  line.on('close', () => {
    for (const each of undo) each();
    for (const child of children.values()) {
      child.tell = () => undefined;
      child.stdin?.destroy();
    }
    children.clear();
  });
}

/**
 * @param {WebSocketServer} sockets
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:stream').Duplex} socket
 * @param {Buffer} head
 * @param {string} target
 */
function relay(sockets, request, socket, head, target) {
  if (!/^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(target).hostname)) return void socket.destroy();
  const far = new WebSocket(target, { origin: ORIGIN, maxPayload: 64 * 2 ** 20 });
  far.on('error', () => { socket.destroy(); }); // refused there: refused here
  far.on('open', () => {
    sockets.handleUpgrade(request, socket, head, (near) => {
      const pass = (/** @type {WebSocket} */ from, /** @type {WebSocket} */ to) => {
        from.on('message', (data, binary) => { to.send(data, { binary }); });
        from.on('close', (code, reason) => { if (code === 1005) to.close(); else if (code === 1006) to.terminate(); else to.close(code, reason); });
        from.on('error', () => { to.terminate(); });
      };
      pass(near, far);
      pass(far, near);
    });
  });
}
