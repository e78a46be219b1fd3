/** Source of the current time. Use cases read the time from `shop.clock`, so that tests can set it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** Each of these functions returns a duration in milliseconds. */
export const seconds = (count: number) => count * 1000;
export const minutes = (count: number) => seconds(count * 60);
export const hours = (count: number) => minutes(count * 60);
export const days = (count: number) => hours(count * 24);

/**
 * Shifts a time by India's offset of 5:30 hours, so that its UTC methods return the Indian date and time. The offset is the same
 * all year.
 */
const shiftToIndia = (moment: Date | string | number) =>
  new Date(new Date(moment).getTime() + minutes(5 * 60 + 30));

/** Returns the Indian year of a time. The year begins five and a half hours earlier in India than in UTC. */
export function yearInIndia(date: Date): number {
  return shiftToIndia(date).getUTCFullYear();
}

/** Returns the Indian date of a time as `2026-11-21`. */
export function dateInIndia(date: Date): string {
  return shiftToIndia(date).toISOString().slice(0, 10);
}

/** Converts a date such as `2026-11-21` to a time, noon in India, because the date formats need a time. */
export const noonInIndia = (date: string) => new Date(`${date}T12:00:00+05:30`);

/**
 * Formats a time in India as `2:20 pm`. Does not use the formats of the locale, because they differ between the server and
 * browsers.
 */
export function formatTime(moment: Date | string | number): string {
  const [hour = 0, minute] = shiftToIndia(moment).toISOString().slice(11, 16).split(':');
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'am' : 'pm'}`;
}
