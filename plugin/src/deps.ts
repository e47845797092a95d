/** What main.ts hands to the views: all that they know of the plugin. */

import type { SidecarPort } from './port';
import type { Settings } from './settings';
import type { Strings } from './strings';

/**
 * What a view remembers on this device alone (Obsidian's local storage; it does not travel with the vault). Each view has
 * its own; the value is JSON, null while nothing was kept, and to be checked when read: an older version may have written it.
 */
export interface DeviceState {
	load(): unknown;
	save(value: unknown): void;
}

export interface ViewDeps {
	readonly port: SidecarPort;
	readonly strings: Strings;
	/** The settings in force now: ask each time, they change. */
	settings(): Settings;
	readonly device: DeviceState;
	/** Opens the pane that tells how to install the sidecar: for the state "missing". */
	openSetup(): void;
	/** Opens this plugin's tab in the settings. */
	openSettings(): void;
	/** Opens the index report: what is indexed, skipped, failed. */
	openReport(): void;
}

export type SearchDeps = ViewDeps;

export interface PanelDeps extends ViewDeps {
	/** Opens the search modal, with a query if given. */
	openSearch(query?: string): void;
}
