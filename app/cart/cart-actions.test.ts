import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pretendBrowser } from '../../tests/doubles/browser.ts';
import { dismissNotice, notices } from '../foundation/ui/notices.ts';
import { type AddedProduct, addToCart } from './cart-actions.ts';
import { readGuestCart, storeGuestCart } from './guest-cart.ts';

const product: AddedProduct = {
  ...{ proId: 'TB-STO-001', productName: 'Stole', img1: null, price: 450 },
  sizes: [{ id: 'TB-STO-001', label: null, quantity: 150 }],
};

beforeEach(() => {
  pretendBrowser();
  storeGuestCart([{ proId: 'TB-STO-001', quantity: 97, size: 'TB-STO-001' }]);
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const { id } of notices.read()) dismissNotice(id);
});

it('notifies a guest that a line has at most 99 units, even if more units are in stock [S-CART-13]', async () => {
  expect(await addToCart(product, 'TB-STO-001', 5)).toBe(true);
  expect(readGuestCart()).toMatchObject([{ quantity: 99 }]);
  await vi.waitFor(() => expect(notices.read()).toMatchObject([{ text: 'At most 99 of one piece.' }]));
});

it('shows no notice if the line has at most 99 units and all are available', async () => {
  expect(await addToCart(product, 'TB-STO-001', 2)).toBe(true);
  await import('./add-messages.ts');
  expect(notices.read()).toEqual([]);
});
