import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fixedPaths } from '../../urls.ts';
import { canonicalPath } from './canonical-path.server.ts';

it.each([
  ['/cart/', '/cart'],
  ['/Sarees///', '/Sarees'],
  ['/craft/Kota%20Doria/', '/craft/Kota%20Doria'],
  ['//', '/'],
])('%s is asked without trailing slashes: %s', (requested, wanted) => {
  expect(canonicalPath(requested, fixedPaths)).toBe(wanted);
});

it.each([
  ['/Login', '/login'],
  ['/Our-Story/', '/our-story'],
  ['/CART', '/cart'],
])('%s is a screen of ours in another case: %s [S-RT-33]', (requested, wanted) => {
  expect(canonicalPath(requested, fixedPaths)).toBe(wanted);
});

it.each(['/', '/cart', '/Sarees', '/CoOrdSets', '/sarees/a-Piece/TB-SAR-001', '/craft/Kota%20Doria'])(
  '%s is right as it is',
  (requested) => {
    expect(canonicalPath(requested, fixedPaths)).toBeUndefined();
  },
);

it.each([
  '//evil.example',
  '//evil.example/',
  '///evil.example/%2e%2e',
  '/\\evil.example/',
  '\\\\evil.example',
  '/\t/evil.example/',
  '/\n//evil.example/',
])('%j never leads to another host', (requested) => {
  const wanted = canonicalPath(requested, fixedPaths) ?? requested;
  expect(new URL(wanted, 'https://shop.example/').host).toBe('shop.example');
});

it('whatever is asked, the answer begins with exactly one slash, stays on our host, and is right itself', () => {
  const product = fc.constantFrom(
    '/',
    '//',
    '\\',
    '\t',
    '\r\n',
    ' ',
    '.',
    'Cart',
    'evil.example',
    '%2f',
    '?',
  );
  const requested = fc
    .array(fc.oneof(product, fc.string()), { maxLength: 8 })
    .map((parts) => `/${parts.join('')}`);
  fc.assert(
    fc.property(requested, (path) => {
      const wanted = canonicalPath(path, fixedPaths);
      if (wanted === undefined) return;
      expect(wanted).toMatch(/^\/(?![/\\\s])/);
      expect(canonicalPath(wanted, fixedPaths)).toBeUndefined();
      expect(new URL(wanted, 'https://shop.example/').host).toBe('shop.example');
    }),
    { numRuns: 500 },
  );
});
