/** A port whose answers come when and in the order the test says, for what a real sidecar cannot be made to do. */

import { SidecarError, type Asked, type SidecarPort, type SidecarState, type Wanted } from '../../plugin/src/port';
import type * as wire from '../../plugin/src/protocol.gen';

export interface Pending {
	readonly wanted: Wanted<wire.Search, 'query'>;
	readonly cancelled: boolean;
	answer(...titles: readonly string[]): Promise<void>;
	fail(error: Error): Promise<void>;
}

export interface ScriptedPort {
	readonly port: SidecarPort;
	readonly searches: Pending[];
}

export function scriptedPort(): ScriptedPort {
	const searches: Pending[] = [];
	const state: SidecarState = { kind: 'ready', reason: null, progress: null };
	const refuse = (): never => {
		throw new Error('not scripted');
	};
	const port: SidecarPort = {
		state,
		search: (wanted) => ask(wanted, searches),
		related: refuse,
		mentions: refuse,
		status: refuse,
		reindex: refuse,
		countNotes: refuse,
		judge: refuse,
		settingsChanged: refuse,
		restart: refuse,
		onState: () => () => undefined,
		onIndexed: () => () => undefined,
	};
	return { port, searches };
}

export function hit(title: string, passages = 1): wire.HitView {
	const passage: wire.PassageView = { section: '', section_marks: [], snippet: [], lines: [1, 1], votes: {} };
	return {
		path: `${title}.md`,
		title,
		title_marks: [],
		alias_marks: [],
		score: 1,
		modified: 0,
		lists: ['postings'],
		linked: null,
		passages: Array.from({ length: passages }, () => passage),
		votes: {},
		reasons: {},
	};
}

/** A server that answers even what it was told to give up: the worst that a late answer can be. */
function ask(wanted: Wanted<wire.Search, 'query'>, searches: Pending[]): Asked<wire.Hits> {
	const { promise, resolve, reject } = deferred();
	let cancelled = false;
	searches.push({
		wanted,
		get cancelled() {
			return cancelled;
		},
		async answer(...titles) {
			resolve(hits(wanted.query, titles));
			await settled();
		},
		async fail(error) {
			reject(error);
			await settled();
		},
	});
	return {
		reply: promise,
		cancel: () => {
			cancelled = true;
		},
	};
}

function hits(query: string, titles: readonly string[]): wire.Hits {
	return {
		type: 'hits',
		id: 1,
		query,
		took_ms: 1,
		degraded: null,
		hits: titles.map((title) => hit(title, 3)),
		filters: [],
		remarks: [],
		narrowed: [],
		unmet: [],
		also: [],
		explanation: null,
	};
}

async function settled(): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, 0));
}

export const GONE = new SidecarError('disconnected', 'The sidecar is not connected.');

function deferred(): { promise: Promise<wire.Hits>; resolve: (hits: wire.Hits) => void; reject: (error: Error) => void } {
	let resolve: (hits: wire.Hits) => void = () => undefined;
	let reject: (error: Error) => void = () => undefined;
	const promise = new Promise<wire.Hits>((accept, refuse) => {
		resolve = accept;
		reject = refuse;
	});
	return { promise, resolve, reject };
}
