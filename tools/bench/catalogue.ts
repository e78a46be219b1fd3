import { sql } from 'drizzle-orm';
import { insertProducts, type NewProduct } from '../../app/catalogue/create-product.server.ts';
import { products } from '../../app/catalogue/tables.server.ts';
import { inTransaction } from '../../app/foundation/shop.server.ts';
import { listSeedProducts } from '../../seeds/seed.server.ts';
import { type ShopLocation, withShopDatabase } from './shop-under-test.ts';

const batchSize = 500;
const firstNames =
  'Amber Bela Champa Dhara Ela Falak Gauri Hira Indu Jaya Kavya Leela Mogra Nila Ojas Payal Rekha Saanjh Tara Urja Vanya Yamini';

/**
 * Inserts products until there are `count`. Each is a copy of a demo product with another name, price and date. Categories,
 * filters and search tokens therefore have the distribution of the demo catalogue.
 */
export function createProducts(location: ShopLocation, count: number): Promise<void> {
  const models = listSeedProducts();
  const names = firstNames.split(' ');
  return withShopDatabase(location, async (shop) => {
    const existing = await shop.db.$count(products);
    for (let from = existing; from < count; from += batchSize) {
      const length = Math.min(batchSize, count - from);
      const batch = Array.from({ length }, (_, at): NewProduct => {
        const number = from + at;
        const model = models[number % models.length];
        if (!model) throw new Error('The demo catalogue is empty.');
        const pricePaise = model.pricePaise + (number % 97) * 5000;
        return {
          ...model,
          id: `TB-N${String(number).padStart(7, '0')}`,
          name: `${names[number % names.length]} ${names[(number * 7) % 15]} ${model.name}`,
          pricePaise,
          mrpPaise: model.mrpPaise === null ? null : pricePaise + 20_000,
          position: number,
          createdAt: new Date(model.createdAt.getTime() - number * 60_000),
        };
      });
      await inTransaction(shop, (tx) => insertProducts(tx, batch, 'first stock'));
    }
    await shop.db.execute(sql`analyze`);
  });
}

/**
 * Lists `count` different search inputs, as a shopper types them: each one character longer than the previous one. The order is
 * always the same.
 */
export function listSearchInputs(count: number): string[] {
  const input = new Set<string>();
  const models = listSeedProducts();
  const text = models.flatMap(({ name, crafts, fabrics }) => [name, ...crafts, ...fabrics]);
  for (let round = 0; input.size < count && round < 50; round++)
    for (const [at, name] of text.entries()) {
      const other = text[(at * 7 + round * 13) % text.length] ?? '';
      const whole = round === 0 ? name : `${name.split(' ').at(-1)} ${other}`;
      for (let length = 2; length <= whole.length && input.size < count; length++)
        input.add(whole.slice(0, length).trim().toLowerCase());
    }
  return [...input].slice(0, count);
}
