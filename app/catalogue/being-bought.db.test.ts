import { describe, expect } from 'vitest';
import { gulnar, shopperWith, shopWithBank, stole } from '../../tests/fixtures/checkout.ts';
import { holdFor } from '../../tests/fixtures/holds.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { it } from '../../tests/fixtures/world.ts';
import { sellStock } from '../stock/holds.server.ts';
import { listProducts, readCategory, readProduct } from './catalogue.server.ts';
import { Product } from './contract.ts';
import { listProductsForStaff } from './for-staff/list-products.server.ts';
import { filterProducts } from './listing/listing.server.ts';
import { searchProducts } from './search/search.server.ts';

const suit = 'TB-SUT-001';
const minute = 60_000;

/** Returns the available units of Gulnar in each view. In lists of products in stock, they are undefined if Gulnar is missing. */
async function unitsOnScreens(shop: TestShop) {
  const page = await readProduct(shop, gulnar);
  const scope = { kind: 'category', id: (await readCategory(shop, page.catName))._id } as const;
  const listing = await filterProducts(shop, scope, { availability: ['in-stock'] }, 100);
  const search = await searchProducts(shop, page.productName, 10);
  const staffList = { q: gulnar, stock: 'in', sort: 'newest', after: '', limit: 10, lowStockAt: 5 } as const;
  const { products: staff } = await listProductsForStaff(shop, staffList);
  const unitsIn = (products: Product[]) => products.find(({ proId }) => proId === gulnar)?.quantity;
  return {
    page: page.quantity,
    search: unitsIn(search),
    listing: unitsIn(listing),
    staff: staff[0]?.sizes[0]?.available,
  };
}

const one = [{ variantId: gulnar, count: 1 }];

describe('a product that a shopper is paying for', () => {
  it('is marked as being bought on its page and in lists if its last unit is held [S-DATA-03 S-PAY-06]', async ({
    shop,
  }) => {
    expect(await readProduct(shop, gulnar)).not.toHaveProperty('beingBought');
    await holdFor(shop, 'asha', one);
    const heldUntil = new Date(shop.clock.now().getTime() + 15 * minute).toISOString();
    const held = { quantity: 0, beingBought: true, heldUntil };
    expect(await readProduct(shop, gulnar)).toMatchObject({ ...held, sizes: [{ heldUntil }] });
    const { products } = await listProducts(shop, { sort: 'featured', limit: 100, offset: 0 });
    expect(products.filter(({ beingBought }) => beingBought).map(({ proId }) => proId)).toEqual([gulnar]);
    await sellStock(shop, one, { reference: 'TB-1001', owner: 'asha' });
    const sold = await readProduct(shop, gulnar);
    expect([sold.quantity, sold.beingBought, sold.heldUntil]).toEqual([0, undefined, undefined]);
  });

  it('is marked only in the held size, and as a whole when the other sizes are sold out', async ({
    shop,
  }) => {
    const { sizes } = await readProduct(shop, suit);
    const [held, ...others] = sizes.filter(({ quantity }) => quantity > 0);
    const stockLinesOf = (some: typeof sizes) =>
      some.map(({ id, quantity }) => ({ variantId: id, count: quantity }));
    await holdFor(shop, 'asha', stockLinesOf(held ? [held] : []));
    const product = await readProduct(shop, suit);
    expect(product).not.toHaveProperty('heldUntil');
    expect(product.sizes.filter(({ heldUntil }) => heldUntil).map(({ id }) => id)).toEqual([held?.id]);
    await sellStock(shop, stockLinesOf(others), { reference: 'TB-1001', owner: 'bina' });
    expect(await readProduct(shop, suit)).toMatchObject({ quantity: 0, beingBought: true });
  });

  it('is not marked as being bought if another unit is available', async ({ shop }) => {
    await holdFor(shop, 'asha', [{ variantId: stole, count: 39 }]);
    const left = await readProduct(shop, stole);
    expect(left.quantity).toBe(1);
    expect(left).not.toHaveProperty('beingBought');
  });

  it('has the same number of units on its page, in the listing, the search and the staff list', async ({
    shop,
  }) => {
    await holdFor(shop, 'asha', one);
    expect(await unitsOnScreens(shop)).toEqual({ page: 0, search: 0, listing: undefined, staff: undefined });
    shop.clock.advance(15 * minute);
    expect(await unitsOnScreens(shop)).toEqual({ page: 1, search: 1, listing: 1, staff: 1 });
  });

  it('is also marked as being bought for the paying shopper, whose cart still contains the unit [S-AUTH-17]', async ({
    shop,
  }) => {
    const { app } = shopWithBank(shop);
    const asha = await shopperWith(shop, app, 'asha', gulnar);
    await asha.startPayment();
    const own = await (await asha.get(`/product/get-single/${gulnar}`)).json();
    expect(own).toEqual(await (await app.request(`/api/product/get-single/${gulnar}`)).json());
    expect(Product.parse(own)).toMatchObject({ quantity: 0, beingBought: true });
    expect(await (await asha.get('/cart/get')).json()).toMatchObject({ items: [{ stock: 1, notes: [] }] });
  });
});
