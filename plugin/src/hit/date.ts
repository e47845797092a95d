/** When a note was changed, as short as a list wants it. */

const DAY = 86_400_000;

/** What writes dates in one language: making these costs more than all the rest of a list's drawing. */
interface Writers {
	readonly relative: Intl.RelativeTimeFormat;
	readonly sameYear: Intl.DateTimeFormat;
	readonly otherYear: Intl.DateTimeFormat;
	readonly full: Intl.DateTimeFormat;
}

const known = new Map<string, Writers>();

/** "today", "yesterday", "3 days ago" within a week, then the date; the year only if it is another. Milliseconds since 1970. */
export function shortDate(modified: number, now: number, locale: string): string {
	const { relative, sameYear, otherYear } = writersOf(locale);
	const days = Math.round((startOfDay(now) - startOfDay(modified)) / DAY);
	if (days >= 0 && days < 7) return relative.format(-days, 'day');
	const writer = new Date(modified).getFullYear() === new Date(now).getFullYear() ? sameYear : otherYear;
	return writer.format(modified);
}

/** Date and time in full, for a tooltip. */
export function fullDate(modified: number, locale: string): string {
	return writersOf(locale).full.format(modified);
}

function writersOf(locale: string): Writers {
	const made = known.get(locale);
	if (made !== undefined) return made;
	const writers: Writers = {
		relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
		sameYear: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }),
		otherYear: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }),
		full: new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }),
	};
	known.set(locale, writers);
	return writers;
}

function startOfDay(time: number): number {
	const day = new Date(time);
	day.setHours(0, 0, 0, 0);
	return day.getTime();
}
