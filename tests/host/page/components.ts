/** The parts of a setting: buttons, toggles, fields. */

import { setIcon } from './icons';

export function setTooltip(el: HTMLElement, tooltip: string): void { el.setAttr('aria-label', tooltip); el.title = tooltip; }

export function displayTooltip(el: HTMLElement, content: string | DocumentFragment): void { setTooltip(el, typeof content === 'string' ? content : content.textContent ?? ''); }

export abstract class BaseComponent {
	disabled = false;
	then(callback: (component: this) => unknown): this { callback(this); return this; }
	setDisabled(disabled: boolean): this { this.disabled = disabled; return this; }
}

export abstract class ValueComponent<T> extends BaseComponent {
	abstract getValue(): T;
	abstract setValue(value: T): this;
	registerOptionListener(listeners: Record<string, (value?: T) => T>, key: string): this {
		listeners[key] = (value) => { if (value !== undefined) this.setValue(value); return this.getValue(); };
		return this;
	}
}

export class ButtonComponent extends BaseComponent {
	buttonEl: HTMLButtonElement;
	constructor(containerEl: HTMLElement) { super(); this.buttonEl = containerEl.createEl('button'); }
	override setDisabled(disabled: boolean): this { this.buttonEl.disabled = disabled; return super.setDisabled(disabled); }
	setCta(): this { this.buttonEl.addClass('mod-cta'); return this; }
	removeCta(): this { this.buttonEl.removeClass('mod-cta'); return this; }
	setWarning(): this { this.buttonEl.addClass('mod-warning'); return this; }
	setDestructive(): this { this.buttonEl.addClass('mod-destructive'); return this; }
	removeDestructive(): this { this.buttonEl.removeClass('mod-destructive'); return this; }
	setTooltip(tooltip: string): this { setTooltip(this.buttonEl, tooltip); return this; }
	setButtonText(name: string): this { this.buttonEl.setText(name); return this; }
	setIcon(icon: string): this { this.buttonEl.addClass('clickable-icon'); setIcon(this.buttonEl, icon); return this; }
	setClass(cls: string): this { this.buttonEl.addClass(cls); return this; }
	onClick(callback: (event: MouseEvent) => unknown): this { this.buttonEl.addEventListener('click', callback); return this; }
}

export class ExtraButtonComponent extends BaseComponent {
	extraSettingsEl: HTMLElement;
	constructor(containerEl: HTMLElement) { super(); this.extraSettingsEl = containerEl.createEl('button', 'clickable-icon extra-setting-button'); this.setIcon('lucide-settings'); }
	override setDisabled(disabled: boolean): this { this.extraSettingsEl.toggleClass('is-disabled', disabled); return super.setDisabled(disabled); }
	setTooltip(tooltip: string): this { setTooltip(this.extraSettingsEl, tooltip); return this; }
	setIcon(icon: string): this { setIcon(this.extraSettingsEl, icon); return this; }
	onClick(callback: () => unknown): this { this.extraSettingsEl.addEventListener('click', () => { if (!this.disabled) callback(); }); return this; }
}

export class ToggleComponent extends ValueComponent<boolean> {
	toggleEl: HTMLElement;
	private on = false;
	private callback: ((value: boolean) => unknown) | undefined;
	constructor(containerEl: HTMLElement) {
		super();
		this.toggleEl = containerEl.createDiv({ cls: 'checkbox-container', attr: { role: 'switch', tabindex: 0, 'aria-checked': 'false' } });
		this.toggleEl.addEventListener('click', () => { this.onClick(); });
		this.toggleEl.addEventListener('keydown', (event) => { if (event.key === ' ' || event.key === 'Enter') { event.preventDefault(); this.onClick(); } });
	}
	override setDisabled(disabled: boolean): this { this.toggleEl.toggleClass('is-disabled', disabled); return super.setDisabled(disabled); }
	getValue(): boolean { return this.on; }
	setValue(on: boolean): this {
		const changed = this.on !== on;
		this.on = on;
		this.toggleEl.toggleClass('is-enabled', on);
		this.toggleEl.setAttr('aria-checked', String(on));
		if (changed) this.callback?.(on);
		return this;
	}
	setTooltip(tooltip: string): this { setTooltip(this.toggleEl, tooltip); return this; }
	onClick(): void { if (!this.disabled) this.setValue(!this.on); }
	onChange(callback: (value: boolean) => unknown): this { this.callback = callback; return this; }
}

export class AbstractTextComponent<T extends HTMLInputElement | HTMLTextAreaElement> extends ValueComponent<string> {
	private callback: ((value: string) => unknown) | undefined;
	constructor(readonly inputEl: T) { super(); inputEl.addEventListener('input', () => { this.onChanged(); }); }
	override setDisabled(disabled: boolean): this { this.inputEl.disabled = disabled; return super.setDisabled(disabled); }
	getValue(): string { return this.inputEl.value; }
	setValue(value: string): this { this.inputEl.value = value; return this; }
	setPlaceholder(placeholder: string): this { this.inputEl.placeholder = placeholder; return this; }
	onChanged(): void { this.callback?.(this.getValue()); }
	onChange(callback: (value: string) => unknown): this { this.callback = callback; return this; }
}

