import { expect, type Page } from '@playwright/test';
import { writeToShop } from '../../tests/e2e/support/admin-emails.ts';
import { paidOrder, requestReturn } from '../../tests/e2e/support/admin-orders.ts';
import { bearer, home, putInCart, stole } from '../../tests/e2e/support/checkout.ts';
import { namedShopper, orderWith } from '../../tests/e2e/support/orders.ts';
import { type Shopper, signInByApi } from '../../tests/e2e/support/shopper.ts';

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

/** The ids of the day's orders: paid online, with cash on delivery, and with a requested return. */
export type SeededOrders = { paidOrderId: string; cashOrderId: string; returnOrderId: string };

/** Seeds a day of the demo shop: two orders, a return request, two messages and a review. */
export async function seedOneDay(page: Page): Promise<SeededOrders> {
  const cash = await orderWithCash(page, await createCustomer(page, 'ritu@example.in', ritu), ritu);
  const buyer = await createCustomer(page, 'kabir@example.in', kabir);
  const paid = await paidOrder(page, buyer, { proId: 'TB-SAR-001', to: kabir });

  const ananya = await namedShopper(page, 'ananya@example.in');
  const returned = await orderWith(page, ananya, 'TB-DUP-005');
  await requestReturn(page, ananya, returned._id, 'The border is another one than in the picture.');

  const meera = await namedShopper(page, 'meera@example.in');
  await rate(page, meera, 'TB-COR-002', 'It drapes well, and the indigo is deeper than in the picture.');
  await writeToShop(
    page.request,
    'Asha Rao',
    'Namaste, is the pallu of this saree woven or printed? And could it be in Jodhpur by Diwali?',
    'asha@example.in',
  );
  await writeToShop(page.request, 'Farhan Ali', 'Do you send to Dubai?', 'farhan@example.in');
  return { paidOrderId: paid.id, cashOrderId: cash, returnOrderId: returned._id };
}

async function createCustomer(page: Page, email: string, profile: typeof home): Promise<Shopper> {
  const shopper = await signInByApi(page.request, email);
  const saved = await page.request.put('/api/user/edit', { headers: bearer(shopper), data: profile });
  expect(saved.status(), await saved.text()).toBe(200);
  return shopper;
}

async function orderWithCash(page: Page, shopper: Shopper, to: typeof home): Promise<string> {
  await putInCart(page, shopper, stole.proId);
  const data = { orderDetails: { shippingInfo: to } };
  const response = await page.request.post('/api/checkout/', { headers: bearer(shopper), data });
  expect(response.status(), await response.text()).toBe(200);
  const { order }: { order: { _id: string } } = await response.json();
  return order._id;
}

async function rate(page: Page, shopper: Shopper, proId: string, review: string): Promise<void> {
  const data = { stars: 5, review };
  const response = await page.request.post(`/api/rating/add/${proId}`, { headers: bearer(shopper), data });
  expect(response.status(), await response.text()).toBe(200);
}
