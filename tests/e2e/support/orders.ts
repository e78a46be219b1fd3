/** Shoppers who have bought something, and what they bought. */
import { type Page, test } from '@playwright/test';
import type { Order, PlacedOrder } from '../../../app/orders/contract.ts';
import { bearer, home, putInCart, stole } from './checkout.ts';
import { type Shopper, signedInShopper } from './shopper.ts';
import { postAsOwner } from './staff.ts';
import { expect } from './test.ts';

export const meera = 'meera@example.in';

/** Of the named shoppers each width has its own, so that what one story does to an order is not done to the other's. */
export const projectCustomerEmail = () =>
  test.info().project.name === 'phone' ? meera : 'ananya@example.in';

/** One of the named shoppers, signed in. */
export const namedShopper = (page: Page, email = projectCustomerEmail()): Promise<Shopper> =>
  signedInShopper(page, email);

export async function ordersOf(page: Page, shopper: Shopper): Promise<Order[]> {
  const response = await page.request.get('/api/order/', { headers: bearer(shopper) });
  expect(response.status(), await response.text()).toBe(200);
  return response.json();
}

/** The order of theirs in which this piece is. */
export async function orderWith(page: Page, shopper: Shopper, proId: string): Promise<Order> {
  const orders = await ordersOf(page, shopper);
  const found = orders.find(({ orderItems }) => orderItems.some((item) => item.proId === proId));
  if (!found) throw new Error(`${shopper.email} has not ordered ${proId}`);
  return found;
}

/** What the named shopper of this width has ordered. */
export const orderedProIdOf = {
  /** It arrived, and may be rated. */
  arrived: () => (projectCustomerEmail() === meera ? 'TB-COR-002' : 'TB-SAR-003'),
  /** It arrived a few days ago, and may be returned. */
  returnable: () => (projectCustomerEmail() === meera ? 'TB-SUT-006' : 'TB-DUP-005'),
  /** The pretend courier has it. */
  packed: () => (projectCustomerEmail() === meera ? 'TB-SAR-005' : 'TB-DUP-003'),
};

/** Orders what there is enough of, in cash. */
export async function orderInCash(
  page: Page,
  shopper: Shopper,
  { proId = stole.proId, quantity = 1 } = {},
): Promise<PlacedOrder> {
  await putInCart(page, shopper, proId, quantity);
  const data = { orderDetails: { shippingInfo: home } };
  const response = await page.request.post('/api/checkout/', { headers: bearer(shopper), data });
  expect(response.status(), await response.text()).toBe(200);
  const { order }: { order: PlacedOrder } = await response.json();
  return order;
}

/** A new shopper who has just ordered a stole. */
export async function shopperWithOrder(page: Page): Promise<{ shopper: Shopper; order: PlacedOrder }> {
  const shopper = await signedInShopper(page);
  return { shopper, order: await orderInCash(page, shopper) };
}

/** The order as the shop has it now. */
export async function readOrder(page: Page, shopper: Shopper, id: string): Promise<Order> {
  const response = await page.request.get(`/api/order/${id}`, { headers: bearer(shopper) });
  expect(response.status(), await response.text()).toBe(200);
  return response.json();
}

/** Waits until the latest that has happened to the order is called so; the courier tells the shop behind the scenes. */
export async function waitForOrderStatus(
  page: Page,
  shopper: Shopper,
  id: string,
  label: string,
): Promise<void> {
  await expect
    .poll(async () => (await readOrder(page, shopper, id)).statusHistory.at(-1)?.status, { timeout: 30_000 })
    .toBe(label);
}

export function pathOf({ _id, orderItems }: Pick<PlacedOrder, '_id' | 'orderItems'>, proId?: string): string {
  return `/orderdetail/${proId ?? orderItems[0]?.proId}?order=${_id}`;
}

/** From now on this order is answered with a change, as if the shop had it so. */
export async function overrideOrder(page: Page, id: string, change: Partial<Order>): Promise<void> {
  await page.route(`**/api/order/${id}`, async (route) => {
    const response = await route.fetch();
    const order: Order = await response.json();
    await route.fulfill({ response, json: { ...order, ...change } });
  });
}

/** The calls that the page makes from now on, `GET /api/order/`. */
export function recordRequests(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  return calls;
}

export const main = (page: Page) => page.getByRole('main');
export const timeline = (page: Page) => page.getByRole('list', { name: 'What has happened' });
export const price = (page: Page) => page.getByRole('complementary', { name: 'Price' });
export const stars = (page: Page) => page.getByRole('group', { name: /^Your rating of/ });
export const star = (page: Page, count: number) =>
  stars(page).getByRole('radio', { name: count === 1 ? '1 star' : `${count} stars`, exact: true });

/** There are nine of it, and few stories buy it. */
export const hennaStole = { proId: 'TB-STO-002', name: 'Jamdani Henna Stole' };

/** Orders two khadi stoles and a henna one, in cash. */
export async function orderThreePieces(page: Page, shopper: Shopper): Promise<PlacedOrder> {
  await putInCart(page, shopper, hennaStole.proId);
  return orderInCash(page, shopper, { quantity: 2 });
}

/** Lets the shop's owner change an order. */
export async function changeByOwner(page: Page, id: string, path: string, data: object): Promise<void> {
  const response = await postAsOwner(page.request, `/api/admin/orders/${id}/${path}`, data);
  expect(response.status(), await response.text()).toBe(200);
}

/** Lets the owner pack the order, send it with a carrier of their own, and report that it has arrived. */
export async function deliver(page: Page, { _id }: Pick<PlacedOrder, '_id'>): Promise<void> {
  await changeByOwner(page, _id, 'pack', {});
  await changeByOwner(page, _id, 'ship', { courier: 'manual', manual: { carrier: 'Blue Dart' } });
  await changeByOwner(page, _id, 'shipment', { to: 'delivered' });
}
