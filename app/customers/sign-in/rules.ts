/** How many figures a code has. */
export const codeLength = 6;

/** How many emails with a code an address gets in 24 hours; further ones have a link only. */
export const maxCodesPerDay = 10;

/** Returns how many seconds after an email the next one can be requested; `links` of the last 24 hours had a link only. */
export function secondsToNextEmail(links: number): number {
  return Math.min(300, 30 * 2 ** links);
}

/** Message for a request that comes too early. `age` and `wait` in seconds. */
export function earlyRequestMessage(
  { linkOnly, age }: { linkOnly: boolean; age: number },
  wait: number,
): string {
  const use = linkOnly ? 'Press the link in it' : 'Use its code or its link';
  return `An email was requested for this address ${inWords(age)} ago. ${use}, or ask for another in ${inWords(wait)}.`;
}

const inWords = (seconds: number) =>
  seconds === 1
    ? 'a second'
    : seconds < 60
      ? `${seconds} seconds`
      : seconds < 120
        ? 'a minute'
        : `${Math.floor(seconds / 60)} minutes`;

/** Whether it can be an e-mail address; the shop itself looks closer. */
export function isEmail(text: string): boolean {
  const email = text.trim();
  return email.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email);
}

/** Six figures that stand alone, in one run or in two halves: `123456`, `123 456`, `123-456`. */
const wholeCode = /(?<!\d)(\d{3})[\s-]?(\d{3})(?!\d)/;

/** The figures of a code in what was typed or pasted, at most six; a whole code among other words is found. */
export function codeDigitsIn(text: string): string {
  const [, first, second] = wholeCode.exec(text) ?? [];
  if (first && second) return first + second;
  return text.replaceAll(/\D/g, '').slice(0, codeLength);
}

export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text);
}

/**
 * Where somebody goes once they are signed in: the path of ours that `?next=` names, or `/`. Never to another
 * host, however the address is disguised, and not back to where one signs in.
 */
export function pathAfterSignIn(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/';
  if (!/^\/(?![/\\])/.test(next)) return '/';
  const url = readUrl(next, origin);
  if (url?.origin !== origin || /^\/+login(\/|$)/i.test(url.pathname)) return '/';
  // `/.//elsewhere` loses its dot and would name a host.
  if (url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}

function readUrl(text: string, origin: string): URL | undefined {
  try {
    return new URL(text, origin);
  } catch {
    return undefined;
  }
}

/** Seconds as a clock shows them: `0:07`. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
