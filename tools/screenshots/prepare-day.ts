import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { paidOrder } from '../../tests/e2e/support/admin-orders.ts';
import { bearer, home, putInCart, stole } from '../../tests/e2e/support/checkout.ts';
import { namedShopper, orderWith } from '../../tests/e2e/support/orders.ts';
import { type Shopper, signInByApi, writeToShop } from '../../tests/e2e/support/shopper.ts';

/** Number of a dupatta that arrived together with a saree. */
export const returnedProId = 'TB-DUP-005';

const ritu = {
  ...home,
  firstName: 'Ritu',
  lastName: 'Sharma',
  phone: '+919829011111',
  address: '7, Lake View Road',
  apartment: '1st floor',
  city: 'Udaipur',
  pincode: '313001',
};

const kabir = {
  ...home,
  firstName: 'Kabir',
  lastName: 'Nair',
  phone: '+919847022222',
  address: '22, Fort Lane',
  apartment: 'Near the old lighthouse',
  city: 'Kochi',
  state: 'Kerala',
  pincode: '682001',
};

const uploads = path.join(import.meta.dirname, '..', '..', 'seeds', 'uploads');

/** Returns the paths of these images of a product. */
export const seedImages = (proId: string, numbers: number[]) =>
  numbers.map((number) => path.join(uploads, `${proId.toLowerCase()}-${number}.jpg`));

/** The ids of the day's orders: one paid online, one with cash on delivery, and a delivered one with a return of a part. */
export type SeededOrders = { paidOrderId: string; cashOrderId: string; returnOrderId: string };

/** The customers whose orders the shopper's screens show. */
export type SeededShoppers = { cashShopper: Shopper; returnShopper: Shopper };

/** Adds a day's work to the demo shop: two orders, two contact messages and a review. */
export async function seedOneDay(page: Page): Promise<SeededOrders & SeededShoppers> {
  const cashShopper = await join(page, 'ritu@example.in', ritu);
  const cash = await orderAtTheDoor(page, cashShopper, ritu);
  const buyer = await join(page, 'kabir@example.in', kabir);
  const paid = await paidOrder(page, buyer, { proId: 'TB-SAR-001', to: kabir });

  const returnShopper = await namedShopper(page, 'ananya@example.in');
  const back = await orderWith(page, returnShopper, returnedProId);

  const meera = await namedShopper(page, 'meera@example.in');
  await rate(page, meera, 'TB-COR-002', 'It drapes well, and the indigo is deeper than in the picture.');
  await writeToShop(
    page.request,
    'Asha Rao',
    'Namaste, is the pallu of this saree woven or printed? And could it be in Jodhpur by Diwali?',
    'asha@example.in',
  );
  await writeToShop(page.request, 'Farhan Ali', 'Do you send to Dubai?', 'farhan@example.in');
  return {
    paidOrderId: paid.id,
    cashOrderId: cash,
    returnOrderId: back._id,
    cashShopper,
    returnShopper,
  };
}

async function join(page: Page, email: string, who: typeof home): Promise<Shopper> {
  const shopper = await signInByApi(page.request, email);
  const saved = await page.request.put('/api/user/edit', { headers: bearer(shopper), data: who });
  expect(saved.status(), await saved.text()).toBe(200);
  return shopper;
}

async function orderAtTheDoor(page: Page, shopper: Shopper, to: typeof home): Promise<string> {
  await putInCart(page, shopper, stole.proId, 2);
  const data = { orderDetails: { shippingInfo: to } };
  const response = await page.request.post('/api/checkout/', { headers: bearer(shopper), data });
  expect(response.status(), await response.text()).toBe(200);
  const { order }: { order: { _id: string } } = await response.json();
  return order._id;
}

async function rate(page: Page, shopper: Shopper, proId: string, review: string): Promise<void> {
  const data = { stars: 5, review };
  const rated = await page.request.post(`/api/rating/add/${proId}`, { headers: bearer(shopper), data });
  expect(rated.status(), await rated.text()).toBe(200);
}
