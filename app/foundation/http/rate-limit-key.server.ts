import { isIP } from 'node:net';

/**
 * Returns the key under which requests of a client address are counted. For IPv4, including IPv4 mapped into IPv6
 * (`::ffff:203.0.113.7`), the key is the IPv4 address. For IPv6, the key is the /64 network (`2001:db8:0:1::/64`), because one
 * subscriber controls the whole network. Returns `unknown` for a text that is not an address.
 */
export function rateLimitKey(address: string): string {
  return networksOf(address)[0];
}

/**
 * Returns the {@link rateLimitKey}. For IPv6, also returns the larger networks that one subscriber may have: `2001:db8:0:0::/56`,
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

/** Removes the parts that some proxies add to an address: brackets, port, and the zone of a network interface (`%eth0`). */
function bareAddress(address: string): string {
  const text = address.trim();
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  const withPort = /^([\d.]+):\d+$/.exec(text)?.[1];
  return (bracketed ?? withPort ?? text).replace(/%.*$/, '');
}

/** Returns the eight groups of an IPv6 address. The URL parser converts a dotted ending (`::ffff:192.0.2.1`) to groups. */
function groupsOf(address: string): number[] {
  const parts = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first = [], last = []] = parts.map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - first.length - last.length).fill('0');
  return [...first, ...zeros, ...last].map((group) => Number.parseInt(group, 16));
}
