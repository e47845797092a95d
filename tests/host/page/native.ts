/** What the page needs of the machine, in Chromium (over the bridge) and in Electron (directly). */

export interface FileFacts { path: string; type: 'file' | 'folder' | null; ctime: number; mtime: number; size: number }

/** How the page is to start: written by the Node side (boot in node-side.cjs). */
export interface Boot {
	vault: string;
	configDir: string;
	/** Where the plugin's main.js, manifest.json and styles.css are, if not in the vault. */
	pluginFolder: string | null;
	theme: 'dark' | 'light';
	language: string;
	platform: string;
	env: Record<string, string>;
	cwd: string;
	versions: Record<string, string>;
	title: string;
	rightToLeft: boolean;
	/** Whether the plugin is switched on at start. */
	enable: boolean;
	/** Names of the functions of Node's modules that the bridge carries. */
	modules: Record<string, string[]>;
	/** First values of loadLocalStorage, by key. */
	local: Record<string, unknown>;
	/** Members of the API by class, functions and constants: read from obsidian.d.ts. */
	api: { classes: Record<string, { members: string[]; statics: string[]; parent: string | null }>; values: string[] };
}

export interface Native {
	readonly boot: Boot;
	/** Node's modules. Throws for those that are not there. */
	require(name: string): unknown;
	scan(): Promise<FileFacts[]>;
	watch(callback: (changes: FileFacts[]) => void): void;
	resource(path: string): string;
	readText(path: string): string;
	/** Somebody wrote the plugin's settings file. */
	watchData(callback: () => void): void;
}
