/** What the side panel says. Part of `Strings`, as `strings.panel`. */

export interface PanelStrings {
	readonly title: string;
}

export const PANEL_ENGLISH: PanelStrings = {
	title: 'Related notes',
};

export const PANEL_PORTUGUESE: PanelStrings = {
	title: 'Notas relacionadas',
};
