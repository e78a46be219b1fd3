import type { Profile, SignedIn } from '../../../app/customers/contract.ts';
import type { Order, PlacedOrder } from '../../../app/orders/contract.ts';
import { waitUntil } from './page.ts';
import { newEmail, type ShopApi } from './shop-api.ts';

export type Shopper = { email: string; token: string; user: Profile };

export const home = {
  firstName: 'Meera',
  lastName: 'Joshi',
  phone: '+919829000000',
  address: '14, Ravi Nagar',
  apartment: '2nd floor',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302003',
  country: 'India',
};

/** A new shopper, signed in. */
export async function newShopper(api: ShopApi): Promise<Shopper> {
  const email = newEmail('shopper');
  await api.post('/api/user/send-otp', { body: { email } });
  const otp = await api.codeFor(email);
  const { token, user } = await api.post<SignedIn>('/api/user/verify-otp', { body: { email, otp } });
  return { email, token, user };
}

/** A new shopper whose profile has an address. */
export async function newShopperAtHome(api: ShopApi): Promise<Shopper> {
  const shopper = await newShopper(api);
  await api.put('/api/user/edit', { token: shopper.token, body: home });
  return shopper;
}

/** What the browser of a shopper who has signed in keeps. */
export const sessionOf = ({ token, user }: Shopper) => ({
  'tanabana.token': token,
  'tanabana.user': JSON.stringify(user),
});

export async function addToCart(
  api: ShopApi,
  { token }: Shopper,
  proId: string,
  quantity = 1,
): Promise<void> {
  await api.post(`/api/cart/add/${proId}`, { token, body: { quantity } });
}

/** What the shop has in a shopper's cart: product and quantity. */
export async function cartOf(api: ShopApi, token: string): Promise<Record<string, number>> {
  const cart = await api.get<{ items: { proId: string; quantity: number }[] }>('/api/cart/get', token);
  return Object.fromEntries(cart.items.map(({ proId, quantity }) => [proId, quantity]));
}

export const ordersOf = (api: ShopApi, { token }: Shopper) => api.get<Order[]>('/api/order/', token);

/** Orders a product, to be paid at the door. */
export async function orderInCash(api: ShopApi, shopper: Shopper, proId: string): Promise<PlacedOrder> {
  await addToCart(api, shopper, proId);
  const body = { orderDetails: { shippingInfo: home } };
  const { order } = await api.post<{ order: PlacedOrder }>('/api/checkout/', { token: shopper.token, body });
  return order;
}

/** Orders a product, and pays it at the pretend bank. */
export async function orderOnline(api: ShopApi, shopper: Shopper, proId: string): Promise<Order> {
  await addToCart(api, shopper, proId);
  const body = { orderDetails: { shippingInfo: home } };
  const begun = await api.post<{ order: { id: string } }>('/api/payment/create-order', {
    token: shopper.token,
    body,
  });
  await api.post(`/pretend-bank/${begun.order.id}`, { body: { how: 'pay', late: false } });
  const [order] = await waitUntil(
    () => ordersOf(api, shopper),
    ([newest]) => newest?.state === 'placed',
    (orders) => `The order is not placed: ${JSON.stringify(orders)}`,
  );
  if (!order) throw new Error('The order is not there.');
  return order;
}

/** Where a shopper sees an order. */
export const pathOf = ({ _id, orderItems }: Pick<PlacedOrder, '_id' | 'orderItems'>) =>
  `/orderdetail/${orderItems[0]?.proId}?order=${_id}`;
