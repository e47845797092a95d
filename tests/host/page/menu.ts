/** Menu: always drawn by the page, never the system's. */

import { Component } from './events';
import { setIcon } from './icons';
import { Scope } from './keymap';
import type { App } from './app';

let open: Menu | undefined;

export class MenuItem {
	dom: HTMLElement = createDiv({ cls: 'menu-item tappable', attr: { role: 'menuitem' } });
	private readonly iconEl = this.dom.createDiv('menu-item-icon');
	private readonly titleEl = this.dom.createDiv('menu-item-title');
	section = '';
	disabled = false;
	private submenu: Menu | undefined;
	private callback: ((event: MouseEvent | KeyboardEvent) => unknown) | undefined;

	constructor(private readonly menu: Menu) {
		this.dom.addEventListener('click', (event) => { this.run(event); });
	}

	run(event: MouseEvent | KeyboardEvent): void {
		if (this.disabled) return;
		if (this.submenu !== undefined) {
			const box = this.dom.getBoundingClientRect();
			this.submenu.showAtPosition({ x: box.right, y: box.top });
			return;
		}
		this.menu.close();
		this.callback?.(event);
	}

	setTitle(title: string | DocumentFragment): this { this.titleEl.setText(title); return this; }
	setIcon(icon: string | null): this { setIcon(this.iconEl, icon ?? ''); return this; }
	setActive(active: boolean): this { return this.setChecked(active); }
	setChecked(checked: boolean | null): this {
		this.dom.toggleClass('mod-checked', checked === true);
		if (checked !== null) this.dom.setAttr('aria-checked', String(checked));
		this.dom.querySelector('.menu-item-icon.mod-checked')?.remove();
		if (checked === true) setIcon(this.dom.createDiv('menu-item-icon mod-checked'), 'lucide-check');
		return this;
	}
	setDisabled(disabled: boolean): this { this.disabled = disabled; this.dom.toggleClass('is-disabled', disabled); return this; }
	setIsLabel(isLabel: boolean): this { this.dom.toggleClass('is-label', isLabel); this.disabled ||= isLabel; return this; }
	setWarning(warning: boolean): this { this.dom.toggleClass('is-warning', warning); return this; }
	setSection(section: string): this { this.section = section; return this; }
	onClick(callback: (event: MouseEvent | KeyboardEvent) => unknown): this { this.callback = callback; return this; }
	setSubmenu(): Menu { this.submenu ??= new Menu(); this.dom.addClass('has-submenu'); return this.submenu; }
}

export class Menu extends Component {
	static app: App;
	dom: HTMLElement = createDiv({ cls: 'menu', attr: { role: 'menu' } });
	items: MenuItem[] = [];
	private readonly scope = new Scope();
	private readonly hidden: (() => unknown)[] = [];
	private readonly outside = (event: Event): void => { if (!this.dom.contains(event.target as Node)) this.close(); };
	private chosen = -1;

	constructor() {
		super();
		this.scope.register([], 'Escape', () => { this.close(); return false; });
		const move = (by: number) => () => {
			this.chosen = (this.chosen + by + this.items.length) % this.items.length;
			for (const [at, item] of this.items.entries()) item.dom.toggleClass('selected', at === this.chosen);
			return false;
		};
		this.scope.register([], 'ArrowDown', move(1));
		this.scope.register([], 'ArrowUp', move(-1));
		this.scope.register([], 'Enter', (event) => { this.items[this.chosen]?.run(event); return false; });
	}

	addItem(callback: (item: MenuItem) => unknown): this {
		const item = new MenuItem(this);
		callback(item);
		const before = item.section === '' ? undefined : [...this.items].reverse().find(({ section }) => section === item.section);
		if (before === undefined) this.dom.appendChild(item.dom);
		else before.dom.after(item.dom);
		this.items.push(item);
		return this;
	}

	addSeparator(): this { this.dom.createDiv('menu-separator'); return this; }
	setNoIcon(): this { this.dom.addClass('no-icon'); return this; }
	setUseNativeMenu(): this { return this; }
	setParentElement(): this { return this; }
	showAtMouseEvent(event: MouseEvent): this { return this.showAtPosition({ x: event.clientX, y: event.clientY }); }

	showAtPosition({ x, y }: { x: number; y: number }): this {
		open?.close();
		open = this;
		document.body.appendChild(this.dom);
		const { width, height } = this.dom.getBoundingClientRect();
		this.dom.setCssStyles({ left: `${String(Math.min(x, innerWidth - width - 4))}px`, top: `${String(Math.min(y, innerHeight - height - 4))}px` });
		Menu.app.keymap.pushScope(this.scope);
		window.setTimeout(() => { window.addEventListener('pointerdown', this.outside, true); });
		this.load();
		return this;
	}

	hide(): this { this.close(); return this; }

	close(): void {
		if (!this.dom.isConnected) return;
		if (open === this) open = undefined;
		this.dom.remove();
		Menu.app.keymap.popScope(this.scope);
		window.removeEventListener('pointerdown', this.outside, true);
		this.unload();
		for (const callback of this.hidden) callback();
	}

	onHide(callback: () => unknown): void { this.hidden.push(callback); }

	static forEvent(event: MouseEvent): Menu {
		const menu = new Menu();
		event.preventDefault();
		window.setTimeout(() => { menu.showAtMouseEvent(event); });
		return menu;
	}
}
