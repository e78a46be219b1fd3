import { expect, it } from 'vitest';
import { toGuestEntry } from './cart-api.ts';
import { GuestEntry } from './contract.ts';

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

it.each([
  ['Latin', 'a "quoted" name '],
  ['Hindi', 'नीलाम्बरी पोचमपल्ली इकत साड़ी '],
  ['characters of four bytes', '🧵'],
])('fits a hundred lines with long names (%s) into the body limit of 64 KB', (_, text) => {
  const number = 'सा'.repeat(30);
  const line = { proId: number, size: number, quantity: 99, proPrice: 99_999_999.99 };
  const lines = Array.from({ length: 100 }, () => toGuestEntry({ ...line, productName: text.repeat(500) }));
  expect(bytesOf({ key: 'x'.repeat(64), items: lines })).toBeLessThan(64 * 1024);
});

it('truncates a name so that the API accepts it', () => {
  const entry = toGuestEntry({ proId: 'A', quantity: 1, productName: `${'x'.repeat(59)}🧵` });
  expect(entry.productName).toBe('x'.repeat(59));
  expect(GuestEntry.parse(entry).productName).toBe(entry.productName);
});
