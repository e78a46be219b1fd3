/**
 * Two who want the same, one of them let in before each statement of the other, one after the other: whichever comes
 * first, the shop's books are right. What happens here is not left to chance, as it is in a race. `RIVAL_POINTS=99` comes
 * in between everywhere, without it at four places of each.
 */
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, vi } from 'vitest';
import { z } from 'zod';
import { addToCart } from '../../app/cart/cart.server.ts';
import { expireOrders } from '../../app/checkout/payment-worker/payment-worker.server.ts';
import { placeOrder } from '../../app/checkout/place-order.server.ts';
import { sendCode, verifyCode } from '../../app/customers/sign-in/codes.server.ts';
import { readRows } from '../../app/foundation/database/read-rows.server.ts';
import { Problem } from '../../app/foundation/http/problem.ts';
import type { Shop } from '../../app/foundation/shop.server.ts';
import { cancelOrder } from '../../app/orders/cancel-order.server.ts';
import { refundOrder } from '../../app/orders/refund-order.server.ts';
import { packOrder } from '../../app/orders/ship-order.server.ts';
import { adjustStock, removeStock } from '../../app/stock/stock.server.ts';
import { stockLevels } from '../../app/stock/tables.server.ts';
import { emptyCart, gulnar, readStockLevel, validDeliveryForm } from '../fixtures/checkout.ts';
import { sentCode } from '../fixtures/sent-code.ts';
import type { TestShop } from '../fixtures/shop.ts';
import { signInAs } from '../fixtures/sign-in.ts';
import { cashOrder, paidOrder, unpaidOrder } from '../fixtures/sold-orders.ts';
import { it } from '../fixtures/world.ts';
import { interceptStatements, type Outcome, withConcurrentSessionAt } from './concurrent-session.ts';

beforeEach(interceptStatements);
afterEach(() => vi.restoreAllMocks());

const quarterHour = 15 * 60_000;

/** Somebody new who has the last Gulnar in the cart. */
async function buyer(shop: TestShop, name: string): Promise<string> {
  const { id } = await signInAs(shop, `${name}@example.in`);
  await emptyCart(shop, id);
  await addToCart(shop, id, gulnar, { quantity: 1 });
  return id;
}

const buy = (shop: Shop, id: string, method: 'COD' | 'Online' = 'COD') =>
  placeOrder(shop, id, { details: { shippingInfo: validDeliveryForm }, method });

/** Exactly one Gulnar, which nobody holds. */
async function oneLeft(shop: TestShop) {
  shop.clock.advance(2 * quarterHour);
  await expireOrders(shop);
  const level = await readStockLevel(shop);
  if (level && level.onHand !== 1) await adjustStock(shop, gulnar, 1 - level.onHand, 'for the next one');
}

const Wrong = z.object({ what: z.string() });

/** What must be true of the books whatever has happened. */
async function expectRight(shop: Shop, at: string) {
  const wrong = await shop.db.execute(sql`
    select 'the shelf: ' || variant_id as what from stock_levels s
      where on_hand <> (select coalesce(sum(change), 0) from stock_movements m where m.variant_id = s.variant_id)
        or held <> (select coalesce(sum(count), 0) from holds h where h.variant_id = s.variant_id)
        or on_hand < 0 or held > on_hand
    union all
    select 'the money of ' || o.number || ', which is ' || o.state || ': ' || kept.paise from orders o, lateral (
      select coalesce(sum(r.amount_paise - (select coalesce(sum(f.amount_paise), 0) from refunds f
        where f.receipt_id = r.id)), 0) as paise
      from payments p join receipts r on r.payment_id = p.id where p.reference = o.id::text) as kept
      where o.payment_method = 'Online' and o.number not in ('TB-0')
        and o.id::text in (select reference from payments)
        and (kept.paise < 0 or kept.paise > o.total_paise
          or (kept.paise > 0) <> (o.placed_at is not null and o.state not in ('cancelled', 'refunded')))
    union all
    select 'letters: ' || subject from outbox where kind = 'order' group by subject having count(*) > 1`);
  expect(readRows(Wrong, wrong), at).toEqual([]);
}

