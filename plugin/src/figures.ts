/** Figures as people read them, in the interface's language. */

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1000;

/** 12,3 MB: three digits at most, decimal units as file managers of most systems show them. */
export function inBytes(bytes: number, language: string): string {
	let value = bytes;
	let unit = 0;
	while (value >= STEP && unit < UNITS.length - 1) {
		value /= STEP;
		unit++;
	}
	const options = { style: 'unit', unit: UNITS[unit] ?? 'byte', maximumSignificantDigits: Math.max(3, digits(value)) } as const;
	return new Intl.NumberFormat(language, options).format(value);
}

/** @param seconds since 1970 */
export function inDateAndTime(seconds: number, language: string): string {
	return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);
}

function digits(value: number): number {
	return String(Math.floor(value)).length;
}
