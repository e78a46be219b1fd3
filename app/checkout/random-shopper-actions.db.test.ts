import { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, expect, vi } from 'vitest';
import { payAtBank } from '../../sandbox/pretend-bank.server.ts';
import { emptyCart, gulnar, orderDetails, shopWithBank } from '../../tests/fixtures/checkout.ts';
import { refundOrder } from '../../tests/fixtures/order-actions.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import { addToCart } from '../cart/cart.server.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';
import { Problem } from '../foundation/http/problem.ts';
import { cancelOwnOrder } from '../orders/cancel-order.server.ts';
import { receiveStock, removeStock } from '../stock/stock.server.ts';
import { confirmPayment } from './confirm-payment.server.ts';
import { createPaymentOrder, renewPaymentHold } from './pay-online.server.ts';
import { placeOrder } from './place-order.server.ts';

const minute = 60_000;
/** The variants that the test uses, with their initial stock. */
const initialStock: Record<string, number> = { [gulnar]: 1, 'TB-SAR-011': 1, 'TB-SAR-005': 3 };
const customerNames = ['asha', 'bina', 'chitra', 'devi', 'esha'];

const who = fc.constantFrom(...customerNames);
/** Generates mostly Gulnar, so that customers compete for its only unit. */
const variantId = fc.constantFrom(gulnar, gulnar, gulnar, ...Object.keys(initialStock));
const items = fc.uniqueArray(fc.record({ variantId, count: fc.constantFrom(1, 1, 1, 2) }), {
  minLength: 1,
  maxLength: 2,
  size: 'xsmall',
  selector: ({ variantId }) => variantId,
});
/** Generates the index of an order, counted from the newest order. Most indexes are small. */
const which = fc.constantFrom(0, 0, 0, 1, 1, 2, 3);

