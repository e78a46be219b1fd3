/**
 * Pairs of conflicting use cases. The second use case runs between two statements of the first, so each interleaving is
 * deterministic, unlike in a race. Stock and money must be consistent after each pair. `RIVAL_POINTS=99` tests every point. By
 * default four points of each pair are tested.
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
import { cancelOwnOrder } from '../../app/orders/cancel-order.server.ts';
import { adjustStock, removeStock } from '../../app/stock/stock.server.ts';
import { stockLevels } from '../../app/stock/tables.server.ts';
import { emptyCart, gulnar, readStockLevel, validDeliveryForm } from '../fixtures/checkout.ts';
import { packOrder, refundOrder } from '../fixtures/order-actions.ts';
import { sentCode } from '../fixtures/sent-code.ts';
import type { TestShop } from '../fixtures/shop.ts';
import { signInAs } from '../fixtures/sign-in.ts';
import { cashOrder, paidOrder, unpaidOrder } from '../fixtures/sold-orders.ts';
import { it } from '../fixtures/world.ts';
import { interceptStatements, type Outcome, withConcurrentSessionAt } from './concurrent-session.ts';

beforeEach(interceptStatements);
afterEach(() => vi.restoreAllMocks());

const quarterHour = 15 * 60_000;

/** Creates a customer with the last Gulnar in the cart. */
async function buyer(shop: TestShop, name: string): Promise<string> {
  const { id } = await signInAs(shop, `${name}@example.in`);
  await emptyCart(shop, id);
  await addToCart(shop, id, gulnar, { quantity: 1 });
  return id;
}

const buy = (shop: Shop, id: string, method: 'COD' | 'Online' = 'COD') =>
  placeOrder(shop, id, { details: { shippingInfo: validDeliveryForm }, method });

/** Leaves exactly one Gulnar in stock, without a stock hold. */
async function leaveOne(shop: TestShop) {
  shop.clock.advance(2 * quarterHour);
  await expireOrders(shop);
  const level = await readStockLevel(shop);
  if (level && level.onHand !== 1) await adjustStock(shop, gulnar, 1 - level.onHand, 'for the next pair');
}

const Mismatch = z.object({ text: z.string() });

/** Expects consistent stock, money and emails. */
async function expectConsistent(shop: Shop, at: string) {
  const rows = await shop.db.execute(sql`
    select 'stock of ' || variant_id as text from stock_levels s
      where on_hand <> (select coalesce(sum(change), 0) from stock_movements m where m.variant_id = s.variant_id)
        or held <> (select coalesce(sum(count), 0) from holds h where h.variant_id = s.variant_id)
        or on_hand < 0 or held > on_hand
    union all
    select 'money of ' || o.number || ', ' || o.state || ': ' || balance.paise from orders o, lateral (
      select coalesce(sum(r.amount_paise - (select coalesce(sum(f.amount_paise), 0) from refunds f
        where f.receipt_id = r.id)), 0) as paise
      from payments p join receipts r on r.payment_id = p.id where p.reference = o.id::text) as balance
      where o.payment_method = 'Online' and o.number not in ('TB-0')
        and o.id::text in (select reference from payments)
        and (balance.paise < 0 or balance.paise > o.total_paise
          or (balance.paise > 0) <> (o.placed_at is not null and o.state not in ('cancelled', 'refunded')))
    union all
    select 'emails: ' || subject from outbox where kind = 'order' group by subject having count(*) > 1`);
  expect(readRows(Mismatch, rows), at).toEqual([]);
}

/** Two use cases, and the possible numbers of those that succeed. */
type Pair = [interrupted: () => Promise<unknown>, concurrent: () => Promise<unknown>, counts: number[]];

const [exactlyOne, both, atLeastOne] = [[1], [2], [1, 2]];
const countDone = (...outcomes: Outcome[]) => outcomes.filter(({ status }) => status === 'done').length;

/** Statements that write, lock or commit. */
const relevant = /^(insert|update|delete|with|commit)|for (update|key share|no key update|share)|pg_advisory/;
const maxPoints = Number(process.env.RIVAL_POINTS ?? 4);

/** Lists the points at which to pause: before and after each relevant statement. Limits them to `maxPoints`, evenly spread. */
function pointsOf(statements: readonly string[]): number[] {
  const all = statements.flatMap((one, at) =>
    relevant.test(one.trim()) || relevant.test(statements[at - 1]?.trim() ?? '') ? [at] : [],
  );
  if (all.length <= maxPoints) return all;
  return Array.from(
    { length: maxPoints },
    (_, n) => all[Math.round((n * (all.length - 1)) / (maxPoints - 1))] ?? 0,
  );
}

let nameCount = 0;
const newName = () => `customer.${++nameCount}`;

const cancel = (shop: Shop, { customerId, order }: { customerId: string; order: { id: string } }) =>
  cancelOwnOrder(shop, customerId, order.id);

