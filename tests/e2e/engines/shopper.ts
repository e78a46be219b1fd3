import type { Profile, SignedIn } from '../../../app/customers/contract.ts';
import type { Order } from '../../../app/orders/contract.ts';
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

/**
 * Signs in a new shopper with the pretend Google, so that the story does not wait for an email, and saves an address in the
 * profile.
 */
export async function newShopperAtHome(api: ShopApi): Promise<Shopper> {
  const email = newEmail('shopper');
  const { nonce } = await api.get<{ nonce: string }>('/api/user/google');
  const credential = await api.googleCredential(email, nonce);
  const { token, user } = await api.post<SignedIn>('/api/user/google-login', { body: credential });
  await api.put('/api/user/edit', { token, body: home });
  return { email, token, user };
}

/** Returns the browser storage of a signed-in shopper. */
export const sessionOf = ({ token, user }: Shopper) => ({
  'tanabana.token': token,
  'tanabana.user': JSON.stringify(user),
});

export async function addToCart(api: ShopApi, { token }: Shopper, proId: string): Promise<void> {
  await api.post(`/api/cart/add/${proId}`, { token, body: { quantity: 1 } });
}

/** Reads a shopper's cart. Returns the quantities by product number. */
export async function cartOf(api: ShopApi, token: string): Promise<Record<string, number>> {
  const cart = await api.get<{ items: { proId: string; quantity: number }[] }>('/api/cart/get', token);
  return Object.fromEntries(cart.items.map(({ proId, quantity }) => [proId, quantity]));
}

export const ordersOf = (api: ShopApi, { token }: Pick<Shopper, 'token'>) =>
  api.get<Order[]>('/api/order/', token);
