/** MarkdownRenderer: marked, with Obsidian's links, highlights and comments; cleaned by DOMPurify, as Obsidian does. */

import DOMPurify from 'dompurify';
import { Marked, type TokenizerAndRendererExtension } from 'marked';
import type { App } from './app';
import { Component } from './events';
import { getFrontMatterInfo } from './metadata';

function escape(text: string): string {
	return text.replace(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark] ?? mark);
}

/** An inline rule: a pattern at the start of the rest, and its HTML. */
function inline(name: string, start: string, pattern: RegExp, html: (match: RegExpExecArray) => string): TokenizerAndRendererExtension {
	return {
		name, level: 'inline',
		start: (rest) => rest.indexOf(start),
		tokenizer(rest) {
			const match = pattern.exec(rest);
			return match === null ? undefined : { type: name, raw: match[0], html: html(match) };
		},
		renderer: (token) => (token as unknown as { html: string }).html,
	};
}

const marked = new Marked({ gfm: true, breaks: false }, {
	extensions: [
		inline('wiki', '[[', /^!?\[\[([^\]|\n]+)(?:\|([^\]\n]*))?\]\]/, ([, link = '', shown]) =>
			`<a class="internal-link" data-href="${escape(link)}" href="${escape(link)}">${escape(shown ?? link)}</a>`),
		inline('highlight', '==', /^==([^=\n]+)==/, ([, text = '']) => `<mark>${escape(text)}</mark>`),
		inline('comment', '%%', /^%%[\s\S]*?%%/, () => ''),
		inline('tag', '#', /^#[\p{L}\p{N}_/-]*[\p{L}_/-][\p{L}\p{N}_/-]*/u, ([tag]) => `<a class="tag" href="${escape(tag)}">${escape(tag)}</a>`),
	],
});

export function sanitizeHTMLToDom(html: string): DocumentFragment {
	return DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true, ADD_ATTR: ['data-href'] });
}

export class MarkdownRenderChild extends Component {
	constructor(readonly containerEl: HTMLElement) { super(); }
}

export abstract class MarkdownRenderer extends MarkdownRenderChild {
	static async render(app: App, markdown: string, el: HTMLElement, sourcePath: string, component: Component): Promise<void> {
		if (!(component instanceof Component)) throw new Error('MarkdownRenderer.render needs a Component.');
		const fragment = sanitizeHTMLToDom(await marked.parse(markdown.slice(getFrontMatterInfo(markdown).contentStart)));
		for (const link of fragment.querySelectorAll<HTMLElement>('a.internal-link')) {
			link.toggleClass('is-unresolved', app.metadataCache.getFirstLinkpathDest((link.dataset['href'] ?? '').split('#')[0] ?? '', sourcePath) === null);
		}
		for (const image of fragment.querySelectorAll('img')) {
			const target = app.metadataCache.getFirstLinkpathDest(decodeURI(image.getAttribute('src') ?? ''), sourcePath);
			if (target !== null) image.src = app.vault.getResourcePath(target);
		}
		el.append(fragment);
	}

	static renderMarkdown(): never { throw new Error('MarkdownRenderer.renderMarkdown is deprecated: use render.'); }
}
