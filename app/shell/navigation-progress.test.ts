import { expect, it } from 'vitest';
import { sarees } from '../../tests/fixtures/category.ts';
import { isListing } from './navigation-progress.tsx';

it.each([
  ['/Sarees', true],
  ['/craft/Kota%20Doria', true],
  ['/fabric/Khadi', true],
  ['/cart', false],
  ['/our-story', false],
  ['/Sarees/gulnar/TB-SAR-001', false],
])('the path %s is that of a listing: %s', (path, expected) => {
  expect(isListing(path, [sarees])).toBe(expected);
});
