/** In a real Electron renderer nothing needs a bridge: Node's own require, and an Origin that is Obsidian's. */

import type { Boot, Native } from './native';

interface NodeSide {
	scan(root: string): Awaited<ReturnType<Native['scan']>>;
	watch(root: string, callback: Parameters<Native['watch']>[0]): void;
	watchFile(file: string, callback: () => void): void;
}

export function electron(): Native {
	const load = (window as unknown as { require: NodeRequire }).require;
	const fs = load('fs') as typeof import('fs');
	const boot = JSON.parse(fs.readFileSync(load('process').env['LUNETA_HOST_BOOT'] as string, 'utf8')) as Boot & { nodeSide: string; dataFile: string };
	const nodeSide = load(boot.nodeSide) as NodeSide;
	return {
		boot,
		require: (name) => load(name) as unknown,
		scan: () => Promise.resolve(nodeSide.scan(boot.vault)),
		watch: (callback) => { nodeSide.watch(boot.vault, callback); },
		watchData: (callback) => { nodeSide.watchFile(boot.dataFile, callback); },
		resource: (path) => `app://obsidian.md/resource/${encodeURI(path)}`,
		readText: (path) => fs.readFileSync(path, 'utf8'),
	};
}
