import { expect, it } from 'vitest';
import { pairsOf } from '../../../tests/fixtures/pairs.ts';
import { networksOf, rateLimitKey } from './rate-limit-key.server.ts';

it.each(
  pairsOf(`203.0.113.7 203.0.113.7, 203.0.113.7:50123 203.0.113.7, ::ffff:203.0.113.7 203.0.113.7,
    ::FFFF:cb00:7107 203.0.113.7, 0:0:0:0:0:ffff:203.0.113.7 203.0.113.7, 0::ffff:203.5.113.7 203.5.113.7,
    ::ffff:203.0.113.7%eth0 203.0.113.7`),
)('returns the IPv4 address in %s as the rate-limit key: %s', (address, key) => {
  expect(rateLimitKey(address)).toBe(key);
});

it.each([
  ...pairsOf(`2001:db8:0:1::7 2001:db8:0:1::/64, 2001:0DB8:0000:0001:ffff:ffff:ffff:ffff 2001:db8:0:1::/64,
    [2001:db8:0:1::8]:443 2001:db8:0:1::/64, [2001:db8:0:1::8] 2001:db8:0:1::/64, 2001:db8:0:2::7 2001:db8:0:2::/64,
    2001:db8::1 2001:db8:0:0::/64, fe80::1%eth0 fe80:0:0:0::/64, 64:ff9b::203.0.113.7 64:ff9b:0:0::/64,
    ::1 0:0:0:0::/64, 1:0:0:0:0:ffff:cb00:7107 1:0:0:0::/64, 0:0:0:0:1:ffff:cb00:7107 0:0:0:0::/64`),
  [' 2001:db8:0:1::7 ', '2001:db8:0:1::/64'],
])('returns the /64 network of %s as the rate-limit key: %s', (address, key) => {
  expect(rateLimitKey(address)).toBe(key);
});

it.each([
  ...['', 'unknown', 'shop.example', '1.2.3', '2001:db8::1::2', 'x[2001:db8::1]', '[2001:db8::1]x'],
  'x'.repeat(9000),
])('returns the rate-limit key "unknown" for "%.40s", which is not an address', (address) => {
  expect(rateLimitKey(address)).toBe('unknown');
});

it.each([
  ['2001:db8:5:12ab::7', ['2001:db8:5:12ab::/64', '2001:db8:5:1200::/56', '2001:db8:5::/48']],
  ['2001:db8:5:1::7', ['2001:db8:5:1::/64', '2001:db8:5:0::/56', '2001:db8:5::/48']],
  ['203.0.113.7', ['203.0.113.7']],
  ['::ffff:203.0.113.7', ['203.0.113.7']],
  ['unknown', ['unknown']],
])('returns the rate-limit keys of %s, from the smallest to the largest network: %j', (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});