export class TextComponent extends AbstractTextComponent<HTMLInputElement> {
	constructor(containerEl: HTMLElement) { super(containerEl.createEl('input', { type: 'text', attr: { spellcheck: 'false' } })); }
}

export class TextAreaComponent extends AbstractTextComponent<HTMLTextAreaElement> {
	constructor(containerEl: HTMLElement) { super(containerEl.createEl('textarea', { attr: { spellcheck: 'false' } })); }
}

export class SearchComponent extends AbstractTextComponent<HTMLInputElement> {
	containerEl: HTMLElement;
	clearButtonEl: HTMLElement;
	constructor(parent: HTMLElement) {
		const containerEl = parent.createDiv('search-input-container');
		super(containerEl.createEl('input', { type: 'search', attr: { enterkeyhint: 'search', spellcheck: 'false' } }));
		this.containerEl = containerEl;
		this.clearButtonEl = containerEl.createDiv({ cls: 'search-input-clear-button', attr: { 'aria-label': 'Clear search' } });
		this.clearButtonEl.addEventListener('click', () => { this.setValue(''); this.onChanged(); this.inputEl.focus(); });
	}
}

export class DropdownComponent extends ValueComponent<string> {
	selectEl: HTMLSelectElement;
	constructor(containerEl: HTMLElement) { super(); this.selectEl = containerEl.createEl('select', 'dropdown'); }
	override setDisabled(disabled: boolean): this { this.selectEl.disabled = disabled; return super.setDisabled(disabled); }
	addOption(value: string, text: string): this { this.selectEl.createEl('option', { value, text }); return this; }
	addOptions(options: Record<string, string>): this { for (const [value, text] of Object.entries(options)) this.addOption(value, text); return this; }
	getValue(): string { return this.selectEl.value; }
	setValue(value: string): this { this.selectEl.value = value; return this; }
	onChange(callback: (value: string) => unknown): this { this.selectEl.addEventListener('change', () => { callback(this.getValue()); }); return this; }
}

export class SliderComponent extends ValueComponent<number> {
	sliderEl: HTMLInputElement;
	private readonly shownEl: HTMLElement;
	private format: (value: number) => string = String;
	private instant = false;
	constructor(containerEl: HTMLElement) {
		super();
		this.shownEl = containerEl.createDiv('slider-value');
		this.sliderEl = containerEl.createEl('input', { cls: 'slider', type: 'range' });
		this.sliderEl.addEventListener('input', () => { this.show(); });
	}
	private show(): void { this.shownEl.setText(this.getValuePretty()); }
	override setDisabled(disabled: boolean): this { this.sliderEl.disabled = disabled; return super.setDisabled(disabled); }
	setInstant(instant: boolean): this { this.instant = instant; return this; }
	setLimits(min: number | null, max: number | null, step: number | 'any'): this {
		this.sliderEl.setAttrs({ min, max, step });
		return this;
	}
	getValue(): number { return this.sliderEl.valueAsNumber; }
	setValue(value: number): this { this.sliderEl.value = String(value); this.show(); return this; }
	getValuePretty(): string { return this.format(this.getValue()); }
	setDisplayFormat(format: (value: number) => string): this { this.format = format; this.show(); return this; }
	setDynamicTooltip(): this { return this; }
	showTooltip(): void { this.show(); }
	onChange(callback: (value: number) => unknown): this {
		this.sliderEl.addEventListener(this.instant ? 'input' : 'change', () => { callback(this.getValue()); });
		return this;
	}
}

export class ProgressBarComponent extends ValueComponent<number> {
	private readonly barEl: HTMLElement;
	private value = 0;
	constructor(containerEl: HTMLElement) { super(); this.barEl = containerEl.createDiv('setting-progress-bar').createDiv('setting-progress-bar-inner'); }
	getValue(): number { return this.value; }
	setValue(value: number): this { this.value = value; this.barEl.setCssStyles({ width: `${String(value)}%` }); return this; }
}

export class DisplayValueComponent {
	valueEl: HTMLElement;
	constructor(containerEl: HTMLElement) { this.valueEl = containerEl.createDiv('setting-item-display-value'); }
	setValue(value: string | null): this { this.valueEl.setText(value ?? ''); return this; }
	setStatus(status: 'warning' | null): this { this.valueEl.toggleClass('mod-warning', status === 'warning'); return this; }
}

export class ColorComponent extends ValueComponent<string> {
	private readonly inputEl: HTMLInputElement;
	constructor(containerEl: HTMLElement) { super(); this.inputEl = containerEl.createEl('input', { type: 'color' }); }
	getValue(): string { return this.inputEl.value; }
	setValue(value: string): this { this.inputEl.value = value; return this; }
	onChange(callback: (value: string) => unknown): this { this.inputEl.addEventListener('change', () => { callback(this.getValue()); }); return this; }
}
