import { receiveStock } from '../../app/stock/stock.server.ts';
import { liftOrderLimits } from '../../tests/fixtures/lift-order-limits.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { type ShopLocation, withShopDatabase } from './shop-under-test.ts';

/** Pieces without sizes, whose number is their variant's too. */
export const productIds = [
  'TB-SAR-003',
  'TB-SAR-004',
  'TB-SAR-007',
  'TB-SAR-008',
  'TB-DUP-001',
  'TB-DUP-002',
  'TB-DUP-003',
  'TB-DUP-005',
  'TB-STO-001',
  'TB-STO-002',
] as const;

/** A delivery form with which nothing is wrong. */
export const orderDetails = {
  shippingInfo: {
    country: 'India',
    firstName: 'Meera',
    lastName: 'Joshi',
    address: '14, Ravi Nagar',
    apartment: '2nd floor',
    city: 'Jaipur',
    state: 'Rajasthan',
    phone: '98290 00000',
    pincode: '302003',
  },
};

/** A form with a phone number and an address of the shopper's own: open cash orders are counted for each. */
const orderDetailsOf = (number: number) => ({
  shippingInfo: {
    ...orderDetails.shippingInfo,
    address: `${number}, Ravi Nagar`,
    phone: `98290 ${String(number).padStart(5, '0')}`,
  },
});

export type Shopper = {
  id: string;
  headers: { authorization: string };
  orderDetails: typeof orderDetails;
};

/** So many shoppers who are signed in, and `stock` more of every piece, so that nobody goes away for want of one. */
export function prepareShopForLoad(
  location: ShopLocation,
  { count, stock }: { count: number; stock: number },
) {
  return withShopDatabase(location, async (shop): Promise<Shopper[]> => {
    await liftOrderLimits(shop);
    const arrivals = productIds.map((variantId) => ({ variantId, change: stock }));
    await receiveStock(shop, arrivals, 'for those who are coming');
    const shoppers: Shopper[] = [];
    for (let number = 1; number <= count; number++) {
      const { id, token } = await signInAs(shop, `shopper-${number}@example.in`);
      const headers = { authorization: `Bearer ${token}` };
      shoppers.push({ id, headers, orderDetails: orderDetailsOf(number) });
    }
    return shoppers;
  });
}

/** One of the pieces for each turn of each lane. */
export function productFor(turn: number): string {
  return productIds[turn % productIds.length] ?? productIds[0];
}
