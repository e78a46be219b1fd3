import { receiveStock } from '../../app/stock/stock.server.ts';
import { liftOrderLimits } from '../../tests/fixtures/lift-order-limits.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { type ShopLocation, withShopDatabase } from './shop-under-test.ts';

/** Products without sizes. The id of each product's variant is the product number. */
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

/** Valid delivery details. */
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

/**
 * Delivery details with a different phone number and address for each shopper, because open COD orders are limited per number and
 * address.
 */
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

/** Signs in `count` shoppers. Adds `stock` units of each of {@link productIds}, so that no product sells out. */
export function prepareShopForLoad(
  location: ShopLocation,
  { count, stock }: { count: number; stock: number },
) {
  return withShopDatabase(location, async (shop): Promise<Shopper[]> => {
    await liftOrderLimits(shop);
    const arrivals = productIds.map((variantId) => ({ variantId, change: stock }));
    await receiveStock(shop, arrivals, 'stock for the load');
    const shoppers: Shopper[] = [];
    for (let number = 1; number <= count; number++) {
      const { id, token } = await signInAs(shop, `shopper-${number}@example.in`);
      const headers = { authorization: `Bearer ${token}` };
      shoppers.push({ id, headers, orderDetails: orderDetailsOf(number) });
    }
    return shoppers;
  });
}

/** Returns one of {@link productIds}, in rotation. */
export function productFor(index: number): string {
  return productIds[index % productIds.length] ?? productIds[0];
}