const pairs: Record<string, (shop: TestShop) => Promise<Pair>> = {
  'two COD orders for the last unit': async (shop) => {
    const [one, other] = [await buyer(shop, newName()), await buyer(shop, newName())];
    return [() => buy(shop, one), () => buy(shop, other), exactlyOne];
  },
  'an online order and a COD order for the last unit': async (shop) => {
    const [one, other] = [await buyer(shop, newName()), await buyer(shop, newName())];
    return [() => buy(shop, one, 'Online'), () => buy(shop, other), exactlyOne];
  },
  'an order and a sale in the store for the last unit': async (shop) => {
    const one = await buyer(shop, newName());
    return [() => buy(shop, one), () => removeStock(shop, gulnar, 1, 'sold in the store'), exactlyOne];
  },
  'the same order, placed twice': async (shop) => {
    const one = await buyer(shop, newName());
    return [() => buy(shop, one), () => buy(shop, one), both];
  },
  'the same payment, confirmed twice': async (shop) => {
    const { pay } = await unpaidOrder(shop, newName(), gulnar);
    return [() => pay(), () => pay(), both];
  },
  'a payment, interrupted by the worker that expires unpaid orders': async (shop) => {
    const { pay } = await unpaidOrder(shop, newName(), gulnar);
    shop.clock.advance(quarterHour);
    return [() => pay(), () => expireOrders(shop), both];
  },
  'the worker that expires unpaid orders, interrupted by a payment': async (shop) => {
    const { pay } = await unpaidOrder(shop, newName(), gulnar);
    shop.clock.advance(quarterHour);
    return [() => expireOrders(shop), () => pay(), both];
  },
  'a late payment, and another order for the same unit': async (shop) => {
    const { pay } = await unpaidOrder(shop, newName(), gulnar);
    shop.clock.advance(quarterHour);
    await expireOrders(shop);
    const other = await buyer(shop, newName());
    return [() => pay(), () => buy(shop, other), atLeastOne];
  },
  'a payment, and the customer’s cancellation': async (shop) => {
    const unpaid = await unpaidOrder(shop, newName(), gulnar);
    return [() => unpaid.pay(), () => cancel(shop, unpaid), both];
  },
  'two cancellations by the customer': async (shop) => {
    const paid = await paidOrder(shop, newName(), gulnar);
    return [() => cancel(shop, paid), () => cancel(shop, paid), both];
  },
  'a cancellation by the customer, and packing by staff': async (shop) => {
    const placed = await cashOrder(shop, newName(), gulnar);
    return [() => cancel(shop, placed), () => packOrder(shop, placed.order.id), atLeastOne];
  },
  'two refunds that exceed the payment together': async (shop) => {
    const { order } = await paidOrder(shop, newName(), gulnar);
    const input = { amountPaise: 1_500_000, reason: 'A thread is loose.' };
    const refund = () => refundOrder(shop, order.id, input);
    return [refund, refund, exactlyOne];
  },
  'two sign-ins with the same code': async (shop) => {
    const email = `${newName()}@example.in`;
    await sendCode(shop, { email }, { address: newName() });
    const otp = await sentCode(shop, email);
    const signIn = () => verifyCode(shop, { email, otp }, { address: newName() });
    return [signIn, signIn, exactlyOne];
  },
};

// The embedded database runs transactions one after another.
const isEmbedded = inject('seededWorld').engine === 'embedded';

describe.skipIf(isEmbedded)('a second database session', { timeout: 300_000 }, () => {
  it.for(Object.entries(pairs))(
    'leaves stock and money consistent if it runs between the statements of the first: %s',
    async ([title, prepare], { ownShop }) => {
      const runAt = async (point: number) => {
        await leaveOne(ownShop);
        const [interrupted, concurrent, counts] = await prepare(ownShop);
        const result = await withConcurrentSessionAt(ownShop, point, { interrupted, concurrent });
        const at = `${title}, before statement ${point}: ${result.statements[point]?.slice(0, 80)}`;
        for (const outcome of [result.interrupted, result.concurrent])
          if (outcome.status === 'rejected' && !(outcome.reason instanceof Problem))
            throw new Error(`${at}: ${outcome.reason}`, { cause: outcome.reason });
        expect(counts, at).toContain(countDone(result.interrupted, result.concurrent));
        await expectConsistent(ownShop, at);
        return result.statements;
      };
      const points = pointsOf(await runAt(Number.POSITIVE_INFINITY));
      expect(points.length).toBeGreaterThanOrEqual(3);
      for (const point of points) await runAt(point);
    },
  );

  it('can sell the last unit twice if a sale checks the stock without a lock', async ({ ownShop }) => {
    await leaveOne(ownShop);
    await ownShop.db.execute(sql`alter table stock_levels drop constraint stock_levels_never_oversold`);
    const sellUnsafely = () =>
      ownShop.db.transaction(async (tx) => {
        const [level] = await tx.select().from(stockLevels).where(eq(stockLevels.variantId, gulnar));
        if (!level || level.onHand < 1) throw new Error('sold out');
        const onHand = sql`${stockLevels.onHand} - 1`;
        await tx.update(stockLevels).set({ onHand }).where(eq(stockLevels.variantId, gulnar));
      });
    // The statements are begin, select, update and commit. The session pauses before the update.
    const result = await withConcurrentSessionAt(ownShop, 2, {
      interrupted: sellUnsafely,
      concurrent: sellUnsafely,
    });
    expect(countDone(result.interrupted, result.concurrent)).toBe(2);
    expect(await readStockLevel(ownShop)).toEqual({ onHand: -1, held: 0 });
    await expect(expectConsistent(ownShop, 'unsafe sale')).rejects.toThrow('stock of');
  });
});
