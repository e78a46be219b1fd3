import { z } from '@hono/zod-openapi';
import { and, eq, lt, sql } from 'drizzle-orm';
import { NotSignedIn } from '../customers/contract.ts';
import { customers } from '../customers/tables.server.ts';
import { days } from '../foundation/clock.ts';
import { sqlTime } from '../foundation/database/columns.server.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { lockCart, readChangedCart, saveLines } from './cart.server.ts';
import type { CartMerge, MergedCart } from './contract.ts';
import { maxQuantity } from './limits.ts';
import { leftOutMessage, type MergeResult, mergeMessage } from './messages.ts';
import { type EntryRow, readCart, selectEntries } from './read-cart.server.ts';
import { cappedQuantity } from './rules.ts';
import { cartMerges } from './tables.server.ts';

/**
 * Merges a guest's cart into the customer's cart. Adds up the quantities of the same variant, and caps the sum. `notice` names
 * the capped, sold-out and unpublished products. `waiting` contains the entries without a valid size. Idempotent per `key`.
 * @throws CartFull (409); NotSignedIn (401) if the account has been deleted
 */
export function mergeGuestCart(
  shop: Shop,
  customerId: string,
  { key, items }: CartMerge,
): Promise<MergedCart> {
  return inTransaction(shop, async (tx) => {
    const isNew = await claimKey(tx, customerId, key);
    if (isNew) {
      await lockCart(tx, customerId, { isChange: true });
      await deleteOldKeys(tx, customerId);
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

const KeyClaim = z.object({ hasAccount: z.boolean(), isNew: z.boolean() });

/**
 * Stores the merge key. Returns false if it was already stored. A concurrent merge with the same key waits for the first.
 * @throws NotSignedIn (401) if the account has been deleted
 */
async function claimKey(tx: Tx, customerId: string, key: string): Promise<boolean> {
  const [claim] = readRows(
    KeyClaim,
    await tx.db.execute(sql`
      with account as (select id from ${customers} where id = ${customerId} for key share),
        taken as (insert into ${cartMerges} (customer_id, key, merged_at)
          select id, ${key}, ${sqlTime(tx.clock.now())} from account on conflict do nothing returning key)
      select exists (select from account) as "hasAccount", exists (select from taken) as "isNew"`),
  );
  if (!claim?.hasAccount) throw NotSignedIn();
  return claim.isNew;
}

/**
 * Number of days for which a merge key is stored. The customer's next merge deletes older keys. If a merge is repeated after its
 * key was deleted, its lines are added a second time.
 */
const storedForDays = 90;

async function deleteOldKeys({ db, clock }: Shop, customerId: string): Promise<void> {
  const before = new Date(clock.now().getTime() - days(storedForDays));
  await db
    .delete(cartMerges)
    .where(and(eq(cartMerges.customerId, customerId), lt(cartMerges.mergedAt, before)));
}

type MergedLine = MergeResult & {
  variantId: string;
  /** The price that the guest saw. If it is unknown, the price stored in the customer's cart, otherwise the current price. */
  seenPricePaise: number;
};

/** Adds up the requested quantity of each variant, including the units already in the cart. Skips rows without a variant. */
function mergeLines(rows: readonly EntryRow[]): MergedLine[] {
  const merged = new Map<string, MergedLine>();
  for (const row of rows) {
    const { variantId, name, sizeLabel, available, heldUntil, inCart, inCartSeenPaise, pricePaise } = row;
    if (variantId === null) continue;
    const earlier = merged.get(variantId);
    merged.set(variantId, {
      variantId,
      name,
      sizeLabel,
      available,
      heldUntil,
      requested: (earlier?.requested ?? inCart) + row.quantity,
      seenPricePaise: row.seenPaise ?? earlier?.seenPricePaise ?? inCartSeenPaise ?? pricePaise,
    });
  }
  return [...merged.values()];
}
