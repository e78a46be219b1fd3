import { expect, it } from 'vitest';
import { actionLabel, pathOfSubject, shortSubject } from './action-labels.ts';

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

it('cuts short what only machines count by', () => {
  expect(shortSubject('95105a74-4502-4c80-8a50-4cdbe7bb8f50')).toBe('95105a74');
  expect(shortSubject('TB-SAR-001')).toBe('TB-SAR-001');
});
