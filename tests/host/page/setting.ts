/** Setting and SettingGroup: rows of a settings screen, made by hand. */

import {
	ButtonComponent, ColorComponent, DisplayValueComponent, DropdownComponent, ExtraButtonComponent, ProgressBarComponent,
	SearchComponent, setTooltip, SliderComponent, TextAreaComponent, TextComponent, ToggleComponent, type BaseComponent,
} from './components';

type With<T> = (component: T) => unknown;

export class Setting {
	settingEl: HTMLElement;
	infoEl: HTMLElement;
	nameEl: HTMLElement;
	descEl: HTMLElement;
	controlEl: HTMLElement;
	errorEl: HTMLElement | null = null;
	components: BaseComponent[] = [];

	constructor(containerEl: HTMLElement) {
		this.settingEl = containerEl.createDiv('setting-item');
		this.infoEl = this.settingEl.createDiv('setting-item-info');
		this.nameEl = this.infoEl.createDiv('setting-item-name');
		this.descEl = this.infoEl.createDiv('setting-item-description');
		this.controlEl = this.settingEl.createDiv('setting-item-control');
	}

	private add<T extends BaseComponent>(component: T, callback: With<T>): this {
		this.components.push(component);
		callback(component);
		return this;
	}

	setName(name: string | DocumentFragment): this { this.nameEl.setText(name); return this; }
	setDesc(desc: string | DocumentFragment): this { this.descEl.setText(desc); return this; }
	setClass(cls: string): this { this.settingEl.addClass(cls); return this; }
	setTooltip(tooltip: string): this { setTooltip(this.nameEl, tooltip); return this; }
	setHeading(): this { this.settingEl.addClass('setting-item-heading'); return this; }
	setDisabled(disabled: boolean): this {
		this.settingEl.toggleClass('is-disabled', disabled);
		for (const component of this.components) component.setDisabled(disabled);
		return this;
	}
	setErrorMessage(message: string | null): this {
		this.errorEl?.remove();
		this.errorEl = message === null ? null : this.infoEl.createDiv({ cls: 'setting-item-error', text: message, attr: { role: 'alert' } });
		return this;
	}
	addButton(callback: With<ButtonComponent>): this { return this.add(new ButtonComponent(this.controlEl), callback); }
	addExtraButton(callback: With<ExtraButtonComponent>): this { return this.add(new ExtraButtonComponent(this.controlEl), callback); }
	addToggle(callback: With<ToggleComponent>): this { this.settingEl.addClass('mod-toggle'); return this.add(new ToggleComponent(this.controlEl), callback); }
	addText(callback: With<TextComponent>): this { return this.add(new TextComponent(this.controlEl), callback); }
	addSearch(callback: With<SearchComponent>): this { return this.add(new SearchComponent(this.controlEl), callback); }
	addTextArea(callback: With<TextAreaComponent>): this { return this.add(new TextAreaComponent(this.controlEl), callback); }
	addDropdown(callback: With<DropdownComponent>): this { return this.add(new DropdownComponent(this.controlEl), callback); }
	addColorPicker(callback: With<ColorComponent>): this { return this.add(new ColorComponent(this.controlEl), callback); }
	addProgressBar(callback: With<ProgressBarComponent>): this { return this.add(new ProgressBarComponent(this.controlEl), callback); }
	addSlider(callback: With<SliderComponent>): this { return this.add(new SliderComponent(this.controlEl), callback); }
	addDisplayValue(callback: With<DisplayValueComponent>): this { callback(new DisplayValueComponent(this.controlEl)); return this; }
	addComponent<T extends BaseComponent>(callback: (el: HTMLElement) => T): this { this.components.push(callback(this.controlEl)); return this; }
	then(callback: With<this>): this { callback(this); return this; }
	clear(): this { this.controlEl.empty(); this.components = []; return this; }
}

export class SettingGroup {
	groupEl: HTMLElement;
	headerEl: HTMLElement;
	listEl: HTMLElement;
	private readonly headingEl: HTMLElement;

	constructor(containerEl: HTMLElement) {
		this.groupEl = containerEl.createDiv('setting-group');
		this.headerEl = this.groupEl.createDiv('setting-item setting-item-heading');
		this.headingEl = this.headerEl.createDiv('setting-item-info').createDiv('setting-item-name');
		this.headerEl.hide();
		this.listEl = this.groupEl.createDiv('setting-items');
	}

	setHeading(text: string | DocumentFragment): this { this.headerEl.show(); this.headingEl.setText(text); return this; }
	addClass(...classes: string[]): this { this.groupEl.addClass(...classes); return this; }
	addSetting(callback: (setting: Setting) => void): this { callback(new Setting(this.listEl)); return this; }
	addSearch(callback: With<SearchComponent>): this { callback(new SearchComponent(this.headerEl)); return this; }
	addExtraButton(callback: With<ExtraButtonComponent>): this { this.headerEl.show(); callback(new ExtraButtonComponent(this.headerEl.querySelector<HTMLElement>('.setting-item-control') ?? this.headerEl.createDiv('setting-item-control'))); return this; }
}
