import { and, asc, eq, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { readRows } from '../foundation/database/read-rows.server.ts';
import { inTransaction, type Shop, type Tx } from '../foundation/shop.server.ts';
import { NotEnoughStock } from './contract.ts';
import { holds, stockLevels, stockMovements } from './tables.server.ts';

/** So many pieces of a variant, each variant once. */
export type StockLine = readonly { variantId: string; count: number }[];

/**
 * Everything here takes the places of the shelf in one order, the variants' names, before it changes any, so that
 * two who want the same pieces never wait for each other in a ring. The guard against overselling stands in the
 * update itself, and a CHECK stands behind it.
 */

/** What stands in nobody's way, because it is theirs: all that is held for somebody, or for one end. */
type Own = { owner: string } | { holder: string };

const isOwn = (own: Own) => ('holder' in own ? eq(holds.holder, own.holder) : eq(holds.owner, own.owner));

/**
 * Sells pieces that nobody else holds. What is held for `owner`, or for `holder`, is given back first, so that nobody's
 * own hold stands in their way; and holds that have run out stand in nobody's. Throws `not-enough-stock` (409), which names
 * every variant that is short, and then nothing has changed.
 */
export async function sellStock(
  shop: Shop,
  stockLines: StockLine,
  sale: { reference: string } & Own,
): Promise<void> {
  await inTransaction(shop, (tx) => sellStockInTx(tx, stockLines, sale));
}

/** Like {@link sellStock}, for whoever gives up their transaction when it throws. */
export async function sellStockInTx(
  tx: Tx,
  stockLines: StockLine,
  { reference, ...own }: { reference: string } & Own,
): Promise<void> {
  const lines = checked(stockLines);
  if (lines.length === 1 && 'owner' in own) {
    // One place is in nobody's ring, so that it need not be taken first; and mostly nothing is in the way.
    const sold = await sellLines(
      tx,
      lines,
      reference,
      sql`not exists (select from ${holds} where ${isOwn(own)})`,
    );
    if (readRows(Named, sold).length === 1) return;
  }
  await makeRoom(tx, lines, own);
  await refuseShort(tx, lines, await sellLines(tx, lines, reference, sql`true`));
}

/** Takes from the shelf what is there, and notes it. Answers which lines were sold. */
function sellLines(tx: Tx, lines: StockLine, reference: string, condition: SQL): Promise<unknown> {
  return tx.db
    .execute(sql`
      with line (variant_id, count) as (values ${listOf(lines)}),
        sold as (
          update ${stockLevels} set on_hand = on_hand - line.count from line
          where ${stockLevels}.variant_id = line.variant_id and on_hand - held >= line.count and ${condition}
          returning ${stockLevels}.variant_id, line.count),
        noted as (
          insert into ${stockMovements} (variant_id, change, reason, reference, at)
          select variant_id, -count, 'sold', ${reference}, ${tx.clock.now().toISOString()}::timestamptz from sold)
      select variant_id from sold`)
    .execute();
}

type Hold = { holder: string; owner: string; expiresAt: Date };

/**
 * Holds stock until `expiresAt`; it stays on hand. An owner has one hold at a time: the last one. Throws like {@link sellStock}, and
 * then the caller's transaction must roll back.
 */
export async function holdStockInTx(
  tx: Tx,
  stockLines: StockLine,
  { holder, owner, expiresAt }: Hold,
): Promise<void> {
  const lines = checked(stockLines);
  await makeRoom(tx, lines, { owner });
  const held = await tx.db.execute(sql`
    update ${stockLevels} set held = held + line.count from (values ${listOf(lines)}) as line (variant_id, count)
    where ${stockLevels}.variant_id = line.variant_id and on_hand - held >= line.count returning ${stockLevels}.variant_id`);
  await refuseShort(tx, lines, held);
  await tx.db.insert(holds).values(lines.map((line) => ({ ...line, holder, owner, expiresAt })));
}

/** Keeps the holder's pieces aside until then. False when they are held no more. */
export async function renewHold(shop: Shop, holder: string, until: Date): Promise<boolean> {
  const renewed = await shop.db
    .update(holds)
    .set({ expiresAt: until })
    .where(eq(holds.holder, holder))
    .returning({ holder: holds.holder });
  return renewed.length > 0;
}

/** Gives the holder's pieces back to everybody. Once: whoever comes second finds nothing to give back. */
export async function releaseHold(shop: Shop, holder: string): Promise<void> {
  await inTransaction(shop, async (tx) => {
    const locked = await lockHeldBy(tx, [holder]);
    await freeHolds(tx, locked, eq(holds.holder, holder));
  });
}

const holdersInASweep = 100;

/** Gives back what was held for people who did not come in time. Answers for how many holders. */
export async function sweepHolds(shop: Shop): Promise<number> {
  return inTransaction(shop, async (tx) => {
    const now = tx.clock.now();
    const over = await tx.db
      .selectDistinct({ holder: holds.holder })
      .from(holds)
      .where(lte(holds.expiresAt, now))
      .limit(holdersInASweep);
    const holders = over.map(({ holder }) => holder);
    if (holders.length === 0) return 0;
    const locked = await lockHeldBy(tx, holders);
    // Asked again behind the locks: somebody may have come back meanwhile.
    await freeHolds(tx, locked, and(inArray(holds.holder, holders), lte(holds.expiresAt, now)));
    return holders.length;
  });
}

/** Refuses what no shelf can do: that is a bug of the caller. */
function checked(stockLines: StockLine): StockLine {
  const odd = stockLines.find(({ count }) => !Number.isSafeInteger(count) || count < 1);
  if (odd) throw new RangeError(`${odd.count} pieces of ${odd.variantId} cannot be sold`);
  const variants = new Set(stockLines.map(({ variantId }) => variantId));
  if (variants.size !== stockLines.length || stockLines.length === 0)
    throw new RangeError('A parcel names each variant once.');
  return stockLines;
}

const listOf = (lines: StockLine) =>
  sql.join(
    lines.map(({ variantId, count }) => sql`(${variantId}, ${count}::int)`),
    sql`, `,
  );

/** Locks the places of these lines, gives back what is their own, and what has run out and stands in the way. */
async function makeRoom(shop: Shop, lines: StockLine, own: Own): Promise<void> {
  const { db, clock } = shop;
  const wanted = inArray(
    stockLevels.variantId,
    lines.map(({ variantId }) => variantId),
  );
  const levels = await db
    .select()
    .from(stockLevels)
    .where(or(wanted, inArray(stockLevels.variantId, held(shop, isOwn(own)))))
    .orderBy(asc(stockLevels.variantId))
    .for('update')
    .execute();
  const locked = levels.map(({ variantId }) => variantId);
  if (levels.some(({ held }) => held > 0)) await freeHolds(shop, locked, isOwn(own));
  const found = new Map(levels.map((level) => [level.variantId, level]));
  const blocked = lines.flatMap(({ variantId, count }) => {
    const level = found.get(variantId);
    return level && level.held > 0 && level.onHand - level.held < count ? [variantId] : [];
  });
  await freeHolds(shop, blocked, lte(holds.expiresAt, clock.now()));
}

const held = ({ db }: Shop, which: SQL) => db.select({ variantId: holds.variantId }).from(holds).where(which);

/** Locks the places of everything that is held for these holders, and answers which. */
async function lockHeldBy(shop: Shop, holders: readonly string[]): Promise<string[]> {
  const places = await shop.db
    .select({ variantId: stockLevels.variantId })
    .from(stockLevels)
    .where(inArray(stockLevels.variantId, held(shop, inArray(holds.holder, [...holders]))))
    .orderBy(asc(stockLevels.variantId))
    .for('update');
  return places.map(({ variantId }) => variantId);
}

/**
 * Deletes those of the holds that stand on the locked places, and takes them off `stock_levels.held`, in one statement. A hold
 * that came while the locks were waited for, on a place that is not among them, stays: to touch it would close a ring.
 */
async function freeHolds({ db }: Shop, locked: readonly string[], which: SQL | undefined): Promise<void> {
  if (locked.length === 0) return;
  const theirs = and(inArray(holds.variantId, [...locked]), which);
  await db.execute(sql`
    with freed as (delete from ${holds} where ${theirs} returning ${holds.variantId} as variant_id, ${holds.count} as count),
      sums as (select variant_id, sum(count)::int as count from freed group by variant_id)
    update ${stockLevels} set held = held - sums.count from sums where ${stockLevels}.variant_id = sums.variant_id`);
}

const Named = z.object({ variant_id: z.string() });

/** Throws `not-enough-stock` unless every line was changed; the transaction takes back what was. */
async function refuseShort(shop: Shop, lines: StockLine, changed: unknown): Promise<void> {
  const done = new Set(readRows(Named, changed).map((row) => row.variant_id));
  const short = lines.filter(({ variantId }) => !done.has(variantId)).map(({ variantId }) => variantId);
  if (short.length === 0) return;
  const places = await shop.db
    .select({
      variantId: stockLevels.variantId,
      left: sql<number>`${stockLevels.onHand} - ${stockLevels.held}`,
    })
    .from(stockLevels)
    .where(inArray(stockLevels.variantId, short));
  const left = new Map(places.map((place) => [place.variantId, place.left]));
  throw NotEnoughStock(
    undefined,
    short.map((field) => ({ field, message: leftInText(left.get(field) ?? 0) })),
  );
}

function leftInText(left: number): string {
  return left > 0 ? `Only ${left} left.` : 'None left.';
}
