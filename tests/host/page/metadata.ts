/** MetadataCache: what is read from a note when somebody asks; and the names that links go by. */

import { parse } from 'yaml';
import { Events } from './events';
import { TFile, type Vault } from './vault';
import type { Native } from './native';

interface Loc { line: number; col: number; offset: number }
interface Pos { start: Loc; end: Loc }
interface Heading { heading: string; level: number; position: Pos }
interface Link { link: string; original: string; displayText?: string; position: Pos }
export interface CachedMetadata {
	headings?: Heading[]; links?: Link[]; embeds?: Link[]; tags?: { tag: string; position: Pos }[];
	frontmatter?: Record<string, unknown>; frontmatterPosition?: Pos; blocks?: Record<string, { id: string; position: Pos }>;
}

export function getFrontMatterInfo(content: string): { exists: boolean; frontmatter: string; from: number; to: number; contentStart: number } {
	const match = /^---[ \t]*\r?\n([\s\S]*?)(?:^)---[ \t]*(?:\r?\n|$)/m.exec(content);
	if (match?.index !== 0) return { exists: false, frontmatter: '', from: 0, to: 0, contentStart: 0 };
	const from = content.indexOf('\n') + 1;
	return { exists: true, frontmatter: match[1] ?? '', from, to: from + (match[1] ?? '').length, contentStart: match[0].length };
}

export function parseYaml(text: string): unknown { return parse(text) as unknown; }

