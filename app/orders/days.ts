import { yearInIndia } from '../foundation/clock.ts';
import { formatTime } from './status-history.ts';

const inIndia = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', ...options });
const weekday = inIndia({ weekday: 'short' });
const dayAndMonth = inIndia({ day: 'numeric', month: 'short' });
const withYear = inIndia({ day: 'numeric', month: 'short', year: 'numeric' });

/** `28 Nov`; with its year when that is not the present one. Days are India's. */
export function shortDate(at: Date, now = new Date()): string {
  return (yearInIndia(at) === yearInIndia(now) ? dayAndMonth : withYear).format(at);
}

/** `Sat, 28 Nov` */
export function shortDay(at: Date, now = new Date()): string {
  return `${weekday.format(at)}, ${shortDate(at, now)}`;
}

/** `12:15 pm`, by the customer's own clock. `moment` in milliseconds since 1970. */
export function timeOfDay(moment: number): string {
  return new Intl.DateTimeFormat('en-IN', { hour: 'numeric', minute: '2-digit' }).format(moment);
}

/** `25 Nov, 4:10 pm` */
export function dayAndTime(at: Date, now = new Date()): string {
  return `${shortDate(at, now)}, ${formatTime(at)}`;
}