const action = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cash' as const), who, items }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('start payment' as const), who, items }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      which,
      late: fc.constantFrom(false, false, true),
      // If false, the browser does not verify the payment; a webhook or a poll must report it.
      verifies: fc.boolean(),
    }),
  },
  // Pays an order after its original expiry. In the meantime, another customer may have held or bought the product.
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay too late' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('verify' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('renew' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restock' as const), variantId }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 7, 15, 15) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('run worker' as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const oneUnit = [{ variantId: gulnar, count: 1 as const }];
const tooLate: Action = { do: 'pay too late', which: 0 };
/** First actions of a run: none, or an expired order of Asha and a new payment for the same product, by Bina or by Asha. */
const openings: readonly Action[][] = [
  [],
  [
    { do: 'start payment', who: 'asha', items: oneUnit },
    { do: 'wait', minutes: 15 },
    { do: 'start payment', who: 'bina', items: oneUnit },
  ],
  [
    { do: 'start payment', who: 'asha', items: oneUnit },
    { do: 'wait', minutes: 15 },
    { do: 'run worker' },
    { do: 'start payment', who: 'asha', items: oneUnit },
    tooLate,
  ],
];

/** State of one run: the orders, and the merchant's restocks and refunds. */
type Run = {
  orders: { id: string; owner: string }[];
  /** The online orders, each with the bank's order id and its expiry. */
  onlineOrders: { id: string; owner: string; bankId: string; until: Date }[];
  restocked: Map<string, number>;
  refundedPaise: Map<string, number>;
  requestCount: number;
};

/** Creates the bank and the customers of the shop. Returns two functions: one performs an action, the other starts a run. */
async function startTest(shop: TestShop) {
  const { provider, worker } = shopWithBank(shop);
  const ids = new Map<string, string>();
  for (const name of customerNames) ids.set(name, (await signInAs(shop, `${name}@example.in`)).id);

  async function fillCart(owner: string, items: readonly { variantId: string; count: number }[]) {
    await emptyCart(shop, owner);
    for (const { variantId, count } of items) await addToCart(shop, owner, variantId, { quantity: count });
  }

  async function perform(action: Action, run: Run): Promise<unknown> {
    if (action.do === 'wait') return shop.clock.advance(action.minutes * minute);
    if (action.do === 'run worker') return worker.runOnce();
    if (action.do === 'restock') {
      await receiveStock(shop, [{ variantId: action.variantId, change: 1 }], 'from the weaver');
      return run.restocked.set(action.variantId, (run.restocked.get(action.variantId) ?? 0) + 1);
    }
    if (action.do === 'cash' || action.do === 'start payment') {
      const owner = ids.get(action.who) ?? '';
      run.requestCount += 1;
      const key = `press-${shop.clock.now().getTime()}-${run.requestCount}`;
      await fillCart(owner, action.items);
      if (action.do === 'cash') {
        const { order } = await placeOrder(shop, owner, { details: orderDetails, method: 'COD', key });
        return run.orders.push({ id: order.id, owner });
      }
      // Advance the clock to stay below the rate limit of ten a minute.
      shop.clock.advance(7000);
      const {
        orderId: id,
        order,
        expiresAt,
      } = await createPaymentOrder(shop, provider, owner, {
        input: { orderDetails },
        key,
      });
      run.orders.push({ id, owner });
      return run.onlineOrders.push({ id, owner, bankId: order.id, until: new Date(expiresAt) });
    }
    if (action.do === 'cancel') {
      const order = run.orders.at(-1 - action.which);
      return order && cancelOwnOrder(shop, order.owner, order.id);
    }
    const isTooLate = action.do === 'pay too late';
    const candidates = run.onlineOrders.filter(({ until }) => !isTooLate || until <= shop.clock.now());
    const payment = candidates.at(-1 - action.which);
    if (!payment) return;
    const { id, owner, bankId } = payment;
    if (action.do === 'pay') {
      await payAtBank(shop, bankId, 'pay', action.late);
      if (!action.verifies) return;
    }
    if (isTooLate) await payAtBank(shop, bankId, 'pay', false);
    if (action.do === 'fail') return payAtBank(shop, bankId, 'fail', false);
    if (action.do === 'renew') return renewPaymentHold(shop, owner, id);
    if (action.do === 'refund') {
      await refundOrder(shop, id, { amountPaise: 100, reason: 'a thread was loose' });
      return run.refundedPaise.set(id, (run.refundedPaise.get(id) ?? 0) + 100);
    }
    for (const reported of await provider.listPayments(bankId))
      await confirmPayment(shop, provider, reported);
  }

  /** Ends the previous run: expires its orders and resets the stock. Returns the state of a new run. */
  async function restart(): Promise<Run> {
    shop.clock.advance(120 * minute);
    await worker.runOnce();
    for (const level of await readStockLevels(shop)) {
      const more = (initialStock[level.id] ?? 0) - level.onHand;
      if (more > 0) await receiveStock(shop, [{ variantId: level.id, change: more }], 'as at the beginning');
      expect(level, 'no hold is left without an order').toMatchObject({ held: 0, holds: 0 });
      if (more < 0) await removeStock(shop, level.id, -more, 'as at the beginning');
    }
    return { orders: [], onlineOrders: [], restocked: new Map(), refundedPaise: new Map(), requestCount: 0 };
  }

  return { perform, restart };
}

const Level = z.object({
  id: z.string(),
  onHand: z.number(),
  held: z.number(),
  moved: z.number(),
  holds: z.number(),
});

async function readStockLevels(shop: TestShop) {
  return readRows(
    Level,
    await shop.db.execute(sql`select s.variant_id as id, s.on_hand as "onHand", s.held,
        (select coalesce(sum(change), 0)::int from stock_movements m where m.variant_id = s.variant_id) as moved,
        (select coalesce(sum(count), 0)::int from holds h where h.variant_id = s.variant_id) as holds
      from stock_levels s where s.variant_id in (${sql.join(
        Object.keys(initialStock).map((id) => sql`${id}`),
        sql`, `,
      )}) order by 1`),
  );
}

const OrderRow = z.object({
  id: z.string(),
  state: z.string(),
  method: z.string(),
  total: z.coerce.number(),
  isPlaced: z.boolean(),
  isRestocked: z.boolean(),
  /** Receipts of an order minus its refunds. Pending refunds are included. */
  receivedPaise: z.coerce.number(),
  lines: z.record(z.string(), z.number()),
  /** Number of units in the order's unexpired stock holds. */
  held: z.record(z.string(), z.number()),
  isWaiting: z.boolean(),
});
type OrderRow = z.infer<typeof OrderRow>;

/** Reads the orders of the current run with their payments, lines and holds. */
async function readOrders(shop: TestShop, { orders }: Run): Promise<OrderRow[]> {
  const now = sql`${shop.clock.now().toISOString()}::timestamptz`;
  const ids = JSON.stringify(orders.map(({ id }) => id));
  return readRows(
    OrderRow,
    await shop.db.execute(sql`select o.id, o.state, o.payment_method as method, o.total_paise as total,
        o.placed_at is not null as "isPlaced", 
        exists (select from order_units u where u.order_id = o.id and u.restocked_at is not null) as "isRestocked",
        o.state = 'pending_payment' and o.expires_at > ${now} as "isWaiting",
        (select coalesce(sum(r.amount_paise - (select coalesce(sum(f.amount_paise), 0) from refunds f
            where f.receipt_id = r.id)), 0) from payments p join receipts r on r.payment_id = p.id
          where p.reference = o.id::text) as "receivedPaise",
        (select json_object_agg(l.variant_id, l.quantity) from order_lines l where l.order_id = o.id) as lines,
        (select coalesce(json_object_agg(h.variant_id, h.count), '{}'::json) from holds h
          where h.holder = o.id::text and h.expires_at > ${now}) as held
      from orders o where o.id::text in (select json_array_elements_text(${ids}::json))`),
  );
}

/** Checks the invariants that must hold after every step. */
async function expectConsistent(shop: TestShop, run: Run) {
  const [levels, orders] = [await readStockLevels(shop), await readOrders(shop, run)];
  const unitsIn = (id: string, some: (order: OrderRow) => boolean) =>
    orders.filter(some).reduce((sum, { lines }) => sum + (lines[id] ?? 0), 0);
  for (const { id, onHand, held, moved, holds } of levels) {
    const sold = unitsIn(id, ({ isPlaced }) => isPlaced) - unitsIn(id, ({ isRestocked }) => isRestocked);
    const initial = (initialStock[id] ?? 0) + (run.restocked.get(id) ?? 0);
    expect({ id, onHand, held }, 'stock equals its movements, and held equals the holds').toEqual({
      id,
      onHand: moved,
      held: holds,
    });
    expect({ id, onHand }, 'missing units were sold, once').toEqual({ id, onHand: initial - sold });
    expect(onHand - held, `${id} is sold or held twice`).toBeGreaterThanOrEqual(0);
  }
  for (const order of orders) {
    const { id, method, total, isPlaced, isWaiting, state, receivedPaise, lines, held } = order;
    const isPaidFor = method === 'Online' && isPlaced && state !== 'cancelled';
    const owed = isPaidFor ? total - (run.refundedPaise.get(id) ?? 0) : 0;
    expect({ id, state, receivedPaise }, 'receipts minus refunds equal what is owed').toEqual({
      id,
      state,
      receivedPaise: owed,
    });
    expect({ id, state, held }, 'only pending orders have holds').toEqual({
      id,
      state,
      held: isWaiting ? lines : {},
    });
  }
}

afterEach(() => vi.restoreAllMocks());

it('random actions of customers, bank and merchant keep stock, orders, payments and holds consistent [S-DATA-20 S-DATA-21]', {
  timeout: 300_000,
}, async ({ ownShop }) => {
  const { perform, restart } = await startTest(ownShop);
  // Watch the log, because the worker logs its failures but does not throw them.
  const logSpies = [vi.spyOn(ownShop.log, 'error'), vi.spyOn(ownShop.log, 'warn')];
  // Generates steps. The actions of one step run concurrently.
  const steps = fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), {
    minLength: 10,
    maxLength: 24,
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...openings), steps, async (opening, followingSteps) => {
      const run = await restart();
      for (const step of [...opening.map((action) => [action]), ...followingSteps]) {
        const outcomes = await Promise.allSettled(step.map((action) => perform(action, run)));
        for (const outcome of outcomes) {
          // Problem responses are expected. Every other error is a bug.
          if (outcome.status === 'rejected' && !(outcome.reason instanceof Problem)) throw outcome.reason;
        }
        await expectConsistent(ownShop, run);
        for (const { mock } of logSpies) expect(mock.calls).toEqual([]);
      }
    }),
    { numRuns: 16, endOnFailure: true },
  );
});
