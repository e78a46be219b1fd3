import { expect, it } from 'vitest';
import { isListing } from './navigation-progress.tsx';

const sarees = {
  _id: '1',
  name: 'Sarees',
  img: null,
  link: '/Sarees',
  slug: 'Sarees',
  intro: '',
  word: '',
  display: 'hung',
  selvedge: 'rosette',
  pieces: 12,
} as const;

it.each([
  ['/Sarees', true],
  ['/craft/Kota%20Doria', true],
  ['/fabric/Khadi', true],
  ['/cart', false],
  ['/our-story', false],
  ['/Sarees/gulnar/TB-SAR-001', false],
])('tells of %s whether it is a listing', (path, expected) => {
  expect(isListing(path, [sarees])).toBe(expected);
});
