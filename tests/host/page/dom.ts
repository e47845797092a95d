/** The helpers that Obsidian adds to the DOM's and the language's own classes (top of obsidian.d.ts). */

type Names = string | string[] | undefined;
type Attributes = Record<string, string | number | boolean | null>;

const SVG = 'http://www.w3.org/2000/svg';

function classes(names: Names): string[] {
	return (Array.isArray(names) ? names : (names ?? '').split(' ')).flatMap((name) => name.split(' ')).filter(Boolean);
}

function setAttributes(el: Element, attributes: Attributes | undefined): void {
	for (const [name, value] of Object.entries(attributes ?? {})) {
		if (value === null || value === false) el.removeAttribute(name);
		else el.setAttribute(name, value === true ? '' : String(value));
	}
}

function make(tag: string, info: DomElementInfo | string = {}, callback?: (el: any) => void, parent?: Node): HTMLElement {
	const given: DomElementInfo = typeof info === 'string' ? { cls: info } : info;
	const el = document.createElement(tag);
	el.classList.add(...classes(given.cls));
	if (given.text !== undefined) el.setText(given.text);
	setAttributes(el, given.attr);
	if (given.title !== undefined) el.title = given.title;
	if (given.value !== undefined) (el as HTMLInputElement).value = given.value;
	if (given.type !== undefined) (el as HTMLInputElement).type = given.type;
	if (given.placeholder !== undefined) (el as HTMLInputElement).placeholder = given.placeholder;
	if (given.href !== undefined) (el as HTMLAnchorElement).href = given.href;
	place(el, given.parent ?? parent, given.prepend);
	callback?.(el);
	return el;
}

function makeSvg(tag: string, info: SvgElementInfo | string = {}, callback?: (el: any) => void, parent?: Node): SVGElement {
	const given: SvgElementInfo = typeof info === 'string' ? { cls: info } : info;
	const el = document.createElementNS(SVG, tag) as SVGElement;
	el.classList.add(...classes(given.cls));
	setAttributes(el, given.attr);
	place(el, given.parent ?? parent, given.prepend);
	callback?.(el);
	return el;
}

function place(el: Element, parent: Node | undefined, first = false): void {
	if (first) parent?.insertBefore(el, parent.firstChild);
	else parent?.appendChild(el);
}

/** Puts functions onto a prototype, not enumerable, as a real one's are. */
function extend(target: object, members: Record<string, unknown>): void {
	for (const [name, value] of Object.entries(members)) {
		Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
	}
}

function getter(target: object, name: string, get: (this: any) => unknown): void {
	Object.defineProperty(target, name, { get, configurable: true });
}

/** Listeners added by `on` with a selector, so that `off` finds them. */
const delegated = new WeakMap<object, { type: string; selector: string; listener: unknown; callback: EventListener }[]>();

function on(this: EventTarget, type: string, selector: string, listener: any, options?: AddEventListenerOptions): void {
	const callback = (event: Event): void => {
		const target = (event.target as Element | null)?.closest(selector) ?? null;
		if (target !== null && (this as unknown as Node).contains(target)) listener.call(this, event, target);
	};
	const list = delegated.get(this) ?? [];
	list.push({ type, selector, listener, callback });
	delegated.set(this, list);
	this.addEventListener(type, callback, options);
}

function off(this: EventTarget, type: string, selector: string, listener: unknown, options?: EventListenerOptions): void {
	for (const known of delegated.get(this) ?? []) {
		if (known.type === type && known.selector === selector && known.listener === listener) {
			this.removeEventListener(type, known.callback, options);
		}
	}
}

