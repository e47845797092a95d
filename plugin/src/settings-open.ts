/** Opens this plugin's tab in the settings. Obsidian has no documented way to: where this one is gone, nothing happens. */

import type { App } from 'obsidian';

declare module 'obsidian' {
	interface App {
		setting?: { open?(): void; openTabById?(id: string): unknown };
	}
}

export function openSettingsTab(app: App, pluginId: string): void {
	app.setting?.open?.();
	app.setting?.openTabById?.(pluginId);
}
