import { expect, it } from 'vitest';
import { changesOf } from './changes.ts';

it('names the parts that differ, as they were and as they are', () => {
  expect(
    changesOf({ role: 'staff', name: 'Bina', off: false }, { role: 'owner', name: 'Bina', off: true }),
  ).toEqual([
    { part: 'role', before: 'staff', after: 'owner' },
    { part: 'off', before: 'no', after: 'yes' },
  ]);
});

it('of something new shows all parts, of something gone too', () => {
  expect(changesOf(null, { stock: 3 })).toEqual([{ part: 'stock', before: '', after: '3' }]);
  expect(changesOf({ sizes: ['S', 'M'] }, undefined)).toEqual([
    { part: 'sizes', before: '["S","M"]', after: '' },
  ]);
});

it('shows what is no record as it is, and nothing where nothing changed', () => {
  expect(changesOf('draft', 'published')).toEqual([{ part: '', before: 'draft', after: 'published' }]);
  expect(changesOf({ a: 1 }, { a: 1 })).toEqual([]);
  expect(changesOf(null, null)).toEqual([]);
});
