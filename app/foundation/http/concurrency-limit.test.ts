import { expect, it } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.server.ts';

const acquireMany = (
  { acquire }: ReturnType<typeof createConcurrencyLimit>,
  count: number,
  address: string,
) => Array.from({ length: count }, () => acquire(address)).filter((release) => release !== undefined);

it('admits requests up to the limit, and one more after a slot is released', () => {
  const limit = createConcurrencyLimit(8);
  const releases = acquireMany(limit, 9, 'unknown');
  expect(releases).toHaveLength(8);
  releases[0]?.();
  expect(limit.acquire('unknown')).toBeDefined();
});

it('limits one client address to a quarter of all slots while at least half of the slots are taken', () => {
  const limit = createConcurrencyLimit(200);
  const flood = acquireMany(limit, 1000, '203.0.113.7');
  expect(flood).toHaveLength(100);
  expect(acquireMany(limit, 60, '198.51.100.9')).toHaveLength(50);
  expect(limit.acquire('203.0.113.7')).toBeUndefined();
  for (const release of flood.slice(0, 60)) release();
  expect(limit.acquire('203.0.113.7')).toBeDefined();
});

it('counts the slots of all IPv6 addresses in the same /64 network together', () => {
  const limit = createConcurrencyLimit(8);
  acquireMany(limit, 4, '2001:db8::1');
  expect(limit.acquire('2001:db8::2')).toBeUndefined();
  expect(limit.acquire('2001:db9::2')).toBeDefined();
});

it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', 'unknown'])(
  'lets the address %s take all slots',
  (address) => {
    expect(acquireMany(createConcurrencyLimit(8), 9, address)).toHaveLength(8);
  },
);
