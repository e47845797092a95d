/** Vault, its files and folders, and the adapter: over the real files of a folder. */

import { Events } from './events';
import type { FileFacts, Native } from './native';

export class TAbstractFile {
	name = '';
	parent: TFolder | null = null;
	deleted = false;

	constructor(readonly vault: Vault, public path: string) {
		this.name = path.slice(path.lastIndexOf('/') + 1);
	}
}

export class TFile extends TAbstractFile {
	stat = { ctime: 0, mtime: 0, size: 0 };

	get extension(): string {
		const dot = this.name.lastIndexOf('.');
		return dot > 0 ? this.name.slice(dot + 1) : '';
	}

	get basename(): string { return this.extension === '' ? this.name : this.name.slice(0, -this.extension.length - 1); }
}

export class TFolder extends TAbstractFile {
	children: TAbstractFile[] = [];

	isRoot(): boolean { return this.path === '/'; }
}

export function normalizePath(path: string): string {
	const clean = path.replace(/[\\/]+/g, '/').replace(/^\/+|\/+$/g, '').replace(/\u00a0|\u202f/g, ' ').normalize('NFC');
	return clean === '' ? '/' : clean;
}

const parentOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '/');

export class FileSystemAdapter {
	private readonly files: typeof import('fs').promises;

	constructor(private readonly native: Native, private readonly base: string) {
		this.files = (native.require('fs') as typeof import('fs')).promises;
	}

	static readLocalFile(): never { throw new Error('The host does not implement FileSystemAdapter.readLocalFile.'); }
	static mkdir(): never { throw new Error('The host does not implement FileSystemAdapter.mkdir.'); }

	getName(): string { return this.base.slice(Math.max(this.base.lastIndexOf('/'), this.base.lastIndexOf('\\')) + 1); }
	getBasePath(): string { return this.base; }
	getFullPath(path: string): string {
		const normal = normalizePath(path);
		return normal === '/' ? this.base : `${this.base}/${normal}`;
	}
	getFilePath(path: string): string { return `file://${encodeURI(this.getFullPath(path))}`; }
	getResourcePath(path: string): string { return this.native.resource(path); }
	read(path: string): Promise<string> { return this.files.readFile(this.getFullPath(path), 'utf8'); }
	async readBinary(path: string): Promise<ArrayBuffer> {
		const bytes = await this.files.readFile(this.getFullPath(path));
		return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
	}
	async write(path: string, data: string): Promise<void> { await this.files.writeFile(this.getFullPath(path), data, 'utf8'); }
	async append(path: string, data: string): Promise<void> { await this.files.appendFile(this.getFullPath(path), data, 'utf8'); }
	async process(path: string, fn: (data: string) => string): Promise<string> {
		const data = fn(await this.read(path));
		await this.write(path, data);
		return data;
	}
	async mkdir(path: string): Promise<void> { await this.files.mkdir(this.getFullPath(path), { recursive: true }); }
	async rmdir(path: string, recursive: boolean): Promise<void> { await this.files.rm(this.getFullPath(path), { recursive }); }
	async remove(path: string): Promise<void> { await this.files.rm(this.getFullPath(path)); }
	async rename(path: string, next: string): Promise<void> { await this.files.rename(this.getFullPath(path), this.getFullPath(next)); }
	async copy(path: string, next: string): Promise<void> { await this.files.copyFile(this.getFullPath(path), this.getFullPath(next)); }
	async exists(path: string): Promise<boolean> { return (await this.stat(path)) !== null; }
	async stat(path: string): Promise<{ type: 'file' | 'folder'; ctime: number; mtime: number; size: number } | null> {
		try {
			const { ctimeMs, mtimeMs, size, ...stats } = await this.files.stat(this.getFullPath(path)) as any;
			const folder = typeof stats.isDirectory === 'function' ? stats.isDirectory() : ((await this.files.stat(this.getFullPath(path))) as any).isDirectory();
			return { type: folder ? 'folder' : 'file', ctime: Math.round(ctimeMs), mtime: Math.round(mtimeMs), size };
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ENOTDIR') return null;
			throw error;
		}
	}
	async list(path: string): Promise<{ files: string[]; folders: string[] }> {
		const entries = await this.files.readdir(this.getFullPath(path), { withFileTypes: true });
		const full = (name: string): string => (normalizePath(path) === '/' ? name : `${normalizePath(path)}/${name}`);
		return {
			files: entries.filter((entry) => !entry.isDirectory()).map(({ name }) => full(name)),
			folders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => full(name)),
		};
	}
}

export class Vault extends Events {
	readonly fileMap = new Map<string, TAbstractFile>();
	private readonly root: TFolder;
	private readonly texts = new Map<string, { mtime: number; text: string }>();

	constructor(readonly adapter: FileSystemAdapter, readonly configDir: string) {
		super();
		this.root = new TFolder(this, '/');
		this.root.name = '';
		this.fileMap.set('/', this.root);
	}

