import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pretendBrowser } from '../../tests/doubles/browser.ts';
import { setCustomerData } from '../customers/customer-query.ts';
import { storeSession } from '../customers/session.ts';
import { heartsQuery, wishlistQuery } from './queries.ts';

const gender: '' = '';
const user = {
  ...{ _id: '1', email: 'asha@example.in', firstName: '', lastName: '', phone: '', gender, address: '' },
  ...{ apartment: '', city: '', state: '', pincode: '', country: '' },
};

beforeEach(() => {
  pretendBrowser();
  vi.stubGlobal('fetch', async () => Response.json({ items: [{ proId: 'TB-SAR-001' }] }));
  storeSession({ token: 'mine', user });
});
afterEach(() => vi.unstubAllGlobals());

it('the hearts of listed pieces are full before the list is shown, so that a press takes a piece off [S-WISH-06]', async () => {
  await wishlistQuery.fetch(new AbortController().signal);
  const found = vi.fn();
  await setCustomerData(heartsQuery, found);
  expect(found).toHaveBeenCalledWith({ proIds: ['TB-SAR-001'] });
});
