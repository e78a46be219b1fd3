import { isIP } from 'node:net';

/**
 * The name under which uses from a network address are counted: an IPv4 address as it is, also where it comes
 * mapped into IPv6, and of an IPv6 address the first 64 bits (`2001:db8:0:1::/64`), because one line gets all
 * the addresses that share them. What is no address counts as `unknown`.
 */
export function rateLimitKey(address: string): string {
  return networksOf(address)[0];
}

/**
 * Returns {@link rateLimitKey}, and for an IPv6 address the two wider networks that one subscriber may be given whole:
 * `2001:db8:0:0::/56` and `2001:db8:0::/48`. There are 65,536 networks of 64 bits in one of 48.
 */
export function networksOf(address: string): [narrow: string, ...wider: string[]] {
  const bare = bareAddress(address);
  const kind = isIP(bare);
  if (kind === 4) return [bare];
  if (kind !== 6) return ['unknown'];
  const groups = groupsOf(bare);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [
      groups
        .slice(6)
        .flatMap((group) => [Math.floor(group / 256), group % 256])
        .join('.'),
    ];
  }
  const [one = '0', two = '0', three = '0', four = '0'] = groups.map((group) => group.toString(16));
  const site = `${one}:${two}:${three}`;
  const half = (Number.parseInt(four, 16) & 0xff00).toString(16);
  return [`${site}:${four}::/64`, `${site}:${half}::/56`, `${site}::/48`];
}

/** Without the brackets and the port that some proxies write, and without the name of a network card. */
function bareAddress(address: string): string {
  const text = address.trim();
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  const withPort = /^([\d.]+):\d+$/.exec(text)?.[1];
  return (bracketed ?? withPort ?? text).replace(/%.*$/, '');
}

/** The eight groups of an IPv6 address, `::` filled up and a dotted end (`::ffff:192.0.2.1`) counted as two. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const [first, last] = [numbersOf(head), numbersOf(tail ?? '')];
  const missing = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array<number>(missing).fill(0), ...last];
}

function numbersOf(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
