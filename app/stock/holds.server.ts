/**
 * Sells, holds and releases stock. A transaction that updates several stock levels first locks them in the order of their
 * variants, so that concurrent orders cannot deadlock. The condition of the UPDATE and a CHECK constraint prevent overselling.
 */

import { and, asc, eq, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { settingText } from '../content/settings-sql.server.ts';
import { sqlTime } from '../foundation/database/columns.server.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';
import { recordEvent } from '../foundation/jobs/events.server.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { NotEnoughStock } from './contract.ts';
import { holds, stockLevels, stockMovements } from './tables.server.ts';

/** A variant and a number of units. A list contains each variant at most once. */
export type StockLine = { variantId: string; count: number };

/**
 * Stock holds that do not block a sale because they belong to the buyer: all holds of one customer (`owner`) or of one order
 * (`holder`).
 */
type Own = { owner: string } | { holder: string };

const ownedBy = (own: Own) => ('holder' in own ? eq(holds.holder, own.holder) : eq(holds.owner, own.owner));

/**
 * Sells all lines or none. First releases the buyer's own stock holds (of `owner` or `holder`), and expired holds that block the
 * sale.
 * @throws NotEnoughStock (409), naming each variant with too few units; RangeError, a bug of the caller, for invalid lines
 */
export async function sellStock(
  shop: Shop,
  stockLines: readonly StockLine[],
  sale: { reference: string } & Own,
): Promise<void> {
  await inTransaction(shop, (tx) => sellStockInTx(tx, stockLines, sale));
}

/**
 * Sells like {@link sellStock}, in the caller's transaction. If this function throws, the caller must roll back the transaction.
 */
export async function sellStockInTx(
  tx: Tx,
  stockLines: readonly StockLine[],
  { reference, ...own }: { reference: string } & Own,
): Promise<void> {
  const lines = validated(stockLines);
  if (lines.length === 1 && 'owner' in own) {
    // If the buyer has no stock holds and enough units are available, update the stock level of a single variant without locking
    // it first. The update of one row cannot deadlock.
    const holdsNothing = sql`not exists (select from ${holds} where ${ownedBy(own)})`;
    const sold = await sellLines(tx, lines, reference, holdsNothing);
    if (readRows(VariantRow, sold).length === 1) return recordLowStock(tx, sold);
  }
  await lockAndFreeHolds(tx, lines, own);
  const sold = await sellLines(tx, lines, reference, sql`true`);
  await assertAllChanged(tx, lines, sold);
  await recordLowStock(tx, sold);
}

/**
 * Subtracts each line from the stock if enough units are available, and records the movements. Returns the sold variants with
 * their remaining units.
 */
function sellLines(tx: Tx, lines: readonly StockLine[], reference: string, condition: SQL): Promise<unknown> {
  return tx.db
    .execute(sql`
      with line (variant_id, count) as (values ${listOf(lines)}),
        sold as (
          update ${stockLevels} set on_hand = on_hand - line.count from line
          where ${stockLevels}.variant_id = line.variant_id and on_hand - held >= line.count and ${condition}
          returning ${stockLevels}.variant_id, line.count, on_hand - held as units_left),
        noted as (
          insert into ${stockMovements} (variant_id, change, reason, reference, at)
          select variant_id, -count, 'sold', ${reference}, ${sqlTime(tx.clock.now())} from sold)
      select variant_id, units_left, ${settingText('lowStockAt')}::int as low_at from sold`)
    .execute();
}

const SoldRow = z.object({ variant_id: z.string(), units_left: z.number(), low_at: z.number().nullable() });

/** Records a low-stock event for each sold variant whose remaining units do not exceed the owner's limit. */
async function recordLowStock(tx: Tx, sold: unknown): Promise<void> {
  const low = readRows(SoldRow, sold).filter((row) => row.low_at !== null && row.units_left <= row.low_at);
  const payloads = low.map((row) => ({ variantId: row.variant_id, unitsLeft: row.units_left }));
  await recordEvent(tx, ...payloads.map((payload) => ({ kind: 'stock-low', payload }) as const));
}

type Hold = { holder: string; owner: string; expiresAt: Date };

/**
 * Holds units until `expiresAt`. Held units still count as on hand. Replaces the owner's earlier holds, and releases expired
 * holds that block the new hold.
 * @throws NotEnoughStock (409); RangeError for invalid lines. The caller must then roll back the transaction
 */
export async function holdStockInTx(
  tx: Tx,
  stockLines: readonly StockLine[],
  { holder, owner, expiresAt }: Hold,
): Promise<void> {
  const lines = validated(stockLines);
  await lockAndFreeHolds(tx, lines, { owner });
  const held = await tx.db.execute(sql`
    update ${stockLevels} set held = held + line.count from (values ${listOf(lines)}) as line (variant_id, count)
    where ${stockLevels}.variant_id = line.variant_id and on_hand - held >= line.count returning ${stockLevels}.variant_id`);
  await assertAllChanged(tx, lines, held);
  await tx.db.insert(holds).values(lines.map((line) => ({ ...line, holder, owner, expiresAt })));
}

/** Extends the holder's stock holds. Returns false if the holder has no holds. */
export async function renewHold(shop: Shop, holder: string, until: Date): Promise<boolean> {
  const renewed = await shop.db
    .update(holds)
    .set({ expiresAt: until })
    .where(eq(holds.holder, holder))
    .returning({ holder: holds.holder });
  return renewed.length > 0;
}

export async function releaseHold(shop: Shop, holder: string): Promise<void> {
  await inTransaction(shop, async (tx) => {
    const locked = await lockHeldBy(tx, [holder]);
    await freeHolds(tx, locked, eq(holds.holder, holder));
  });
}

const maxHoldersPerSweep = 100;

/**
 * Releases the expired stock holds of up to {@link maxHoldersPerSweep} holders. Returns the number of these holders, including
 * those that renew their holds at the same time.
 */
export async function sweepHolds(shop: Shop): Promise<number> {
  return inTransaction(shop, async (tx) => {
    const now = tx.clock.now();
    const expired = await tx.db
      .selectDistinct({ holder: holds.holder })
      .from(holds)
      .where(lte(holds.expiresAt, now))
      .limit(maxHoldersPerSweep);
    const holders = expired.map(({ holder }) => holder);
    if (holders.length === 0) return 0;
    const locked = await lockHeldBy(tx, holders);
    // Check the expiry again after locking, because a stock hold may have been renewed after the query.
    await freeHolds(tx, locked, and(inArray(holds.holder, holders), lte(holds.expiresAt, now)));
    return holders.length;
  });
}

/** @throws RangeError, a bug of the caller, if the list is empty, repeats a variant, or contains an invalid count */
function validated(stockLines: readonly StockLine[]): readonly StockLine[] {
  const invalid = stockLines.find(({ count }) => !Number.isSafeInteger(count) || count < 1);
  if (invalid) throw new RangeError(`${invalid.count} units of ${invalid.variantId} cannot be sold`);
  const variants = new Set(stockLines.map(({ variantId }) => variantId));
  if (variants.size !== stockLines.length || stockLines.length === 0)
    throw new RangeError('Stock lines must not be empty or repeat a variant.');
  return stockLines;
}

const listOf = (lines: readonly StockLine[]) =>
  sql.join(
    lines.map(({ variantId, count }) => sql`(${variantId}, ${count}::int)`),
    sql`, `,
  );

/** Locks the stock levels. Then releases the buyer's own stock holds, and expired holds that block the sale. */
async function lockAndFreeHolds(shop: Shop, lines: readonly StockLine[], own: Own): Promise<void> {
  const { db, clock } = shop;
  const variantIds = lines.map(({ variantId }) => variantId);
  const ofLines = inArray(stockLevels.variantId, variantIds);
  const levels = await db
    .select()
    .from(stockLevels)
    .where(or(ofLines, inArray(stockLevels.variantId, heldVariants(shop, ownedBy(own)))))
    .orderBy(asc(stockLevels.variantId))
    .for('update')
    .execute();
  const locked = levels.map(({ variantId }) => variantId);
  if (levels.some(({ held }) => held > 0)) await freeHolds(shop, locked, ownedBy(own));
  const levelOf = new Map(levels.map((level) => [level.variantId, level]));
  const blocked = lines.flatMap(({ variantId, count }) => {
    const level = levelOf.get(variantId);
    return level && level.held > 0 && level.onHand - level.held < count ? [variantId] : [];
  });
  await freeHolds(shop, blocked, lte(holds.expiresAt, clock.now()));
}

const heldVariants = ({ db }: Shop, condition: SQL) =>
  db.select({ variantId: holds.variantId }).from(holds).where(condition);

/** Locks the stock levels on which these holders have stock holds. Returns their variant ids. */
async function lockHeldBy(shop: Shop, holders: readonly string[]): Promise<string[]> {
  const levels = await shop.db
    .select({ variantId: stockLevels.variantId })
    .from(stockLevels)
    .where(inArray(stockLevels.variantId, heldVariants(shop, inArray(holds.holder, [...holders]))))
    .orderBy(asc(stockLevels.variantId))
    .for('update');
  return levels.map(({ variantId }) => variantId);
}

/**
 * Deletes matching stock holds on the locked stock levels, and subtracts them from `stock_levels.held` in the same statement.
 * Keeps holds on other stock levels, because updating an unlocked level could deadlock.
 */
async function freeHolds({ db }: Shop, locked: readonly string[], which: SQL | undefined): Promise<void> {
  if (locked.length === 0) return;
  const matches = and(inArray(holds.variantId, [...locked]), which);
  await db.execute(sql`
    with freed as (delete from ${holds} where ${matches} returning ${holds.variantId} as variant_id, ${holds.count} as count),
      sums as (select variant_id, sum(count)::int as count from freed group by variant_id)
    update ${stockLevels} set held = held - sums.count from sums where ${stockLevels}.variant_id = sums.variant_id`);
}

const VariantRow = z.object({ variant_id: z.string() });

/** @throws NotEnoughStock (409) if a line was not changed. The caller must then roll back the transaction */
async function assertAllChanged(shop: Shop, lines: readonly StockLine[], changed: unknown): Promise<void> {
  const changedVariants = new Set(readRows(VariantRow, changed).map((row) => row.variant_id));
  const short = lines
    .filter(({ variantId }) => !changedVariants.has(variantId))
    .map(({ variantId }) => variantId);
  if (short.length === 0) return;
  const levels = await shop.db
    .select({
      variantId: stockLevels.variantId,
      left: sql<number>`${stockLevels.onHand} - ${stockLevels.held}`,
    })
    .from(stockLevels)
    .where(inArray(stockLevels.variantId, short));
  const unitsLeft = new Map(levels.map((level) => [level.variantId, level.left]));
  const errors = short.map((field) => {
    const units = unitsLeft.get(field) ?? 0;
    return { field, message: units > 0 ? `Only ${units} left.` : 'None left.' };
  });
  throw NotEnoughStock(undefined, errors);
}
