import { expect, it } from 'vitest';
import { checkoutPage, order, payInput, withCheckoutBrowser } from '../../../tests/doubles/checkout-page.ts';
import { RequestFailed } from '../../foundation/http/api-client.ts';
import { payCash } from './pay.ts';

withCheckoutBrowser();
const cash = payInput('COD');

it('returns the placed order', async () => {
  expect(await payCash(checkoutPage().tools, cash)).toEqual({ kind: 'placed', order });
});

it('repeats the key after a lost response, so that the order is placed once [S-PAY-06]', async () => {
  const { tools } = checkoutPage();
  tools.api.placeCodOrder.mockRejectedValueOnce(new RequestFailed('No answer.'));
  expect(await payCash(tools, cash)).toMatchObject({ kind: 'notice', notice: { offers: ['again'] } });
  expect(await payCash(tools, cash)).toEqual({ kind: 'placed', order });
  const [first, second] = tools.api.placeCodOrder.mock.calls.map(([key]) => key);
  expect(second).toBe(first);
});

it('offers to login if the customer was signed out [S-PAY-19]', async () => {
  const { tools } = checkoutPage();
  tools.api.placeCodOrder.mockRejectedValue(new RequestFailed('Please login.', 401, 'not-signed-in'));
  expect(await payCash(tools, cash)).toMatchObject({ kind: 'notice', notice: { offers: ['login'] } });
});

it('returns a notice for a rejected order, and refreshes a changed cart [S-CHK-03]', async () => {
  const { tools } = checkoutPage();
  tools.api.placeCodOrder.mockRejectedValue(new RequestFailed('Changed.', 409, 'cart-changed'));
  expect(await payCash(tools, cash)).toEqual({ kind: 'notice', notice: { text: 'Changed.', offers: [] } });
  expect(tools.refreshCart).toHaveBeenCalledOnce();
});

it('returns the invalid fields by their form names', async () => {
  const { tools } = checkoutPage();
  const fields = [{ field: 'orderDetails.shippingInfo.city', message: 'Please name the city.' }];
  tools.api.placeCodOrder.mockRejectedValue(new RequestFailed('Incomplete.', 400, 'invalid-address', fields));
  expect(await payCash(tools, cash)).toEqual({
    kind: 'invalid-fields',
    fields: [{ field: 'city', message: 'Please name the city.' }],
  });
});
