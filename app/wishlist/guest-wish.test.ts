import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pretendBrowser } from '../../tests/doubles/browser.ts';
import { clearGuestWish, consumeGuestWish, storeGuestWish } from './guest-wish.tsx';

const gulnar = { proId: 'TB-SAR-001', productName: 'Gulnar' };
const minute = 60_000;
let storage: Map<string, string>;

beforeEach(() => {
  storage = pretendBrowser().tabStorage;
});
afterEach(() => void vi.unstubAllGlobals());

it('the product whose heart a guest has pressed is returned only once [S-WISH-08]', () => {
  storeGuestWish(gulnar, 0);
  expect(consumeGuestWish(14 * minute)).toEqual(gulnar);
  expect(consumeGuestWish(14 * minute)).toBeUndefined();
});

it('the product whose heart a guest has pressed is kept for 15 minutes, or until the guest decides not to sign in [S-WISH-08]', () => {
  storeGuestWish(gulnar, 0);
  expect(consumeGuestWish(15 * minute)).toBeUndefined();
  expect(storage.size).toBe(0);
  storeGuestWish(gulnar, 0);
  clearGuestWish();
  expect(consumeGuestWish(1)).toBeUndefined();
});

it.each(['nonsense', '7', '{"proId":"TB-SAR-001"}', '{"proId":"a","productName":"b","at":"0"}'])(
  'the invalid stored text %s is ignored',
  (text) => {
    storage.set('tanabana.wish', text);
    expect(consumeGuestWish(1)).toBeUndefined();
  },
);
