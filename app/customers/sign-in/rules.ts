export const codeLength = 6;

/** Maximum number of emails with a code to an address in 24 hours. Further emails contain only a link. */
export const maxCodesPerDay = 10;

/**
 * Returns the minimum number of seconds between the last email and the next one. `links` is the number of emails of the last 24
 * hours that contained only a link.
 */
export function secondsToNextEmail(links: number): number {
  return Math.min(300, 30 * 2 ** links);
}

/**
 * Returns the message for a request that comes too early. `age` is the number of seconds since the last email. `wait` is the
 * number of seconds until the next request.
 */
export function earlyRequestMessage(
  { linkOnly, age }: { linkOnly: boolean; age: number },
  wait: number,
): string {
  const use = linkOnly ? 'Press the link in it' : 'Use its code or its link';
  const when = age < 1 ? 'just now' : `${formatWait(age)} ago`;
  return `An email was requested for this address ${when}. ${use}, or ask for another in ${formatWait(wait)}.`;
}

const formatWait = (seconds: number) =>
  seconds === 1
    ? 'a second'
    : seconds < 60
      ? `${seconds} seconds`
      : seconds < 120
        ? 'a minute'
        : `${Math.floor(seconds / 60)} minutes`;

/** True if the text looks like an email address. The server validates the address. */
export function isEmail(text: string): boolean {
  const email = text.trim();
  return email.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email);
}

/** Matches six digits that are not part of a longer number, such as `123456`, `123 456` or `123-456`. */
const wholeCode = /(?<!\d)(\d{3})[\s-]?(\d{3})(?!\d)/;

/** Returns the digits of a code in a typed or pasted text, at most six. Finds a complete code in a text with other words. */
export function codeDigitsIn(text: string): string {
  const [, first, second] = wholeCode.exec(text) ?? [];
  if (first && second) return first + second;
  return text.replaceAll(/\D/g, '').slice(0, codeLength);
}

export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text);
}

/** Returns the path in `?next=`, or else `/`. Never returns a path of another host, or of the sign-in page. */
export function pathAfterSignIn(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/';
  if (!/^\/(?![/\\])/.test(next)) return '/';
  const url = readUrl(next, origin);
  if (url?.origin !== origin || /^\/+login(\/|$)/i.test(url.pathname)) return '/';
  // `/.//elsewhere` is normalized to `//elsewhere`, which would name another host.
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
