/** Source of the current time. Use cases read the time from `shop.clock`, so that tests can set it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

const indianDay = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
});

const indianYear = new Intl.DateTimeFormat('en-IN', { year: 'numeric', timeZone: 'Asia/Kolkata' });

/** Formats the Indian date of a time. Example: `21 November 2026`. */
export function formatDay(date: Date): string {
  return indianDay.format(date);
}

/** Returns the Indian year of a time. The year begins five and a half hours earlier in India than in UTC. */
export function yearInIndia(date: Date): number {
  return Number(indianYear.format(date));
}

const indianDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

/** Returns the Indian date of a time as `2026-11-21`. */
export function dateInIndia(date: Date): string {
  return indianDate.format(date);
}

/** Returns noon in India of a date such as `2026-11-21`, so that the date can be formatted. */
export const noonInIndia = (date: string) => new Date(`${date}T12:00:00+05:30`);

/** Formats a time in India as `2:20 pm`. Does not use the locale, because the server and browsers format times differently. */
export function formatTime(moment: Date | string | number): string {
  const [hour = 0, minute] = new Date(new Date(moment).getTime() + indiaOffset)
    .toISOString()
    .slice(11, 16)
    .split(':');
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'am' : 'pm'}`;
}

/** Each of these functions returns a duration in milliseconds. */
export const seconds = (count: number) => count * 1000;
export const minutes = (count: number) => seconds(count * 60);
export const hours = (count: number) => minutes(count * 60);
export const days = (count: number) => hours(count * 24);

/** Time difference between India and UTC: 5:30 hours, all year. */
const indiaOffset = minutes(330);
