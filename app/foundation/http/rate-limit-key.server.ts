import { isIP } from 'node:net';

/**
 * Returns an address's rate-limit key: the IPv4 address, also if mapped into IPv6, or the IPv6 /64 network (`2001:db8:0:1::/64`),
 * all of which one subscriber controls. Returns `unknown` for text that is not an address.
 */
export function rateLimitKey(address: string): string {
  return networksOf(address)[0];
}

/**
 * Returns the {@link rateLimitKey}, and for IPv6 the wider networks that a subscriber may have: `2001:db8:0:0::/56`,
 * `2001:db8:0::/48`.
 */
export function networksOf(address: string): [narrow: string, ...wider: string[]] {
  const bare = bareAddress(address);
  const kind = isIP(bare);
  if (kind === 4) return [bare];
  if (kind !== 6) return ['unknown'];
  const groups = groupsOf(bare);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const bytes = groups.slice(6).flatMap((group) => [Math.floor(group / 256), group % 256]);
    return [bytes.join('.')];
  }
  const [first = '0', second = '0', third = '0', fourth = '0'] = groups.map((group) => group.toString(16));
  const site = `${first}:${second}:${third}`;
  const subnet = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  return [`${site}:${fourth}::/64`, `${site}:${subnet}::/56`, `${site}::/48`];
}

/** Removes the brackets and the port that some proxies add, and the zone of a network interface (`%eth0`). */
function bareAddress(address: string): string {
  const text = address.trim();
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  const withPort = /^([\d.]+):\d+$/.exec(text)?.[1];
  return (bracketed ?? withPort ?? text).replace(/%.*$/, '');
}

/** Returns the eight groups of an IPv6 address. The URL parser converts a dotted end (`::ffff:192.0.2.1`) to groups. */
function groupsOf(address: string): number[] {
  const parts = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first = [], last = []] = parts.map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - first.length - last.length).fill('0');
  return [...first, ...zeros, ...last].map((group) => Number.parseInt(group, 16));
}
