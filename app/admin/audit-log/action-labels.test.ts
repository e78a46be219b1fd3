import { expect, it } from 'vitest';
import { deedInWords, screenOf, shortly } from './action-labels.ts';

it('F-139 says a deed in plain words, and as it is written down where it has none yet', () => {
  expect(deedInWords('order.pack')).toBe('Packed an order');
  expect(deedInWords('window.banner')).toBe('Changed a banner');
  expect(deedInWords('cloth.dye')).toBe('cloth.dye');
});

it('leads to what a deed was done to, where that has a screen', () => {
  expect(screenOf('piece', 'TB-SAR-001')).toBe('/admin/pieces/TB-SAR-001');
  expect(screenOf('order', 'a b')).toBe('/admin/orders/a%20b');
  expect(screenOf('staff', '1')).toBeUndefined();
  expect(screenOf('order', '')).toBeUndefined();
});

it('cuts short what only machines count by', () => {
  expect(shortly('95105a74-4502-4c80-8a50-4cdbe7bb8f50')).toBe('95105a74');
  expect(shortly('TB-SAR-001')).toBe('TB-SAR-001');
});
