import { yearInIndia } from '../foundation/clock.ts';

const inIndia = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', ...options });
const dayAndMonth = inIndia({ day: 'numeric', month: 'short' });
const withYear = inIndia({ day: 'numeric', month: 'short', year: 'numeric' });
const time = inIndia({ hour: 'numeric', minute: '2-digit', hour12: true });

/** Format of a short weekday in India: `Sat`. */
export const weekday = inIndia({ weekday: 'short' });
/** Format of a long weekday in India: `Saturday`. */
export const longWeekday = inIndia({ weekday: 'long' });

/** Formats a day in India as `28 Nov`. Adds the year unless it is the current year. */
export function shortDate(at: Date, now = new Date()): string {
  return (yearInIndia(at) === yearInIndia(now) ? dayAndMonth : withYear).format(at);
}

/** Formats a day in India as `Sat, 28 Nov`. Adds the year unless it is the current year. */
export function shortDay(at: Date, now = new Date()): string {
  return `${weekday.format(at)}, ${shortDate(at, now)}`;
}

/** Formats a time in India as `4:10 pm`. */
export function formatTime(at: Date): string {
  return time.format(at).replace(/\s/g, ' ').toLowerCase();
}

/** Formats a time in the customer's time zone as `12:15 pm`. `moment` is in milliseconds since 1970. */
export function timeOfDay(moment: number): string {
  return new Intl.DateTimeFormat('en-IN', { hour: 'numeric', minute: '2-digit' }).format(moment);
}

/** Formats a time in India as `25 Nov, 4:10 pm`. Adds the year unless it is the current year. */
export function dayAndTime(at: Date, now = new Date()): string {
  return `${shortDate(at, now)}, ${formatTime(at)}`;
}
