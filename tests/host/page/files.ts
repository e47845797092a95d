/** FileManager: links in the user's style, renames, frontmatter. */

import { stringify } from 'yaml';
import type { App } from './app';
import { getFrontMatterInfo, parseYaml } from './metadata';
import type { TAbstractFile, TFile, TFolder } from './vault';

export class FileManager {
	constructor(private readonly app: App) {}

	getNewFileParent(): TFolder { return this.app.vault.getRoot(); }

	/** Without rewriting the links of other notes: nothing here depends on that. */
	async renameFile(file: TAbstractFile, next: string): Promise<void> { await this.app.vault.rename(file, next); }

	async trashFile(file: TAbstractFile): Promise<void> { await this.app.vault.delete(file); }

	/** Wiki links with the shortest path, or, with the setting useMarkdownLinks, Markdown ones. */
	generateMarkdownLink(file: TFile, sourcePath: string, subpath = '', alias?: string): string {
		const { metadataCache, vaultConfig } = this.app;
		const target = file.path === sourcePath && subpath !== '' ? '' : metadataCache.fileToLinktext(file, sourcePath, !vaultConfig.useMarkdownLinks);
		const embed = file.extension === 'md' ? '' : '!';
		if (vaultConfig.useMarkdownLinks) {
			return `${embed}[${alias ?? file.basename}](${encodeURI(target + subpath).replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'))})`;
		}
		return `${embed}[[${target}${subpath}${alias === undefined || alias === target + subpath ? '' : `|${alias}`}]]`;
	}

	async processFrontMatter(file: TFile, fn: (frontmatter: any) => void): Promise<void> {
		await this.app.vault.process(file, (text) => {
			const info = getFrontMatterInfo(text);
			const frontmatter = (info.exists ? parseYaml(info.frontmatter) : {}) ?? {};
			fn(frontmatter);
			return `---\n${stringify(frontmatter)}---\n${text.slice(info.contentStart)}`;
		});
	}
}
