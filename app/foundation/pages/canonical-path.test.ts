import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalPath } from './canonical-path.server.ts';

it.each<[path: string, canonical: string | undefined]>([
  ['/cart/', '/cart'],
  ['/Sarees///', '/Sarees'],
  ['/craft/Kota%20Doria/', '/craft/Kota%20Doria'],
  ['//', '/'],
  ['/Login', '/login'],
  ['/Our-Story/', '/our-story'],
  ['/CART', '/cart'],
  ['/', undefined],
  ['/cart', undefined],
  ['/Sarees', undefined],
  ['/CoOrdSets', undefined],
  ['/sarees/a-Piece/TB-SAR-001', undefined],
  ['/craft/Kota%20Doria', undefined],
])(
  'returns the canonical path of %s, or undefined if the path is already canonical: %s [S-RT-33]',
  (path, canonical) => {
    expect(canonicalPath(path)).toBe(canonical);
  },
);

it('returns a canonical path or undefined for any input, and never a path to another host', () => {
  const signs = ['/', '//', '\\', '\t', '\r\n', ' ', '.', 'Cart', 'evil.example', '%2f', '%2e%2e', '?'];
  const segment = fc.constantFrom(...signs);
  const paths = fc
    .array(fc.oneof(segment, fc.string()), { maxLength: 8 })
    .map((parts) => `/${parts.join('')}`);
  fc.assert(
    fc.property(paths, (path) => {
      const canonical = canonicalPath(path);
      if (canonical === undefined) return;
      expect(canonical).toMatch(/^\/(?![/\\\s])/);
      expect(canonicalPath(canonical)).toBeUndefined();
      expect(new URL(canonical, 'https://shop.example/').host).toBe('shop.example');
    }),
    { numRuns: 500 },
  );
});