export function installDom(): void {
	extend(Node.prototype, {
		detach(this: ChildNode) { this.parentNode?.removeChild(this); },
		empty(this: Node) { while (this.lastChild !== null) this.removeChild(this.lastChild); },
		insertAfter(this: Node, node: Node, child: Node | null) { return this.insertBefore(node, child === null ? this.firstChild : child.nextSibling); },
		indexOf(this: Node, other: Node) { return [...this.childNodes].indexOf(other as ChildNode); },
		setChildrenInPlace(this: Element, children: Node[]) { this.replaceChildren(...children); },
		appendText(this: Node, text: string) { this.appendChild(document.createTextNode(text)); },
		instanceOf(this: Node, type: any) { return this instanceof type; },
		createEl(this: Node, tag: string, info?: any, callback?: any) { return make(tag, info, callback, this); },
		createDiv(this: Node, info?: any, callback?: any) { return make('div', info, callback, this); },
		createSpan(this: Node, info?: any, callback?: any) { return make('span', info, callback, this); },
		createSvg(this: Node, tag: string, info?: any, callback?: any) { return makeSvg(tag, info, callback, this); },
	});
	getter(Node.prototype, 'doc', function (this: Node) { return this.ownerDocument ?? document; });
	getter(Node.prototype, 'win', () => window);
	getter(Node.prototype, 'constructorWin', () => window);

	const finders = {
		find(this: ParentNode, selector: string) { return this.querySelector(selector); },
		findAll(this: ParentNode, selector: string) { return [...this.querySelectorAll(selector)]; },
	};
	extend(DocumentFragment.prototype, finders);
	extend(Element.prototype, {
		...finders,
		findAllSelf(this: Element, selector: string) {
			return [...(this.matches(selector) ? [this] : []), ...this.querySelectorAll(selector)];
		},
		getText(this: Element) { return this.textContent ?? ''; },
		setText(this: Element, text: string | DocumentFragment) {
			if (typeof text === 'string') this.textContent = text;
			else this.replaceChildren(text);
		},
		addClass(this: Element, ...names: string[]) { this.classList.add(...classes(names)); },
		addClasses(this: Element, names: string[]) { this.classList.add(...classes(names)); },
		removeClass(this: Element, ...names: string[]) { this.classList.remove(...classes(names)); },
		removeClasses(this: Element, names: string[]) { this.classList.remove(...classes(names)); },
		toggleClass(this: Element, names: Names, value: boolean) { for (const name of classes(names)) this.classList.toggle(name, value); },
		hasClass(this: Element, name: string) { return this.classList.contains(name); },
		setAttr(this: Element, name: string, value: any) { setAttributes(this, { [name]: value }); },
		setAttrs(this: Element, attributes: Attributes) { setAttributes(this, attributes); },
		getAttr(this: Element, name: string) { return this.getAttribute(name); },
		matchParent(this: Element, selector: string, last?: Element) {
			for (let el: Element | null = this; el !== null; el = el.parentElement) {
				if (el.matches(selector)) return el;
				if (el === last) return null;
			}
			return null;
		},
		getCssPropertyValue(this: Element, property: string, pseudo?: string) { return getComputedStyle(this, pseudo).getPropertyValue(property).trim(); },
		isActiveElement(this: Element) { return document.activeElement === this; },
	});
	const styles = {
		setCssStyles(this: HTMLElement, given: Partial<CSSStyleDeclaration>) { Object.assign(this.style, given); },
		setCssProps(this: HTMLElement, given: Record<string, string>) {
			for (const [name, value] of Object.entries(given)) this.style.setProperty(name, value);
		},
	};
	extend(SVGElement.prototype, styles);
	extend(HTMLElement.prototype, {
		...styles,
		show(this: HTMLElement) { this.style.removeProperty('display'); },
		hide(this: HTMLElement) { this.style.display = 'none'; },
		toggle(this: HTMLElement, show: boolean) { if (show) this.show(); else this.hide(); },
		toggleVisibility(this: HTMLElement, visible: boolean) { this.style.visibility = visible ? '' : 'hidden'; },
		isShown(this: HTMLElement) { return this.offsetParent !== null; },
		on, off,
		onClickEvent(this: HTMLElement, listener: any, options?: AddEventListenerOptions) {
			this.addEventListener('click', listener, options);
			this.addEventListener('auxclick', listener, options);
		},
		trigger(this: HTMLElement, type: string) { this.dispatchEvent(new Event(type, { bubbles: true, cancelable: true })); },
		onNodeInserted(this: HTMLElement, listener: () => void, once = false) {
			let inside = this.isConnected;
			const observer = new MutationObserver(() => {
				if (this.isConnected === inside) return;
				inside = this.isConnected;
				if (!inside) return;
				listener();
				if (once) observer.disconnect();
			});
			observer.observe(document, { childList: true, subtree: true });
			return () => { observer.disconnect(); };
		},
		onWindowMigrated() { return () => undefined; }, // one window only
	});
	getter(HTMLElement.prototype, 'innerWidth', function (this: HTMLElement) {
		const style = getComputedStyle(this);
		return this.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
	});
	getter(HTMLElement.prototype, 'innerHeight', function (this: HTMLElement) {
		const style = getComputedStyle(this);
		return this.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
	});
	extend(Document.prototype, { on, off });
	getter(UIEvent.prototype, 'targetNode', function (this: UIEvent) { return this.target; });
	getter(UIEvent.prototype, 'win', () => window);
	getter(UIEvent.prototype, 'doc', () => document);
	extend(UIEvent.prototype, { instanceOf(this: UIEvent, type: any) { return this instanceof type; } });
	installLanguage();
	Object.assign(window, {
		createEl: make, createSvg: makeSvg,
		createDiv: (info?: any, callback?: any) => make('div', info, callback),
		createSpan: (info?: any, callback?: any) => make('span', info, callback),
		createFragment(callback?: (el: DocumentFragment) => void) {
			const fragment = document.createDocumentFragment();
			callback?.(fragment);
			return fragment;
		},
		isBoolean: (value: unknown) => typeof value === 'boolean',
		fish: (selector: string) => document.querySelector(selector),
		fishAll: (selector: string) => [...document.querySelectorAll(selector)],
		sleep: (ms: number) => new Promise((resolve) => { setTimeout(resolve, ms); }),
		nextFrame: () => new Promise((resolve) => { requestAnimationFrame(resolve); }),
		ready: (fn: () => void) => { fn(); },
		activeWindow: window, activeDocument: document,
	});
}

