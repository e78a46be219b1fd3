/** Shoppers with orders, and the products that they ordered. */
import { type Page, test } from '@playwright/test';
import type { Order, PlacedOrder } from '../../../app/orders/contract.ts';
import { bearer, home, putInCart, stole } from './checkout.ts';
import { type Shopper, signedInShopper } from './shopper.ts';
import { postAsOwner } from './staff.ts';
import { expect } from './test.ts';

export const meera = 'meera@example.in';

/**
 * Returns the named shopper of this width. Each width has its own shopper, so that the two runs of a test do not change the same
 * order.
 */
export const projectCustomerEmail = () =>
  test.info().project.name === 'phone' ? meera : 'ananya@example.in';

/** Signs in a named shopper. */
export const namedShopper = (page: Page, email = projectCustomerEmail()): Promise<Shopper> =>
  signedInShopper(page, email);

export async function ordersOf(page: Page, shopper: Shopper): Promise<Order[]> {
  const response = await page.request.get('/api/order/', { headers: bearer(shopper) });
  expect(response.status(), await response.text()).toBe(200);
  return response.json();
}

/** Finds the shopper's order with this product. Fails if there is none. */
export async function orderWith(page: Page, shopper: Shopper, proId: string): Promise<Order> {
  const orders = await ordersOf(page, shopper);
  const found = orders.find(({ orderItems }) => orderItems.some((item) => item.proId === proId));
  if (!found) throw new Error(`${shopper.email} has not ordered ${proId}`);
  return found;
}

/** Products that the named shopper of this width has ordered, by the state of the order. */
export const orderedProIdOf = {
  /** Product of a delivered order that may be rated. */
  arrived: () => (projectCustomerEmail() === meera ? 'TB-COR-002' : 'TB-SAR-003'),
  /** Product of an order that was delivered a few days ago and may be returned. */
  returnable: () => (projectCustomerEmail() === meera ? 'TB-SUT-006' : 'TB-DUP-005'),
  /** Product of a packed order at the pretend courier. */
  packed: () => (projectCustomerEmail() === meera ? 'TB-SAR-005' : 'TB-DUP-003'),
};

/** Places a COD order, by default of a stole with enough stock for all tests. */
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

/** Signs in a new shopper and orders a stole. */
export async function shopperWithOrder(page: Page): Promise<{ shopper: Shopper; order: PlacedOrder }> {
  const shopper = await signedInShopper(page);
  return { shopper, order: await orderInCash(page, shopper) };
}

/** Reads the current order from the shop. */
export async function readOrder(page: Page, shopper: Shopper, id: string): Promise<Order> {
  const response = await page.request.get(`/api/order/${id}`, { headers: bearer(shopper) });
  expect(response.status(), await response.text()).toBe(200);
  return response.json();
}

/** Waits until the last entry of the order's history has this label. The courier's webhook arrives asynchronously. */
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

/** Adds these changes to every later response for this order, as if the shop had stored them. */
export async function overrideOrder(page: Page, id: string, change: Partial<Order>): Promise<void> {
  await page.route(`**/api/order/${id}`, async (route) => {
    const response = await route.fetch();
    const order: Order = await response.json();
    await route.fulfill({ response, json: { ...order, ...change } });
  });
}

/** Returns a list to which every later request of the page is added, such as `GET /api/order/`. */
export function recordRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  return requests;
}

export const timeline = (page: Page) => page.getByRole('list', { name: 'What has happened' });
export const price = (page: Page) => page.getByRole('complementary', { name: 'Price' });
export const stars = (page: Page) => page.getByRole('group', { name: /^Your rating of/ });
export const star = (page: Page, count: number) =>
  stars(page).getByRole('radio', { name: count === 1 ? '1 star' : `${count} stars`, exact: true });

/** A product with nine units in stock that few tests buy. */
export const hennaStole = { proId: 'TB-STO-002', name: 'Jamdani Henna Stole' };

/** Orders two khadi stoles and one henna stole with cash on delivery. */
export async function orderThreeUnits(page: Page, shopper: Shopper): Promise<PlacedOrder> {
  await putInCart(page, shopper, hennaStole.proId);
  return orderInCash(page, shopper, { quantity: 2 });
}

/** Changes an order as the shop's owner. */
export async function changeByOwner(page: Page, id: string, path: string, data: object): Promise<void> {
  const response = await postAsOwner(page.request, `/api/admin/orders/${id}/${path}`, data);
  expect(response.status(), await response.text()).toBe(200);
}

/** Packs the order as the owner, ships it with another courier, and marks it as delivered. */
export async function deliver(page: Page, { _id }: Pick<PlacedOrder, '_id'>): Promise<void> {
  await changeByOwner(page, _id, 'pack', {});
  await changeByOwner(page, _id, 'ship', { courier: 'manual', manual: { carrier: 'Blue Dart' } });
  await changeByOwner(page, _id, 'shipment', { to: 'delivered' });
}
