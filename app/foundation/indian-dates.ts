import { formatTime, noonInIndia, yearInIndia } from './clock.ts';

const inIndia = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', ...options });
const dayAndMonth = inIndia({ day: 'numeric', month: 'short' });
const longDate = inIndia({ day: 'numeric', month: 'long', year: 'numeric' });
const withYear = inIndia({ day: 'numeric', month: 'short', year: 'numeric' });

/** Format of a short weekday in India: `Sat`. */
export const weekday = inIndia({ weekday: 'short' });
/** Format of a long weekday in India: `Saturday`. */
export const longWeekday = inIndia({ weekday: 'long' });
/** Format of a day in India without its year: `28 November`. */
export const dayAndLongMonth = inIndia({ day: 'numeric', month: 'long' });
/** Format of a day in India: `Saturday, 28 November`. */
export const longDay = inIndia({ weekday: 'long', day: 'numeric', month: 'long' });

/** Formats the Indian date of a time as `21 November 2026`. */
export function formatDay(date: Date): string {
  return longDate.format(date);
}

/** Formats a date without a time: `2026-11-21` → `21 November 2026`. */
export function formatDateInIndia(date: string): string {
  return formatDay(noonInIndia(date));
}

/** Formats a day in India as `28 Nov`. Adds the year unless it is the current year. */
export function shortDate(time: Date, now = new Date()): string {
  return (yearInIndia(time) === yearInIndia(now) ? dayAndMonth : withYear).format(time);
}

/** Formats a day in India as `Sat, 28 Nov`. Adds the year unless it is the current year. */
export function shortDay(time: Date, now = new Date()): string {
  return `${weekday.format(time)}, ${shortDate(time, now)}`;
}

/** Formats a time in India as `25 Nov, 4:10 pm`. Adds the year unless it is the current year. */
export function dayAndTime(time: Date, now = new Date()): string {
  return `${shortDate(time, now)}, ${formatTime(time)}`;
}

/** Formats a time in India as `21 Nov 2026, 2:47 pm`. */
export function formatDateTime(time: string): string {
  return `${withYear.format(new Date(time))}, ${formatTime(time)}`;
}

/** Formats a time in the customer's time zone as `12:15 pm`. `moment` is in milliseconds since 1970. */
export function timeOfDay(moment: number): string {
  return new Intl.DateTimeFormat('en-IN', { hour: 'numeric', minute: '2-digit' }).format(moment);
}
