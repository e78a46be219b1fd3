import { z } from '@hono/zod-openapi';
import { and, eq, lt, sql } from 'drizzle-orm';
import { NotSignedIn } from '../customers/contract.ts';
import { customers } from '../customers/tables.server.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { lockCartForChange, readCart, readChangedCart, saveLines } from './cart.server.ts';
import { type EntryRow, selectEntries } from './cart-rows.server.ts';
import type { CartMerge, MergedCart } from './contract.ts';
import { leftOutMessage, mergeMessage } from './merge-messages.ts';
import { cappedQuantity, maxQuantity } from './rules.ts';
import { cartMerges } from './tables.server.ts';

/**
 * Brings a guest's cart into the shopper's own: what both have is added up, and at most as many as can be sold are
 * kept; what is sold out comes along as such a line. `notice` names whatever is not as it was wished, and `waiting`
 * holds the entries whose size is still to be chosen. A guest cart whose key is known has been brought in already:
 * nothing changes. Six statements, however many entries. Throws `cart-full` (409), and nothing has changed; and
 * `not-signed-in` (401) when another device has deleted the account a moment ago.
 */
export function mergeGuestCart(
  shop: Shop,
  customerId: string,
  { key, items }: CartMerge,
): Promise<MergedCart> {
  return inTransaction(shop, async (tx) => {
    const isNew = await claimKey(tx, customerId, key);
    if (isNew) {
      await lockCartForChange(tx, customerId);
      await forgetOldKeys(tx, customerId);
    }
    const { rows, unknown } = await selectEntries(tx, items, customerId);
    const waiting = rows.flatMap(({ variantId, entry }) =>
      variantId === null ? items.slice(entry, entry + 1) : [],
    );
    if (!isNew) return { ...(await readCart(tx, customerId, leftOutMessage(unknown))), waiting };

    const merged = mergeLines(rows);
    await saveLines(
      tx,
      customerId,
      merged.map(({ variantId, requested, available, seenPricePaise }) => ({
        variantId,
        quantity: cappedQuantity(requested, available > 0 ? available : maxQuantity),
        seenPricePaise,
      })),
    );
    return { ...(await readChangedCart(tx, customerId, mergeMessage(merged, unknown))), waiting };
  });
}

const Taken = z.object({ hasAccount: z.boolean(), isNew: z.boolean() });

/** Whoever comes with the same key at the same time waits here, and then finds it taken: false. */
async function claimKey(tx: Tx, customerId: string, key: string): Promise<boolean> {
  const now = tx.clock.now().toISOString();
  const [taken] = readRows(
    Taken,
    await tx.db.execute(sql`
      with account as (select id from ${customers} where id = ${customerId} for key share),
        taken as (insert into ${cartMerges} (customer_id, key, merged_at)
          select id, ${key}, ${now}::timestamptz from account on conflict do nothing returning key)
      select exists (select from account) as "hasAccount", exists (select from taken) as "isNew"`),
  );
  if (!taken?.hasAccount) throw NotSignedIn();
  return taken.isNew;
}

/** How long a guest cart is known by its key. No browser tries for so long to bring one over. */
const storedForDays = 90;

async function forgetOldKeys({ db, clock }: Shop, customerId: string): Promise<void> {
  const before = new Date(clock.now().getTime() - storedForDays * 24 * 60 * 60_000);
  await db
    .delete(cartMerges)
    .where(and(eq(cartMerges.customerId, customerId), lt(cartMerges.mergedAt, before)));
}

type MergedLine = {
  variantId: string;
  name: string;
  sizeLabel: string | null;
  available: number;
  requested: number;
  /** What the guest saw; else what the shopper saw who had it in already; else what it costs. */
  seenPricePaise: number;
};

/** How many of each variant are wished for, with what the cart holds already. */
function mergeLines(rows: readonly EntryRow[]): MergedLine[] {
  const merged = new Map<string, MergedLine>();
  for (const row of rows) {
    const { variantId, name, sizeLabel, available, inCart, inCartSeenPaise, pricePaise } = row;
    if (variantId === null) continue;
    const earlier = merged.get(variantId);
    merged.set(variantId, {
      variantId,
      name,
      sizeLabel,
      available,
      requested: (earlier?.requested ?? inCart) + row.quantity,
      seenPricePaise: row.seenPaise ?? earlier?.seenPricePaise ?? inCartSeenPaise ?? pricePaise,
    });
  }
  return [...merged.values()];
}
