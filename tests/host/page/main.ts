/** Starts the page. What tests need of it is in `window.luneta`. */

import * as commands from '@codemirror/commands';
import * as language from '@codemirror/language';
import * as state from '@codemirror/state';
import * as view from '@codemirror/view';
import { obsidianModule } from './api';
import { App } from './app';
import { bridge } from './bridge';
import { callsOf } from './calls';
import { installDom } from './dom';
import { electron } from './electron';
import type { Native } from './native';

const PLUGIN = 'luneta';

export const record = {
	app: undefined as App | undefined,
	/** Texts of all notices so far, and messages of all errors that nobody caught. */
	notices: [] as string[],
	errors: [] as string[],
	/** Milliseconds of main-thread tasks over 50 ms since the start. */
	longTasks: [] as { start: number; duration: number }[],
	children: [] as { file: string; args: string[]; pid: number | undefined }[],
	usedOfObsidian: new Set<string>(),
	implemented: [] as string[],
	onloadTime: 0,
	ready: false,
	/** What open-host.mjs does in the page. */
	calls: {} as Record<string, unknown>,
};
Object.assign(window, { luneta: record });

window.addEventListener('error', (event) => { record.errors.push(event.error instanceof Error ? event.error.stack ?? event.message : event.message); });
window.addEventListener('unhandledrejection', ({ reason }) => { record.errors.push(reason instanceof Error ? reason.stack ?? reason.message : String(reason)); });
new PerformanceObserver((list) => {
	for (const { startTime, duration } of list.getEntries()) record.longTasks.push({ start: startTime, duration });
}).observe({ type: 'longtask' });

async function start(native: Native): Promise<void> {
	installDom();
	const obsidian = obsidianModule(native.boot);
	record.usedOfObsidian = obsidian.used;
	record.implemented = obsidian.names;
	const own: Record<string, unknown> = {
		obsidian: obsidian.module, '@codemirror/state': state, '@codemirror/view': view, '@codemirror/language': language, '@codemirror/commands': commands,
	};
	const modules = (name: string): unknown => own[name] ?? native.require(name);
	const app = new App(native, modules);
	record.app = app;
	record.calls = callsOf(app, record);
	Object.assign(window, { app });
	await app.start();
	native.watchData(() => { void app.plugins.dataChanged(PLUGIN); });
	if (native.boot.enable) await app.plugins.enable(PLUGIN);
	record.onloadTime = app.plugins.onloadTime;
	app.workspace.ready();
	record.ready = true;
}

const inElectron = typeof (window as unknown as { require?: unknown }).require === 'function';
void (inElectron ? Promise.resolve(electron()) : bridge()).then(start);