const WIKI = /(!?)\[\[([^\]|\n]+)(?:\|([^\]\n]*))?\]\]/g;
const MARKDOWN = /(!?)\[([^\]\n]*)\]\((?!\w+:\/\/)([^)\s]+)\)/g;
const TAG = /(^|\s)(#[\p{L}\p{N}_/-]*[\p{L}_/-][\p{L}\p{N}_/-]*)/gu;

export function readMetadata(text: string): CachedMetadata {
	const cache: CachedMetadata = {};
	const info = getFrontMatterInfo(text);
	let offset = 0;
	let fence = '';
	for (const [number, line] of text.split('\n').entries()) {
		const at = (from: number, to: number): Pos => ({ start: { line: number, col: from, offset: offset + from }, end: { line: number, col: to, offset: offset + to } });
		const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
		if (offset >= info.contentStart) {
			if (fence === '' && mark === '') readLine(cache, line, at);
			if (fence === '') fence = mark;
			else if (mark.startsWith(fence)) fence = '';
		}
		offset += line.length + 1;
	}
	if (info.exists) {
		try {
			const frontmatter: unknown = parse(info.frontmatter);
			if (typeof frontmatter === 'object' && frontmatter !== null) cache.frontmatter = frontmatter as Record<string, unknown>;
		} catch {
			// as in Obsidian: a note whose frontmatter is not YAML has none
		}
		const lines = text.slice(0, info.contentStart).split('\n').length - 1;
		cache.frontmatterPosition = { start: { line: 0, col: 0, offset: 0 }, end: { line: lines - 1, col: 3, offset: info.contentStart } };
	}
	return cache;
}

function readLine(cache: CachedMetadata, line: string, at: (from: number, to: number) => Pos): void {
	const heading = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*\r?$/.exec(line);
	if (heading !== null) {
		(cache.headings ??= []).push({ heading: heading[2] ?? '', level: (heading[1] ?? '').length, position: at(0, line.length) });
	}
	for (const match of line.matchAll(WIKI)) {
		const [original, bang, link = '', shown] = match;
		const position = at(match.index, match.index + original.length);
		((bang === '!' ? cache.embeds ??= [] : cache.links ??= [])).push({ link, original, displayText: shown ?? link, position });
	}
	for (const match of line.matchAll(MARKDOWN)) {
		const [original, bang, displayText = '', link = ''] = match;
		const position = at(match.index, match.index + original.length);
		((bang === '!' ? cache.embeds ??= [] : cache.links ??= [])).push({ link: decodeURI(link), original, displayText, position });
	}
	for (const match of line.matchAll(TAG)) {
		const from = match.index + (match[1] ?? '').length;
		(cache.tags ??= []).push({ tag: match[2] ?? '', position: at(from, from + (match[2] ?? '').length) });
	}
	const block = /(?:^|\s)\^([\w-]+)\s*$/.exec(line)?.[1];
	if (block !== undefined) (cache.blocks ??= {})[block.toLowerCase()] = { id: block, position: at(0, line.length) };
}

export function parseLinktext(linktext: string): { path: string; subpath: string } {
	const at = linktext.indexOf('#');
	return at === -1 ? { path: linktext, subpath: '' } : { path: linktext.slice(0, at), subpath: linktext.slice(at) };
}

export function getLinkpath(linktext: string): string { return parseLinktext(linktext.split('|')[0] ?? '').path; }

export function stripHeading(heading: string): string { return heading.replace(/[!"#$%&()*+,.:;<=>?@^`{|}~/[\]\\\r\n]/g, ' ').replace(/\s+/g, ' ').trim(); }

export function stripHeadingForLink(heading: string): string { return heading.replace(/([:#|^\\\r\n]|%%|\[\[|]])/g, ' ').replace(/\s+/g, ' ').trim(); }

export function resolveSubpath(cache: CachedMetadata, subpath: string): { type: string; start: Loc; end: Loc | null; current?: Heading; next?: Heading | null } | null {
	const parts = subpath.split('#').filter(Boolean);
	const last = parts.at(-1) ?? '';
	if (last.startsWith('^')) {
		const block = cache.blocks?.[last.slice(1).toLowerCase()];
		return block === undefined ? null : { type: 'block', start: block.position.start, end: block.position.end };
	}
	const headings = cache.headings ?? [];
	let from = 0;
	for (const part of parts) {
		const found = headings.findIndex(({ heading }, at) => at >= from && stripHeading(heading).toLowerCase() === stripHeading(part).toLowerCase());
		if (found === -1) return null;
		from = found;
	}
	const current = headings[from];
	if (parts.length === 0 || current === undefined) return null;
	const next = headings.slice(from + 1).find(({ level }) => level <= current.level) ?? null;
	return { type: 'heading', current, next, start: current.position.start, end: next?.position.start ?? null };
}

function strings(frontmatter: Record<string, unknown> | null | undefined, keys: RegExp): string[] | null {
	const entry = Object.entries(frontmatter ?? {}).find(([key]) => keys.test(key))?.[1];
	if (entry === undefined || entry === null) return null;
	const list: unknown[] = Array.isArray(entry) ? entry : String(entry as string).split(',');
	return list.map((item) => String(item).trim()).filter(Boolean);
}

export function parseFrontMatterAliases(frontmatter: any): string[] | null { return strings(frontmatter, /^alias(es)?$/i); }
export function parseFrontMatterTags(frontmatter: any): string[] | null { return strings(frontmatter, /^tags?$/i)?.map((tag) => (tag.startsWith('#') ? tag : `#${tag}`)) ?? null; }
export function parseFrontMatterEntry(frontmatter: any, key: string | RegExp): unknown {
	return Object.entries(frontmatter ?? {}).find(([name]) => (typeof key === 'string' ? name === key : key.test(name)))?.[1] ?? null;
}
export function getAllTags(cache: CachedMetadata): string[] | null {
	const tags = [...(parseFrontMatterTags(cache.frontmatter) ?? []), ...(cache.tags ?? []).map(({ tag }) => tag)];
	return tags.length === 0 ? null : tags;
}

export class MetadataCache extends Events {
	private readonly caches = new Map<string, { mtime: number; cache: CachedMetadata }>();
	private names: Map<string, TFile[]> | undefined;

	constructor(private readonly vault: Vault, private readonly native: Native) {
		super();
		const forget = (): void => { this.names = undefined; };
		vault.on('create', (file) => { forget(); this.changed(file); });
		vault.on('delete', (file) => { forget(); if (file instanceof TFile) { this.trigger('deleted', file, this.caches.get(file.path)?.cache ?? null); this.caches.delete(file.path); } });
		vault.on('rename', (_file, old: string) => { forget(); this.caches.delete(old); }); // 'changed' is not sent for a rename
		vault.on('modify', (file) => { this.changed(file); });
	}

	private changed(file: unknown): void {
		if (!(file instanceof TFile) || file.extension !== 'md' || !this.listening) return;
		void this.vault.cachedRead(file).then((text) => {
			if (file.deleted) return;
			this.trigger('changed', file, text, this.getFileCache(file));
			this.trigger('resolve', file);
			this.trigger('resolved');
		});
	}

	/** Set once the vault is loaded: files found before are not changes. */
	listening = false;

	getCache(path: string): CachedMetadata | null {
		const file = this.vault.getFileByPath(path);
		return file === null ? null : this.getFileCache(file);
	}

	getFileCache(file: TFile): CachedMetadata | null {
		if (file.extension !== 'md') return null;
		const kept = this.caches.get(file.path);
		if (kept?.mtime === file.stat.mtime) return kept.cache;
		const cache = readMetadata(this.native.readText(this.vault.adapter.getFullPath(file.path)));
		this.caches.set(file.path, { mtime: file.stat.mtime, cache });
		return cache;
	}

	private byName(): Map<string, TFile[]> {
		if (this.names !== undefined) return this.names;
		this.names = new Map();
		for (const file of this.vault.getFiles()) {
			for (const name of new Set([file.name.toLowerCase(), ...(file.extension === 'md' ? [file.basename.toLowerCase()] : [])])) {
				this.names.set(name, [...(this.names.get(name) ?? []), file]);
			}
		}
		return this.names;
	}

	getFirstLinkpathDest(linkpath: string, sourcePath: string): TFile | null {
		if (linkpath === '') return this.vault.getFileByPath(sourcePath);
		const clean = linkpath.replace(/^\.?\//, '');
		const exact = this.vault.getFileByPath(clean) ?? this.vault.getFileByPath(`${clean}.md`);
		if (exact !== null) return exact;
		const low = clean.toLowerCase();
		const found = (this.byName().get(low.slice(low.lastIndexOf('/') + 1)) ?? []).filter(({ path }) => `/${path.toLowerCase()}`.includes(`/${low}`));
		const folder = sourcePath.slice(0, sourcePath.lastIndexOf('/') + 1);
		return found.sort((a, b) => Number(b.path === folder + b.name) - Number(a.path === folder + a.name) || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))[0] ?? null;
	}

	fileToLinktext(file: TFile, sourcePath: string, omitMdExtension = true): string {
		const short = omitMdExtension && file.extension === 'md' ? file.basename : file.name;
		if (this.getFirstLinkpathDest(short, sourcePath) === file) return short;
		return omitMdExtension && file.extension === 'md' ? file.path.slice(0, -3) : file.path;
	}

	get resolvedLinks(): Record<string, Record<string, number>> {
		const all: Record<string, Record<string, number>> = {};
		for (const file of this.vault.getMarkdownFiles()) {
			const counts: Record<string, number> = (all[file.path] = {});
			for (const { link } of [...(this.getFileCache(file)?.links ?? []), ...(this.getFileCache(file)?.embeds ?? [])]) {
				const target = this.getFirstLinkpathDest(getLinkpath(link), file.path);
				if (target !== null) counts[target.path] = (counts[target.path] ?? 0) + 1;
			}
		}
		return all;
	}
}
