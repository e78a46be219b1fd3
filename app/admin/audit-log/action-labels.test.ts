import { expect, it } from 'vitest';
import { actionLabel, pathOfSubject, subjectLabel } from './action-labels.ts';

it('says a deed in plain words, and as it is written down where it has none yet [F-139]', () => {
  expect(actionLabel('order.pack')).toBe('Packed an order');
  expect(actionLabel('content.update-banner')).toBe('Changed a banner');
  expect(actionLabel('cloth.dye')).toBe('cloth.dye');
});

it('leads to what a deed was done to, where that has a screen', () => {
  expect(pathOfSubject('product', 'TB-SAR-001')).toBe('/admin/products/TB-SAR-001');
  expect(pathOfSubject('order', 'a b')).toBe('/admin/orders/a%20b');
  expect(pathOfSubject('staff', '1')).toBeUndefined();
  expect(pathOfSubject('order', '')).toBeUndefined();
});

it('names an order by its number, a staff member by email address and a product by its number, never by a UUID', () => {
  const subject = '95105a74-4502-4c80-8a50-4cdbe7bb8f50';
  const order = { number: 'TB1009', state: 'packed' };
  expect(subjectLabel({ kind: 'order', subject, before: order, after: order })).toBe('Order TB1009');
  expect(subjectLabel({ kind: 'staff', subject, before: null, after: { email: 'bina@example.in' } })).toBe(
    'Staff member bina@example.in',
  );
  expect(subjectLabel({ kind: 'message', subject, before: null, after: null })).toBe('Message');
  expect(subjectLabel({ kind: 'settings', subject: 'settings', before: null, after: null })).toBe('Settings');
  expect(subjectLabel({ kind: 'product', subject: 'TB-SAR-001', before: null, after: null })).toBe(
    'Product TB-SAR-001',
  );
});
