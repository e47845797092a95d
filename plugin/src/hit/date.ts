/** When a note was changed, as short as a list wants it. */

const DAY = 86_400_000;

/** "today", "yesterday", "3 days ago" within a week, then the date; the year only if it is another. Milliseconds since 1970. */
export function shortDate(modified: number, now: number, locale: string): string {
	const days = Math.round((startOfDay(now) - startOfDay(modified)) / DAY);
	if (days >= 0 && days < 7) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day');
	const sameYear = new Date(modified).getFullYear() === new Date(now).getFullYear();
	const format: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
	return new Intl.DateTimeFormat(locale, sameYear ? format : { ...format, year: 'numeric' }).format(modified);
}

/** Date and time in full, for a tooltip. */
export function fullDate(modified: number, locale: string): string {
	return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }).format(modified);
}

function startOfDay(time: number): number {
	const day = new Date(time);
	day.setHours(0, 0, 0, 0);
	return day.getTime();
}