	getName(): string { return this.adapter.getName(); }
	getRoot(): TFolder { return this.root; }
	getAbstractFileByPath(path: string): TAbstractFile | null { return this.fileMap.get(path) ?? null; }
	getFileByPath(path: string): TFile | null { const file = this.fileMap.get(path); return file instanceof TFile ? file : null; }
	getFolderByPath(path: string): TFolder | null { const file = this.fileMap.get(path); return file instanceof TFolder ? file : null; }
	getAllLoadedFiles(): TAbstractFile[] { return [...this.fileMap.values()]; }
	getFiles(): TFile[] { return this.getAllLoadedFiles().filter((file) => file instanceof TFile); }
	getMarkdownFiles(): TFile[] { return this.getFiles().filter(({ extension }) => extension === 'md'); }
	getAllFolders(includeRoot = false): TFolder[] {
		return this.getAllLoadedFiles().filter((file) => file instanceof TFolder).filter((folder) => includeRoot || !folder.isRoot());
	}
	static recurseChildren(root: TFolder, callback: (file: TAbstractFile) => unknown): void {
		callback(root);
		for (const child of root.children) {
			if (child instanceof TFolder) Vault.recurseChildren(child, callback);
			else callback(child);
		}
	}

	read(file: TFile): Promise<string> { return this.adapter.read(file.path); }
	async cachedRead(file: TFile): Promise<string> {
		const kept = this.texts.get(file.path);
		if (kept?.mtime === file.stat.mtime) return kept.text;
		const text = await this.adapter.read(file.path);
		this.texts.set(file.path, { mtime: file.stat.mtime, text });
		return text;
	}
	readBinary(file: TFile): Promise<ArrayBuffer> { return this.adapter.readBinary(file.path); }
	getResourcePath(file: TFile): string { return this.adapter.getResourcePath(file.path); }

	async create(path: string, data: string): Promise<TFile> {
		const normal = normalizePath(path);
		if (this.fileMap.has(normal)) throw new Error('File already exists.');
		if (!this.fileMap.has(parentOf(normal))) throw new Error(`ENOENT: no such file or directory, open '${normal}'`);
		await this.adapter.write(normal, data);
		await this.refresh(normal);
		return this.getFileByPath(normal) as TFile;
	}
	async createFolder(path: string): Promise<TFolder> {
		const normal = normalizePath(path);
		if (this.fileMap.has(normal)) throw new Error('Folder already exists.');
		await this.adapter.mkdir(normal);
		await this.refresh(normal);
		return this.getFolderByPath(normal) as TFolder;
	}
	async modify(file: TFile, data: string): Promise<void> {
		await this.adapter.write(file.path, data);
		await this.refresh(file.path);
	}
	async append(file: TFile, data: string): Promise<void> {
		await this.adapter.append(file.path, data);
		await this.refresh(file.path);
	}
	async process(file: TFile, fn: (data: string) => string): Promise<string> {
		const data = fn(await this.read(file));
		await this.modify(file, data);
		return data;
	}
	async delete(file: TAbstractFile): Promise<void> {
		await this.adapter.rmdir(file.path, file instanceof TFolder);
		this.forget(file);
	}
	trash(file: TAbstractFile): Promise<void> { return this.delete(file); }
	async copy(file: TFile, next: string): Promise<TFile> {
		await this.adapter.copy(file.path, normalizePath(next));
		await this.refresh(normalizePath(next));
		return this.getFileByPath(normalizePath(next)) as TFile;
	}
	async rename(file: TAbstractFile, next: string): Promise<void> {
		const to = normalizePath(next);
		if (this.fileMap.has(to)) throw new Error('Destination file already exists!');
		await this.adapter.rename(file.path, to);
		this.move(file, to);
	}

	private move(file: TAbstractFile, to: string): void {
		const from = file.path;
		const children = file instanceof TFolder ? [...file.children] : [];
		this.unlink(file);
		file.path = to;
		file.name = to.slice(to.lastIndexOf('/') + 1);
		this.link(file);
		this.trigger('rename', file, from);
		for (const child of children) this.move(child, `${to}/${child.name}`);
	}

	private unlink(file: TAbstractFile): void {
		this.fileMap.delete(file.path);
		file.parent?.children.remove(file);
	}

	private link(file: TAbstractFile): void {
		this.fileMap.set(file.path, file);
		file.parent = this.fileMap.get(parentOf(file.path)) as TFolder;
		if (!file.parent.children.includes(file)) file.parent.children.push(file);
	}

	private forget(file: TAbstractFile): void {
		if (file instanceof TFolder) for (const child of [...file.children]) this.forget(child);
		this.unlink(file);
		file.deleted = true;
		this.texts.delete(file.path);
		this.trigger('delete', file);
	}

	/** What stands on the disk at that path now. */
	async refresh(path: string): Promise<void> {
		const facts = await this.adapter.stat(path);
		this.seen({ path, ...(facts ?? { type: null, ctime: 0, mtime: 0, size: 0 }) });
	}

	/** Takes in what the disk has; `type` null: nothing there (any more). Folders come before what is in them. */
	seen({ path, type, ctime, mtime, size }: FileFacts): void {
		const known = this.fileMap.get(path);
		if (type === null) {
			if (known !== undefined && known !== this.root) this.forget(known);
			return;
		}
		if (known instanceof TFile) {
			if (known.stat.mtime === mtime && known.stat.size === size) return;
			known.stat = { ctime, mtime, size };
			this.trigger('modify', known);
		} else if (known === undefined) {
			if (!this.fileMap.has(parentOf(path))) return; // its folder is still to be reported, with all in it
			const file = type === 'folder' ? new TFolder(this, path) : new TFile(this, path);
			if (file instanceof TFile) file.stat = { ctime, mtime, size };
			this.link(file);
			this.trigger('create', file);
		}
	}
}
