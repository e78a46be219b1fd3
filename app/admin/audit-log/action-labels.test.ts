import { expect, it } from 'vitest';
import { actionLabel, actionsLabelled, pathOfSubject, subjectLabel } from './action-labels.ts';

it('an action is shown with its label, or with its name if it has no label [F-139]', () => {
  expect(actionLabel('order.pack')).toBe('Packed an order');
  expect(actionLabel('content.update-banner')).toBe('Changed a banner');
  expect(actionLabel('cloth.dye')).toBe('cloth.dye');
});

it('actions are found by their labels, in any case', () => {
  expect(actionsLabelled('PACKED an')).toEqual(['order.pack']);
  expect(actionsLabelled('new authenticator')).toEqual(['sign-in.replace-totp']);
  expect(actionsLabelled('order.pack')).toEqual([]);
});

it('an audit entry links to the page of its subject, if there is one', () => {
  expect(pathOfSubject('product', 'TB-SAR-001')).toBe('/admin/products/TB-SAR-001');
  expect(pathOfSubject('order', 'a b')).toBe('/admin/orders/a%20b');
  expect(pathOfSubject('staff', '1')).toBeUndefined();
  expect(pathOfSubject('order', '')).toBeUndefined();
});

it('an order and a product are named by number, a staff member by email address, other subjects by a short id', () => {
  const subject = '95105a74-4502-4c80-8a50-4cdbe7bb8f50';
  const labelOf = (kind: string, id: string, after: object | null = null) =>
    subjectLabel({ kind, subject: id, before: null, after });
  expect(labelOf('order', subject, { number: 'TB1009', state: 'packed' })).toBe('Order TB1009');
  expect(labelOf('staff', subject, { email: 'bina@example.in' })).toBe('Staff member bina@example.in');
  expect(labelOf('message', subject)).toBe('Message 95105a74');
  expect(labelOf('settings', 'settings')).toBe('Settings');
  expect(labelOf('product', 'TB-SAR-001')).toBe('Product TB-SAR-001');
});
