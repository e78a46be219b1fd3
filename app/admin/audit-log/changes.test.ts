import { expect, it } from 'vitest';
import { listChanges } from './changes.ts';

it('names the parts that differ, as they were and as they are', () => {
  expect(
    listChanges({ role: 'staff', name: 'Bina', off: false }, { role: 'owner', name: 'Bina', off: true }),
  ).toEqual([
    { field: 'role', before: 'staff', after: 'owner' },
    { field: 'off', before: 'no', after: 'yes' },
  ]);
});

it('of something new shows all parts, of something gone too', () => {
  expect(listChanges(null, { stock: 3 })).toEqual([{ field: 'stock', before: '', after: '3' }]);
  expect(listChanges({ sizes: ['S', 'M'] }, undefined)).toEqual([
    { field: 'sizes', before: '["S","M"]', after: '' },
  ]);
});

it('shows what is no record as it is, and nothing where nothing changed', () => {
  expect(listChanges('draft', 'published')).toEqual([{ field: '', before: 'draft', after: 'published' }]);
  expect(listChanges({ a: 1 }, { a: 1 })).toEqual([]);
  expect(listChanges(null, null)).toEqual([]);
});
