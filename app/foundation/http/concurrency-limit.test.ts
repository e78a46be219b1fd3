import { expect, it } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.server.ts';

const takeMany = ({ acquire }: ReturnType<typeof createConcurrencyLimit>, count: number, address: string) =>
  Array.from({ length: count }, () => acquire(address)).filter((left) => left !== undefined);

it('as many as there are places come in, and the next when one has left', () => {
  const places = createConcurrencyLimit(8);
  const inside = takeMany(places, 9, 'unknown');
  expect(inside).toHaveLength(8);
  inside[0]?.();
  expect(places.acquire('unknown')).toBeDefined();
});

it('an address that floods leaves room for the others, and is let in again when it is quieter', () => {
  const places = createConcurrencyLimit(200);
  const flood = takeMany(places, 1000, '203.0.113.7');
  expect(flood).toHaveLength(100);
  expect(takeMany(places, 60, '198.51.100.9')).toHaveLength(50);
  expect(places.acquire('203.0.113.7')).toBeUndefined();
  for (const leave of flood.slice(0, 60)) leave();
  expect(places.acquire('203.0.113.7')).toBeDefined();
});

it('the first 64 bits of an IPv6 address are one', () => {
  const places = createConcurrencyLimit(8);
  takeMany(places, 4, '2001:db8::1');
  expect(places.acquire('2001:db8::2')).toBeUndefined();
  expect(places.acquire('2001:db9::2')).toBeDefined();
});

it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', 'unknown'])(
  '%s may be everybody, and is not counted',
  (address) => {
    expect(takeMany(createConcurrencyLimit(8), 9, address)).toHaveLength(8);
  },
);
