/**
 * A server that stands in for the sidecar, only where the order or the time of its answers must be forced: it greets as the
 * real one does, and then a test answers each request when it likes.
 */

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';

/**
 * @typedef {{ type: string, id: number, query?: string }} Request
 * @typedef {object} Scripted
 * @property {string} program a program for openHost's `sidecar`
 * @property {Request[]} requests all so far
 * @property {(match: (request: Request) => boolean) => Promise<Request>} request waits for one
 * @property {(message: object) => void} send a message, whole
 * @property {() => Promise<void>} close
 */

/**
 * @param {string} folder for the program
 * @param {{ protocol: number, version: string }} being what it says it is
 * @param {(hello: Request) => object} welcome
 * @returns {Promise<Scripted>}
 */
export async function scriptedServer(folder, { protocol, version }, welcome) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((done) => { server.once('listening', done); });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  /** @type {Request[]} */
  const requests = [];
  /** @type {((request: Request) => void)[]} */
  const listeners = [];
  const send = (/** @type {object} */ message) => { for (const socket of server.clients) socket.send(JSON.stringify(message)); };
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const request = /** @type {Request} */ (JSON.parse(String(data)));
      if (request.type === 'hello') {
        send(welcome(request));
        return;
      }
      requests.push(request);
      for (const listener of listeners) listener(request);
    });
  });
  const program = join(folder, 'luneta');
  const ready = JSON.stringify({ port, protocol, version, pid: 0 });
  writeFileSync(program, `#!/bin/sh\nif [ "$1" = --version ]; then echo "luneta ${version}"; exit; fi\necho '${ready}'\nexec cat > /dev/null\n`);
  chmodSync(program, 0o755);
  return {
    program,
    requests,
    send,
    request: (match) => new Promise((resolve) => {
      const known = requests.find(match);
      if (known !== undefined) resolve(known);
      else listeners.push((request) => { if (match(request)) resolve(request); });
    }),
    async close() {
      for (const socket of server.clients) socket.terminate();
      await new Promise((done) => { server.close(done); });
    },
  };
}