type Pair = {
  interrupted: () => Promise<unknown>;
  concurrent: () => Promise<unknown>;
  /** What must have become of both. */
  inspect: (interrupted: Outcome, concurrent: Outcome, at: string) => Promise<void> | void;
};

const done = (...outcomes: Outcome[]) => outcomes.filter(({ status }) => status === 'done').length;
const exactlyOne: Pair['inspect'] = (interrupted, concurrent, at) =>
  expect(done(interrupted, concurrent), at).toBe(1);
const both: Pair['inspect'] = (interrupted, concurrent, at) =>
  expect(done(interrupted, concurrent), at).toBe(2);
const atLeastOne: Pair['inspect'] = (interrupted, concurrent, at) =>
  expect(done(interrupted, concurrent), at).toBeGreaterThanOrEqual(1);

/** Where something is written, locked or ended, and the statement after it. */
const matters = /^(insert|update|delete|with|commit)|for (update|key share|no key update|share)|pg_advisory/;
const maxPoints = Number(process.env.RIVAL_POINTS ?? 4);

/** Which statements to come before: all that matter, or so many of them from the first to the last. */
function pointsOf(statements: readonly string[]): number[] {
  const all = statements.flatMap((one, at) =>
    matters.test(one.trim()) || matters.test(statements[at - 1]?.trim() ?? '') ? [at] : [],
  );
  if (all.length <= maxPoints) return all;
  return Array.from(
    { length: maxPoints },
    (_, n) => all[Math.round((n * (all.length - 1)) / (maxPoints - 1))] ?? 0,
  );
}

let turn = 0;
const newName = () => `somebody.${++turn}`;

const pairs: [what: string, prepare: (shop: TestShop) => Promise<Pair>][] = [
  [
    'two who pay in cash for the last piece',
    async (shop) => {
      const [one, other] = [await buyer(shop, newName()), await buyer(shop, newName())];
      return { interrupted: () => buy(shop, one), concurrent: () => buy(shop, other), inspect: exactlyOne };
    },
  ],
  [
    'one who begins to pay online, and one who pays in cash',
    async (shop) => {
      const [one, other] = [await buyer(shop, newName()), await buyer(shop, newName())];
      return {
        interrupted: () => buy(shop, one, 'Online'),
        concurrent: () => buy(shop, other),
        inspect: exactlyOne,
      };
    },
  ],
  [
    'one who orders the last piece, and the store that sells it over the counter',
    async (shop) => {
      const one = await buyer(shop, newName());
      return {
        interrupted: () => buy(shop, one),
        concurrent: () => removeStock(shop, gulnar, 1, 'sold in the store'),
        inspect: exactlyOne,
      };
    },
  ],
  [
    'one press of Pay, twice',
    async (shop) => {
      const one = await buyer(shop, newName());
      return { interrupted: () => buy(shop, one), concurrent: () => buy(shop, one), inspect: both };
    },
  ],
  [
    'a payment, told twice',
    async (shop) => {
      const { pay } = await unpaidOrder(shop, newName(), gulnar);
      return { interrupted: () => pay(), concurrent: () => pay(), inspect: both };
    },
  ],
  [
    'a payment, and the clerk who ends what was not paid in time',
    async (shop) => {
      const { pay } = await unpaidOrder(shop, newName(), gulnar);
      shop.clock.advance(quarterHour);
      return { interrupted: () => pay(), concurrent: () => expireOrders(shop), inspect: both };
    },
  ],
  [
    'the clerk, and a payment that comes just then',
    async (shop) => {
      const { pay } = await unpaidOrder(shop, newName(), gulnar);
      shop.clock.advance(quarterHour);
      return { interrupted: () => expireOrders(shop), concurrent: () => pay(), inspect: both };
    },
  ],
  [
    'a payment that comes too late, and somebody who buys the piece meanwhile',
    async (shop) => {
      const { pay } = await unpaidOrder(shop, newName(), gulnar);
      shop.clock.advance(quarterHour);
      await expireOrders(shop);
      const other = await buyer(shop, newName());
      return { interrupted: () => pay(), concurrent: () => buy(shop, other), inspect: atLeastOne };
    },
  ],
  [
    'a payment, and the shopper who cancels while it comes',
    async (shop) => {
      const { pay, customerId, order } = await unpaidOrder(shop, newName(), gulnar);
      const cancel = () => cancelOrder(shop, { actor: 'shopper', customerId, idOrNumber: order.id });
      return { interrupted: () => pay(), concurrent: cancel, inspect: both };
    },
  ],
  [
    'the shopper who cancels, twice',
    async (shop) => {
      const { customerId, order } = await paidOrder(shop, newName(), gulnar);
      const cancel = () => cancelOrder(shop, { actor: 'shopper', customerId, idOrNumber: order.id });
      return { interrupted: cancel, concurrent: cancel, inspect: both };
    },
  ],
  [
    'the shopper who cancels, and the merchant who packs',
    async (shop) => {
      const { customerId, order } = await cashOrder(shop, newName(), gulnar);
      return {
        interrupted: () => cancelOrder(shop, { actor: 'shopper', customerId, idOrNumber: order.id }),
        concurrent: () => packOrder(shop, order.id),
        inspect: atLeastOne,
      };
    },
  ],
  [
    'two of the staff who give more back together than was paid',
    async (shop) => {
      const { order } = await paidOrder(shop, newName(), gulnar);
      const most = { amountPaise: 1_500_000, reason: 'A thread is loose.' };
      const refund = () => refundOrder(shop, order.id, most);
      return { interrupted: refund, concurrent: refund, inspect: exactlyOne };
    },
  ],
  [
    'two who come in with one code',
    async (shop) => {
      const email = `${newName()}@example.in`;
      await sendCode(shop, { email }, { address: newName() });
      const otp = await sentCode(shop, email);
      const enter = () => verifyCode(shop, { email, otp }, { address: newName() });
      return { interrupted: enter, concurrent: enter, inspect: exactlyOne };
    },
  ],
];

