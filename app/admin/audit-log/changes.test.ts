import { expect, it } from 'vitest';
import { listChanges } from './changes.ts';

it('an audit entry lists the changed fields with their values before and after', () => {
  const bina = { role: 'staff', name: 'Bina', isDisabled: false };
  expect(listChanges(bina, { ...bina, role: 'owner', isDisabled: true })).toEqual([
    { field: 'role', before: 'staff', after: 'owner' },
    { field: 'disabled', before: 'no', after: 'yes' },
  ]);
});

it('an audit entry lists plain values, and all fields of a new or deleted record', () => {
  expect(listChanges('draft', 'published')).toEqual([{ field: '', before: 'draft', after: 'published' }]);
  expect(listChanges(null, { stock: 3 })).toEqual([{ field: 'stock', before: '', after: '3' }]);
  expect(listChanges({ sizes: ['S', 'M'] }, undefined)).toEqual([
    { field: 'sizes', before: 'S, M', after: '' },
  ]);
  expect(listChanges({ a: 1 }, { a: 1 })).toEqual([]);
  expect(listChanges(null, null)).toEqual([]);
});

it('an audit entry shows paise as rupees, states without underscores, and nested fields by their path', () => {
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
