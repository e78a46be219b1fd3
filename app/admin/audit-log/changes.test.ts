import { expect, it } from 'vitest';
import { listChanges } from './changes.ts';

it('lists the changed fields with their values before and after', () => {
  expect(
    listChanges(
      { role: 'staff', name: 'Bina', isDisabled: false },
      { role: 'owner', name: 'Bina', isDisabled: true },
    ),
  ).toEqual([
    { field: 'role', before: 'staff', after: 'owner' },
    { field: 'disabled', before: 'no', after: 'yes' },
  ]);
});

it('lists all fields of a new or deleted record', () => {
  expect(listChanges(null, { stock: 3 })).toEqual([{ field: 'stock', before: '', after: '3' }]);
  expect(listChanges({ sizes: ['S', 'M'] }, undefined)).toEqual([
    { field: 'sizes', before: 'S, M', after: '' },
  ]);
});

it('lists a change between two plain values, and nothing for two equal values', () => {
  expect(listChanges('draft', 'published')).toEqual([{ field: '', before: 'draft', after: 'published' }]);
  expect(listChanges({ a: 1 }, { a: 1 })).toEqual([]);
  expect(listChanges(null, null)).toEqual([]);
});

it('shows paise as rupees, states without underscores, and nested fields by their path', () => {
  expect(
    listChanges(
      { state: 'placed', refundedPaise: 0, limits: { units: 10 } },
      { state: 'return_requested', refundedPaise: 260_000, limits: { units: 20 } },
    ),
  ).toEqual([
    { field: 'state', before: 'placed', after: 'return requested' },
    { field: 'refunded', before: '₹0', after: '₹2,600' },
    { field: 'limits units', before: '10', after: '20' },
  ]);
});
