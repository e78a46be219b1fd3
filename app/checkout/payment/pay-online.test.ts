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

withCheckoutBrowser();
const online = payInput('Online');
const heldUntil = evening + minutes(15);

const notice = (message: object) => ({ kind: 'notice', notice: message });
const rejected = (status?: number) => Promise.reject(new RequestFailed('No answer.', status));

it.each([
  ['is pending', async () => checked('pending'), notice({ isPending: true, orderId: 'order-1' })],
  ['has failed', async () => checked('failed'), notice({ title: 'Payment failed.', heldUntil })],
  ['has placed the order', async () => checked('placed'), { kind: 'placed', order }],
  ['is unknown because the shop does not respond', () => rejected(), notice(askingBankMessage('order-1'))],
  ['is unknown because the session has ended', () => rejected(401), notice(signInToAskMessage)],
])(
  'asks the bank after the customer has closed the payment window, and shows that the payment %s [S-PAY-18]',
  async (_, check, outcome) => {
    const { tools, popup } = checkoutPage();
    tools.api.checkPayment.mockImplementation(check);
    popup.resolve({ outcome: 'closed' });
    expect(await payOnline(tools, online, blankWindow())).toMatchObject(outcome);
  },
);
