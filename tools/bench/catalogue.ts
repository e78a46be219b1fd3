import { sql } from 'drizzle-orm';
import { insertProducts, type NewProduct } from '../../app/catalogue/create-product.server.ts';
import { products } from '../../app/catalogue/tables.server.ts';
import { inTransaction } from '../../app/foundation/shop.server.ts';
import { listSeedProducts } from '../../seeds/seed.server.ts';
import { type ShopLocation, withShopDatabase } from './shop-under-test.ts';

const atOnce = 500;
const firstText =
  'Amber Bela Champa Dhara Ela Falak Gauri Hira Indu Jaya Kavya Leela Mogra Nila Ojas Payal Rekha Saanjh Tara Urja Vanya Yamini';

/**
 * Hangs pieces beside those of the demonstration until there are `count`: each is one of them under a name, a price
 * and a day of its own, so that shelves, filters and words are shared out as they are there.
 */
export function createProducts(location: ShopLocation, count: number): Promise<void> {
  const models = listSeedProducts();
  const names = firstText.split(' ');
  return withShopDatabase(location, async (shop) => {
    const hanging = await shop.db.$count(products);
    for (let from = hanging; from < count; from += atOnce) {
      const length = Math.min(atOnce, count - from);
      const pieces = Array.from({ length }, (_, at): NewProduct => {
        const number = from + at;
        const model = models[number % models.length];
        if (!model) throw new Error('the demonstration has no pieces');
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
      await inTransaction(shop, (tx) => insertProducts(tx, pieces, 'first stock'));
    }
    await shop.db.execute(sql`analyze`);
  });
}

/** So many different beginnings of what people type, in an order that is the same each time. */
export function listSearchInputs(count: number): string[] {
  const input = new Set<string>();
  const models = listSeedProducts();
  const text = models.flatMap(({ name, crafts, fabrics }) => [name, ...crafts, ...fabrics]);
  for (let turn = 0; input.size < count && turn < 50; turn++)
    for (const [at, word] of text.entries()) {
      const other = text[(at * 7 + turn * 13) % text.length] ?? '';
      const whole = turn === 0 ? word : `${word.split(' ').at(-1)} ${other}`;
      for (let length = 2; length <= whole.length && input.size < count; length++)
        input.add(whole.slice(0, length).trim().toLowerCase());
    }
  return [...input].slice(0, count);
}
