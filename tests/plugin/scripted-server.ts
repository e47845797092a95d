/** A WebSocket server that says exactly what a test tells it: for orders that the real sidecar cannot be made to keep. */

import { WebSocketServer, WebSocket as Client } from 'ws';
import type { AddressInfo } from 'node:net';
import type { Socket } from '../../plugin/src/connection';
import type { Timers } from '../../plugin/src/timers';

export type Frame = Readonly<Record<string, unknown>>;

export const WELCOME = {
	type: 'welcome',
	protocol: 1,
	version: '0.1.0',
	pid: 1,
	vault: '/vault',
	state: 'ready',
	reason: null,
} as const;

export class ScriptedServer {
	readonly port: number;
	/** All frames so far, of all connections. */
	readonly received: Frame[] = [];
	private readonly waiting: (() => void)[] = [];
	private readonly server: WebSocketServer;
	private current: Client | null = null;
	connections = 0;

	private constructor(server: WebSocketServer, answer: (frame: Frame, say: (frame: Frame | string) => void) => void) {
		this.server = server;
		this.port = (server.address() as AddressInfo).port;
		server.on('connection', (socket) => {
			this.current = socket;
			this.connections++;
			socket.on('message', (data) => {
				const frame = JSON.parse((data as Buffer).toString('utf8')) as Frame;
				this.received.push(frame);
				answer(frame, (reply) => { socket.send(typeof reply === 'string' ? reply : JSON.stringify(reply)); });
				for (const wake of this.waiting.splice(0)) wake();
			});
		});
	}

	/** @param answer called with each frame; without it only the handshake is answered */
	static async start(answer: (frame: Frame, say: (frame: Frame | string) => void) => void = shakeHands): Promise<ScriptedServer> {
		const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
		await new Promise((resolve) => { server.once('listening', resolve); });
		return new ScriptedServer(server, answer);
	}

	say(frame: Frame | string): void {
		this.current?.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
	}

	/** Waits for so many frames of a type; gives them. */
	async frames(type: string, count = 1): Promise<Frame[]> {
		for (;;) {
			const found = this.received.filter((frame) => frame['type'] === type);
			if (found.length >= count) return found;
			await new Promise<void>((resolve) => { this.waiting.push(resolve); });
		}
	}

	/** Cuts the connection as a process that dies does. */
	cut(): void {
		this.current?.terminate();
	}

	async stop(): Promise<void> {
		for (const client of this.server.clients) client.terminate();
		await new Promise((resolve) => { this.server.close(resolve); });
	}
}

export function shakeHands(frame: Frame, say: (frame: Frame) => void): void {
	if (frame['type'] === 'hello') say(WELCOME);
}

/** As Obsidian's own WebSocket: with its Origin. */
export function openSocket(url: string): Socket {
	return new Client(url, { origin: 'app://obsidian.md' });
}

const timers = new Map<number, NodeJS.Timeout>();
let nextTimer = 1;

export const NODE_TIMERS: Timers = {
	after(milliseconds, action) {
		const id = nextTimer++;
		timers.set(id, setTimeout(action, milliseconds));
		return id;
	},
	cancel(id) {
		clearTimeout(timers.get(id));
		timers.delete(id);
	},
};

/** Waits until it holds; the test's own time limit is the limit. */
export async function until(holds: () => boolean): Promise<void> {
	while (!holds()) await new Promise((resolve) => { setTimeout(resolve, 5); });
}
