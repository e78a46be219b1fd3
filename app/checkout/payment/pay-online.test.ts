import { expect, it } from 'vitest';
import {
  blankWindow,
  checked,
  checkoutPage,
  evening,
  minutes,
  order,
  payInput,
  withCheckoutBrowser,
} from '../../../tests/doubles/checkout-page.ts';
import { RequestFailed } from '../../foundation/http/api-client.ts';
import { askingBankMessage, signInToAskMessage } from './messages.ts';
import { payOnline } from './pay-online.ts';
import type { PopupResult } from './popup.ts';

withCheckoutBrowser();
const online = payInput('Online');
const heldUntil = evening + minutes(15);

/** Pays online in a payment window that closes with this result. */
function payWith(result: PopupResult, page = checkoutPage()) {
  page.popup.resolve(result);
  return payOnline(page.tools, online, blankWindow());
}

it.each([
  ['pending', checked('pending'), { isPending: true, orderId: 'order-1' }],
  ['failed', checked('failed'), { title: 'Payment failed.', heldUntil }],
] as const)(
  'asks the bank about a payment whose payment window was closed: %s [S-PAY-18]',
  async (_, known, notice) => {
    const page = checkoutPage();
    page.tools.api.checkPayment.mockResolvedValue(known);
    expect(await payWith({ outcome: 'closed' }, page)).toMatchObject({ kind: 'notice', notice });
  },
);

it('shows the order if the customer paid before closing the payment window [S-PAY-18]', async () => {
  const page = checkoutPage();
  page.tools.api.checkPayment.mockResolvedValue(checked('placed'));
  expect(await payWith({ outcome: 'closed' }, page)).toEqual({ kind: 'placed', order });
});

it.each([
  [new RequestFailed('No answer.'), askingBankMessage('order-1')],
  [new RequestFailed('Please login.', 401), signInToAskMessage],
])('says nothing about a charge while the bank cannot be asked: %s', async (failure, notice) => {
  const page = checkoutPage();
  page.tools.api.checkPayment.mockRejectedValue(failure);
  expect(await payWith({ outcome: 'closed' }, page)).toEqual({ kind: 'notice', notice });
});
