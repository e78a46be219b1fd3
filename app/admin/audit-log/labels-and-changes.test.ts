import { expect, it } from 'vitest';
import { actionLabel, pathOfSubject, subjectLabel } from './action-labels.ts';
import { listChanges } from './changes.ts';

it('an action is shown with its label, or with its name if it has no label [F-139]', () => {
  expect(actionLabel('order.pack')).toBe('Packed an order');
  expect(actionLabel('content.update-banner')).toBe('Changed a banner');
  expect(actionLabel('cloth.dye')).toBe('cloth.dye');
});

it('an audit entry links to the page of the changed record if the record has a page', () => {
  expect(pathOfSubject('product', 'TB-SAR-001')).toBe('/admin/products/TB-SAR-001');
  expect(pathOfSubject('order', 'a b')).toBe('/admin/orders/a%20b');
  expect(pathOfSubject('staff', '1')).toBeUndefined();
  expect(pathOfSubject('order', '')).toBeUndefined();
});

it('an audit entry names orders and products by number, staff members by email address, other records by a short id', () => {
  const subject = '95105a74-4502-4c80-8a50-4cdbe7bb8f50';
  const labelOf = (kind: string, id: string, after: object | null = null) =>
    subjectLabel({ kind, subject: id, before: null, after });
  expect(labelOf('order', subject, { number: 'TB1009', state: 'packed' })).toBe('Order TB1009');
  expect(labelOf('staff', subject, { email: 'bina@example.in' })).toBe('Staff member bina@example.in');
  expect(labelOf('message', subject)).toBe('Message 95105a74');
  expect(labelOf('settings', 'settings')).toBe('Settings');
  expect(labelOf('product', 'TB-SAR-001')).toBe('Product TB-SAR-001');
});

it('an audit entry lists the changed fields with their values before and after', () => {
  const bina = { role: 'staff', name: 'Bina', isDisabled: false };
  expect(listChanges(bina, { ...bina, role: 'owner', isDisabled: true })).toEqual([
    { field: 'role', before: 'staff', after: 'owner' },
    { field: 'disabled', before: 'no', after: 'yes' },
  ]);
});

it('an audit entry lists the old and the new value of a change without fields, and all fields of a new or deleted record', () => {
  expect(listChanges('draft', 'published')).toEqual([{ field: '', before: 'draft', after: 'published' }]);
  expect(listChanges(null, { stock: 3 })).toEqual([{ field: 'stock', before: '', after: '3' }]);
  const sizes = { field: 'sizes', before: 'S, M', after: '' };
  expect(listChanges({ sizes: ['S', 'M'] }, undefined)).toEqual([sizes]);
  expect(listChanges({ a: 1 }, { a: 1 })).toEqual([]);
  expect(listChanges(null, null)).toEqual([]);
});

it('an audit entry shows paise as rupees, states without underscores, and nested fields by their path', () => {
  const before = { state: 'placed', refundedPaise: 0, limits: { units: 10 } };
  const after = { state: 'return_requested', refundedPaise: 260_000, limits: { units: 20 } };
  expect(listChanges(before, after)).toEqual([
    { field: 'state', before: 'placed', after: 'return requested' },
    { field: 'refunded', before: '₹0', after: '₹2,600' },
    { field: 'limits units', before: '10', after: '20' },
  ]);
});
