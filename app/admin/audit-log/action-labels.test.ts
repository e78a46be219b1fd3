import { expect, it } from 'vitest';
import { actionLabel, actionsLabelled, pathOfSubject, subjectLabel } from './action-labels.ts';

it('labels an action, or shows its name if it has no label [F-139]', () => {
  expect(actionLabel('order.pack')).toBe('Packed an order');
  expect(actionLabel('content.update-banner')).toBe('Changed a banner');
  expect(actionLabel('cloth.dye')).toBe('cloth.dye');
});

it('finds actions by their labels and ignores the case', () => {
  expect(actionsLabelled('PACKED an')).toEqual(['order.pack']);
  expect(actionsLabelled('new authenticator')).toEqual(['sign-in.replace-totp']);
  expect(actionsLabelled('order.pack')).toEqual([]);
});

it('links an audit entry to the screen of its subject, if there is one', () => {
  expect(pathOfSubject('product', 'TB-SAR-001')).toBe('/admin/products/TB-SAR-001');
  expect(pathOfSubject('order', 'a b')).toBe('/admin/orders/a%20b');
  expect(pathOfSubject('staff', '1')).toBeUndefined();
  expect(pathOfSubject('order', '')).toBeUndefined();
});

it('names an order and a product by number, a staff member by email address, other subjects by a short id', () => {
  const subject = '95105a74-4502-4c80-8a50-4cdbe7bb8f50';
  const order = { number: 'TB1009', state: 'packed' };
  expect(subjectLabel({ kind: 'order', subject, before: order, after: order })).toBe('Order TB1009');
  expect(subjectLabel({ kind: 'staff', subject, before: null, after: { email: 'bina@example.in' } })).toBe(
    'Staff member bina@example.in',
  );
  expect(subjectLabel({ kind: 'message', subject, before: null, after: null })).toBe('Message 95105a74');
  expect(subjectLabel({ kind: 'settings', subject: 'settings', before: null, after: null })).toBe('Settings');
  expect(subjectLabel({ kind: 'product', subject: 'TB-SAR-001', before: null, after: null })).toBe(
    'Product TB-SAR-001',
  );
});
