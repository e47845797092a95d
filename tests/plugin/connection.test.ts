import { afterEach, expect, test } from 'vitest';
import { Connection, urlOf, type Listener } from '../../plugin/src/connection';
import type * as wire from '../../plugin/src/protocol.gen';
import type { PushedEvent } from '../../plugin/src/exchange';
import { NODE_TIMERS, openSocket, ScriptedServer, WELCOME, type Frame } from './scripted-server';

let server: ScriptedServer;
afterEach(() => server.stop());

interface Heard extends Listener {
	readonly welcomes: wire.Welcome[];
	readonly events: PushedEvent[];
	readonly welcome: Promise<void>;
}

function listener(): Heard {
	const welcomes: wire.Welcome[] = [];
	const events: PushedEvent[] = [];
	let heard = (): void => undefined;
	const welcome = new Promise<void>((resolve) => { heard = resolve; });
	return {
		welcomes,
		events,
		welcome,
		welcomed: (message) => { welcomes.push(message); heard(); },
		event: (event) => { events.push(event); },
	};
}

function connect(heard: Listener): Connection {
	return new Connection(openSocket(urlOf({ port: server.port, token: 't' })), 't', 'test/1', heard, NODE_TIMERS);
}

test('the token comes first, then the welcome, then requests and events', async () => {
	server = await ScriptedServer.start();
	const heard = listener();
	const connection = connect(heard);
	await heard.welcome;
	const asked = connection.ask({ type: 'status' });
	const [request] = await server.frames('status');
	server.say({ type: 'progress', notes_done: 1, notes_total: 2, chunks: 3, seconds: 0.5 });
	server.say({ type: 'status_is', id: request?.['id'], notes: 7 });
	expect((await asked.reply).notes).toBe(7);
	expect(server.received.map(({ type }) => type)).toEqual(['hello', 'status']);
	expect(heard.welcomes).toEqual([WELCOME]);
	expect(heard.events).toEqual([{ type: 'progress', notes_done: 1, notes_total: 2, chunks: 3, seconds: 0.5 }]);
	connection.close();
	expect(await connection.ended).toEqual({ kind: 'lost' });
});

test('P1: an old version is told nothing but the handshake', async () => {
	server = await ScriptedServer.start((frame: Frame, say) => {
		if (frame['type'] === 'hello') say({ ...WELCOME, protocol: 0, version: '0.0.1' });
	});
	const heard = listener();
	const connection = connect(heard);
	expect(await connection.ended).toMatchObject({ kind: 'refused', theirs: 0, version: '0.0.1' });
	expect(heard.welcomes).toEqual([]);
	await expect(connection.ask({ type: 'status' }).reply).rejects.toMatchObject({ code: 'disconnected' });
	expect(server.received.map(({ type }) => type)).toEqual(['hello']);
});

test('a connection that is cut fails what is open', async () => {
	server = await ScriptedServer.start();
	const heard = listener();
	const connection = connect(heard);
	await heard.welcome;
	const asked = connection.ask({ type: 'status' });
	await server.frames('status');
	server.cut();
	await expect(asked.reply).rejects.toMatchObject({ code: 'disconnected' });
	expect(await connection.ended).toEqual({ kind: 'lost' });
});

test('nobody there, or somebody mute: lost, and soon', async () => {
	server = await ScriptedServer.start(() => undefined);
	const mute = new Connection(openSocket(urlOf({ port: server.port, token: 't' })), 't', 'test/1', listener(), {
		after: (milliseconds, action) => NODE_TIMERS.after(milliseconds / 100, action),
		cancel: NODE_TIMERS.cancel,
	});
	expect(await mute.ended).toEqual({ kind: 'lost' });
	const { port } = server;
	await server.stop();
	const nobody = new Connection(openSocket(urlOf({ port, token: 't' })), 't', 'test/1', listener(), NODE_TIMERS);
	expect(await nobody.ended).toEqual({ kind: 'lost' });
});
