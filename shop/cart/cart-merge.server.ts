import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { keepLines, readCart, readChanged, takeCart } from './cart.server.ts';
import { type EntryRow, selectEntries } from './cart-rows.server.ts';
import type { CartMerge, MergedCart } from './contract.ts';
import { leftOutWords, mergeWords } from './merge-words.ts';
import { cappedQuantity, mostOfALine } from './rules.ts';
import { cartMerges } from './tables.server.ts';

/**
 * Brings a guest's cart into the shopper's own: what both have is added up, and at most as many as can be sold are
 * kept; what is sold out comes along as such a line. `notice` names whatever is not as it was wished, and `waiting`
 * holds the entries whose size is still to be chosen. A guest cart whose key is known has been brought in already:
 * nothing changes. Five statements, however many entries. Throws `cart-full` (409), and nothing has changed.
 */
export function mergeGuestCart(
  shop: Shop,
  customerId: string,
  { key, items }: CartMerge,
): Promise<MergedCart> {
  return inTransaction(shop, async (inside) => {
    // Whoever comes with the same key at the same time waits here, and then finds it taken.
    const [isNew] = await inside.db
      .insert(cartMerges)
      .values({ customerId, key, mergedAt: inside.clock.now() })
      .onConflictDoNothing()
      .returning({ key: cartMerges.key });
    if (isNew) await takeCart(inside, customerId);
    const { rows, unknown } = await selectEntries(inside, items, customerId);
    const waiting = rows.flatMap(({ variantId, entry }) =>
      variantId === null ? items.slice(entry, entry + 1) : [],
    );
    if (!isNew) return { ...(await readCart(inside, customerId, leftOutWords(unknown))), waiting };

    const wishes = wishesOf(rows);
    await keepLines(
      inside,
      customerId,
      wishes.map(({ variantId, wished, available, seenPricePaise }) => ({
        variantId,
        quantity: cappedQuantity(wished, available > 0 ? available : mostOfALine),
        seenPricePaise,
      })),
    );
    return { ...(await readChanged(inside, customerId, mergeWords(wishes, unknown))), waiting };
  });
}

type Wish = {
  variantId: string;
  name: string;
  sizeLabel: string | null;
  available: number;
  wished: number;
  /** What the guest saw; else what the shopper saw who had it in already; else what it costs. */
  seenPricePaise: number;
};

/** How many of each variant are wished for, with what the cart holds already. */
function wishesOf(rows: readonly EntryRow[]): Wish[] {
  const wishes = new Map<string, Wish>();
  for (const row of rows) {
    const { variantId, name, sizeLabel, available, inCart, inCartSeenPaise, pricePaise } = row;
    if (variantId === null) continue;
    const earlier = wishes.get(variantId);
    wishes.set(variantId, {
      variantId,
      name,
      sizeLabel,
      available,
      wished: (earlier?.wished ?? inCart) + row.quantity,
      seenPricePaise: row.seenPaise ?? earlier?.seenPricePaise ?? inCartSeenPaise ?? pricePaise,
    });
  }
  return [...wishes.values()];
}