function installLanguage(): void {
	extend(Object, {
		isEmpty: (object: object) => Object.keys(object).length === 0,
		each(object: Record<string, unknown>, callback: (value: unknown, key: string) => unknown, context?: unknown) {
			return Object.entries(object).every(([key, value]) => callback.call(context, value, key) !== false);
		},
	});
	extend(Array, { combine: (arrays: unknown[][]) => arrays.flat() });
	extend(Array.prototype, {
		first(this: unknown[]) { return this[0]; },
		last(this: unknown[]) { return this[this.length - 1]; },
		contains(this: unknown[], target: unknown) { return this.includes(target); },
		remove(this: unknown[], target: unknown) {
			const at = this.indexOf(target);
			if (at !== -1) this.splice(at, 1);
		},
		shuffle(this: unknown[]) { return this.sort(() => Math.random() - 0.5); },
		unique(this: unknown[]) { return [...new Set(this)]; },
	});
	extend(Math, {
		clamp: (value: number, min: number, max: number) => Math.min(Math.max(value, min), max),
		square: (value: number) => value * value,
	});
	extend(String, { isString: (value: unknown) => typeof value === 'string' });
	extend(String.prototype, {
		contains(this: string, target: string) { return this.includes(target); },
		format(this: string, ...args: string[]) { return this.replace(/\{(\d+)\}/g, (_, n: string) => args[Number(n)] ?? ''); },
	});
	extend(Number, { isNumber: (value: unknown) => typeof value === 'number' });
}
