/** Icons: Lucide's, as in Obsidian. A name that does not exist is an error here (Obsidian would show nothing). */

import { icons } from 'lucide';

type Node = readonly [tag: string, attributes: Record<string, string | number>];

const added = new Map<string, string>();

/** "sparkles", "lucide-arrow-up-right" -> Sparkles, ArrowUpRight */
function lucide(id: string): readonly Node[] | undefined {
	const name = id.replace(/^lucide-/, '').replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
	return (icons as unknown as Record<string, readonly Node[]>)[name];
}

export function addIcon(id: string, content: string): void { added.set(id, content); }

export function removeIcon(id: string): void { added.delete(id); }

export function getIconIds(): string[] {
	const names = Object.keys(icons).map((name) => `lucide-${name.replace(/(?!^)([A-Z])/g, '-$1').toLowerCase()}`);
	return [...names, ...added.keys()];
}

export function getIcon(id: string): SVGSVGElement | null {
	const own = added.get(id);
	const nodes = lucide(id);
	if (own === undefined && nodes === undefined) return null;
	const svg = createSvg('svg', {
		cls: ['svg-icon', id.startsWith('lucide-') || own !== undefined ? id : `lucide-${id}`],
		attr: {
			xmlns: 'http://www.w3.org/2000/svg', width: 24, height: 24, viewBox: own === undefined ? '0 0 24 24' : '0 0 100 100',
			fill: 'none', stroke: 'currentColor', 'stroke-width': 2, 'stroke-linecap': 'round', 'stroke-linejoin': 'round',
		},
	});
	if (own !== undefined) svg.append(...new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${own}</svg>`, 'image/svg+xml').documentElement.childNodes);
	for (const [tag, attr] of nodes ?? []) svg.createSvg(tag as 'path', { attr: attr as Record<string, string> });
	return svg;
}

export function setIcon(parent: HTMLElement, id: string): void {
	const icon = id === '' ? null : getIcon(id);
	if (icon === null && id !== '') throw new Error(`There is no icon "${id}".`);
	parent.replaceChildren(...(icon === null ? [] : [icon]));
}
