/** The module `obsidian`: what the host implements of it, and, for the rest, errors with names. */

import moment from 'moment';
import 'moment/dist/locale/pt-br';
import * as components from './components';
import { Component, Events } from './events';
import { FileManager } from './files';
import { HoverPopover } from './hover';
import { App } from './app';
import { addIcon, getIcon, getIconIds, removeIcon, setIcon } from './icons';
import { Keymap, Scope } from './keymap';
import { MarkdownRenderChild, MarkdownRenderer, sanitizeHTMLToDom } from './markdown';
import { Menu, MenuItem } from './menu';
import * as metadata from './metadata';
import { Modal, Notice } from './modal';
import type { Boot } from './native';
import { Plugin } from './plugin';
import * as search from './search';
import { Setting, SettingGroup } from './setting';
import { PluginSettingTab, SettingPage, SettingTab } from './settings';
import { AbstractInputSuggest, FuzzySuggestModal, PopoverSuggest, SuggestModal } from './suggest';
import { FileSystemAdapter, normalizePath, TAbstractFile, TFile, TFolder, Vault } from './vault';
import { EditableFileView, FileView, ItemView, MarkdownView, TextFileView, View } from './views';
import { Editor } from './editor';
import { Workspace, WorkspaceContainer, WorkspaceItem, WorkspaceLeaf, WorkspaceParent, WorkspaceRoot, WorkspaceSidedock, WorkspaceSplit, WorkspaceTabs, WorkspaceWindow } from './workspace';
import { stringify } from 'yaml';

const API_VERSION = '1.13.1';

function debounce(callback: (...args: any[]) => unknown, timeout = 0, resetTimer = false): unknown {
	let timer: number | undefined;
	let last: any[] = [];
	const run = (): unknown => {
		window.clearTimeout(timer);
		if (timer === undefined) return undefined;
		timer = undefined;
		return callback(...last);
	};
	const debounced = (...args: any[]): unknown => {
		last = args;
		if (timer !== undefined && !resetTimer) return debounced;
		window.clearTimeout(timer);
		timer = window.setTimeout(run, timeout);
		return debounced;
	};
	return Object.assign(debounced, { cancel: () => { window.clearTimeout(timer); timer = undefined; return debounced; }, run });
}

function requireApiVersion(version: string): boolean {
	return version.localeCompare(API_VERSION, 'en', { numeric: true }) <= 0;
}

function refuseNetwork(): never { throw new Error('The host refuses the network: the plugin must not use it.'); }

function implemented(boot: Boot): Record<string, unknown> {
	const { ButtonComponent, ColorComponent, DisplayValueComponent, DropdownComponent, ExtraButtonComponent, ProgressBarComponent, SearchComponent, SliderComponent, TextAreaComponent, TextComponent, ToggleComponent, AbstractTextComponent, BaseComponent, ValueComponent, setTooltip, displayTooltip } = components;
	moment.locale(boot.language);
	return {
		App, Component, Events, FileManager, Keymap, Scope, Menu, MenuItem, Modal, Notice, Plugin, HoverPopover,
		MarkdownRenderer, MarkdownRenderChild, sanitizeHTMLToDom, addIcon, removeIcon, getIcon, getIconIds, setIcon,
		Setting, SettingGroup, SettingTab, SettingPage, PluginSettingTab,
		AbstractInputSuggest, FuzzySuggestModal, PopoverSuggest, SuggestModal,
		FileSystemAdapter, normalizePath, TAbstractFile, TFile, TFolder, Vault,
		View, ItemView, FileView, EditableFileView, TextFileView, MarkdownView, Editor,
		Workspace, WorkspaceContainer, WorkspaceItem, WorkspaceLeaf, WorkspaceParent, WorkspaceRoot, WorkspaceSidedock, WorkspaceSplit, WorkspaceTabs, WorkspaceWindow,
		...metadata, ...search, stringifyYaml: stringify,
		ButtonComponent, ColorComponent, DisplayValueComponent, DropdownComponent, ExtraButtonComponent, ProgressBarComponent, SearchComponent, SliderComponent, TextAreaComponent, TextComponent, ToggleComponent, AbstractTextComponent, BaseComponent, ValueComponent, setTooltip, displayTooltip,
		moment, debounce, requireApiVersion, apiVersion: API_VERSION, getLanguage: () => boot.language,
		request: refuseNetwork, requestUrl: refuseNetwork,
		Platform: {
			isDesktop: true, isDesktopApp: true, isMobile: false, isMobileApp: false, isIosApp: false, isAndroidApp: false, isPhone: false, isTablet: false,
			isMacOS: boot.platform === 'darwin', isWin: boot.platform === 'win32', isLinux: boot.platform === 'linux', isSafari: false, resourcePathPrefix: 'app://',
		},
	};
}

/** Makes every member that obsidian.d.ts declares and the host's class lacks throw with its name. */
function fillIn(name: string, Class: any, { members, statics }: { members: string[]; statics: string[] }): void {
	const missing = (target: any, member: string): void => {
		if (member in target) return;
		Object.defineProperty(target, member, {
			configurable: true,
			get() { throw new Error(`The host does not implement ${name}.${member}.`); },
			set(value: unknown) { Object.defineProperty(this, member, { value, writable: true, configurable: true }); },
		});
	};
	for (const member of members) missing(Class.prototype, member);
	for (const member of statics) missing(Class, member);
}

/** Its members, and the names that somebody asked for. */
export function obsidianModule(boot: Boot): { module: object; used: Set<string>; names: string[] } {
	const given = implemented(boot);
	const used = new Set<string>();
	for (const [name, declared] of Object.entries(boot.api.classes)) {
		if (typeof given[name] === 'function') fillIn(name, given[name], declared);
	}
	// metadata.ts exports more than the API has: only what obsidian.d.ts declares is the module's.
	const declared = new Set([...Object.keys(boot.api.classes), ...boot.api.values]);
	const names = Object.keys(given).filter((name) => declared.has(name));
	const module = new Proxy(given, {
		get(target, name) {
			if (typeof name === 'symbol' || name === '__esModule' || name === 'then' || name === 'default') return undefined;
			used.add(name);
			if (!declared.has(name)) throw new Error(`The module "obsidian" has no ${name}.`);
			if (!(name in target)) throw new Error(`The host does not implement ${name} of "obsidian".`);
			return target[name];
		},
		has: (_, name) => typeof name === 'string' && declared.has(name),
		ownKeys: () => [],
	});
	return { module, used, names };
}