// The embedded database does one transaction after the other: nobody can come in between.
const isEmbedded = inject('seededWorld').engine === 'embedded';

describe.skipIf(isEmbedded)('somebody comes in between', { timeout: 300_000 }, () => {
  it.for(pairs)('%s', async ([what, prepare], { ownShop }) => {
    const meet = async (point: number) => {
      await oneLeft(ownShop);
      const { inspect, ...pair } = await prepare(ownShop);
      const met = await withConcurrentSessionAt(ownShop, point, pair);
      const at = `${what}, before statement ${point}: ${met.statements[point]?.slice(0, 80)}`;
      for (const outcome of [met.interrupted, met.concurrent])
        if (outcome.status === 'refused' && !(outcome.reason instanceof Problem))
          throw new Error(`${at}: ${outcome.reason}`, { cause: outcome.reason });
      await inspect(met.interrupted, met.concurrent, at);
      await expectRight(ownShop, at);
      return met.statements;
    };
    const points = pointsOf(await meet(Number.POSITIVE_INFINITY));
    expect(points.length).toBeGreaterThanOrEqual(3);
    for (const point of points) await meet(point);
  });

  it('whoever looks first and takes afterwards is caught: two have the last piece', async ({ ownShop }) => {
    await oneLeft(ownShop);
    await ownShop.db.execute(sql`alter table stock_levels drop constraint stock_levels_never_oversold`);
    const careless = () =>
      ownShop.db.transaction(async (tx) => {
        const [level] = await tx.select().from(stockLevels).where(eq(stockLevels.variantId, gulnar));
        if (!level || level.onHand < 1) throw new Error('there is none');
        const onHand = sql`${stockLevels.onHand} - 1`;
        await tx.update(stockLevels).set({ onHand }).where(eq(stockLevels.variantId, gulnar));
      });
    // Begin, look, take, commit: in between the second and the third.
    const met = await withConcurrentSessionAt(ownShop, 2, { interrupted: careless, concurrent: careless });
    expect(done(met.interrupted, met.concurrent)).toBe(2);
    expect(await readStockLevel(ownShop)).toEqual({ onHand: -1, held: 0 });
    await expect(expectRight(ownShop, 'carelessly')).rejects.toThrow('the shelf');
  });
});
