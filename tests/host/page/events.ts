/** Events and Component: what everything of the API rests on. */

interface Reference { readonly name: string; readonly callback: (...data: any[]) => unknown; readonly ctx: unknown; readonly owner: Events }

export class Events {
	private readonly listeners = new Map<string, Reference[]>();

	on(name: string, callback: (...data: any[]) => unknown, ctx?: unknown): Reference {
		const reference = { name, callback, ctx, owner: this as Events };
		this.listeners.set(name, [...(this.listeners.get(name) ?? []), reference]);
		return reference;
	}

	off(name: string, callback: (...data: any[]) => unknown): void {
		this.listeners.set(name, (this.listeners.get(name) ?? []).filter((known) => known.callback !== callback));
	}

	offref(reference: Reference): void {
		this.listeners.set(reference.name, (this.listeners.get(reference.name) ?? []).filter((known) => known !== reference));
	}

	trigger(name: string, ...data: unknown[]): void {
		for (const reference of this.listeners.get(name) ?? []) this.tryTrigger(reference, data);
	}

	tryTrigger(reference: Reference, args: unknown[]): void {
		try {
			reference.callback.apply(reference.ctx, args);
		} catch (error) {
			reportError(error); // as in Obsidian, one listener's fault does not stop the next
		}
	}
}

export class Component {
	private children: Component[] = [];
	private undo: (() => unknown)[] = [];
	_loaded = false;

	load(): unknown {
		if (this._loaded) return undefined;
		this._loaded = true;
		const loading: unknown = this.onload();
		for (const child of [...this.children]) child.load();
		return loading;
	}

	onload(): unknown { return undefined; }

	unload(): void {
		if (!this._loaded) return;
		this._loaded = false;
		for (const child of this.children.splice(0).reverse()) child.unload();
		for (const undo of this.undo.splice(0).reverse()) undo();
		this.onunload();
	}

	onunload(): void { /* for subclasses */ }

	addChild<T extends Component>(child: T): T {
		this.children.push(child);
		if (this._loaded) child.load();
		return child;
	}

	removeChild<T extends Component>(child: T): T {
		this.children = this.children.filter((known) => known !== child);
		child.unload();
		return child;
	}

	register(undo: () => unknown): void { this.undo.push(undo); }

	registerEvent(reference: Reference): void { this.register(() => { reference.owner.offref(reference); }); }

	registerDomEvent(el: EventTarget, type: string, callback: any, options?: AddEventListenerOptions): void {
		el.addEventListener(type, callback, options);
		this.register(() => { el.removeEventListener(type, callback, options); });
	}

	registerInterval(id: number): number {
		this.register(() => { window.clearInterval(id); });
		return id;
	}

	registerScopeEvent(handler: { scope: { unregister(handler: unknown): void } }): void {
		this.register(() => { handler.scope.unregister(handler); });
	}
}
