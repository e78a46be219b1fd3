import { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, describe, expect, vi } from 'vitest';
import { emptyCart, gulnar, orderDetails, shopWithBank } from '../../tests/fixtures/checkout.ts';
import type { TestShop } from '../../tests/fixtures/shop.ts';
import { signInAs } from '../../tests/fixtures/sign-in.ts';
import { it } from '../../tests/fixtures/world.ts';
import { addToCart } from '../cart/cart.server.ts';
import { readRows } from '../foundation/database/read-rows.server.ts';
import { Problem } from '../foundation/http/problem.ts';
import { cancelOrder } from '../orders/cancel-order.server.ts';
import { refundOrder } from '../orders/refund-order.server.ts';
import { payAtBank } from '../payments/pretend-bank.server.ts';
import { receiveStock, removeStock } from '../stock/stock.server.ts';
import { confirmPayment } from './confirm-payment.server.ts';
import { createPaymentOrder, renewPayment } from './pay-online.server.ts';
import { placeOrder } from './place-order.server.ts';

const minute = 60_000;
/** What everything happens to, and how many of each there are at the beginning. */
const listings: Record<string, number> = { [gulnar]: 1, 'TB-SAR-011': 1, 'TB-SAR-005': 3 };
const people = ['asha', 'bina', 'chitra', 'devi', 'esha'];

const who = fc.constantFrom(...people);
/** Mostly the piece of which there is one: that is what people get in each other's way for. */
const variantId = fc.constantFrom(gulnar, gulnar, gulnar, ...Object.keys(listings));
const shipment = fc.uniqueArray(fc.record({ variantId, count: fc.constantFrom(1, 1, 1, 2) }), {
  minLength: 1,
  maxLength: 2,
  size: 'xsmall',
  selector: ({ variantId }) => variantId,
});
/** Which of the orders so far: the newest ones most of all. */
const which = fc.constantFrom(0, 0, 0, 1, 1, 2, 3);

const act = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cash' as const), who, shipmentInput: shipment }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('begin' as const), who, shipmentInput: shipment }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      which,
      late: fc.constantFrom(false, false, true),
      // The popup tells the shop at once, or somebody else has to.
      tells: fc.boolean(),
    }),
  },
  // For an order whose time is over: somebody else may hold the piece by now, or have it.
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
  { weight: 3, arbitrary: fc.record({ do: fc.constant('clerk' as const) }) },
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

const one = [{ variantId: gulnar, count: 1 as const }];
const tooLate: Act = { do: 'pay too late', which: 0 };
/** How a story begins: anyhow, or where Asha’s time is over, and Bina or she herself is paying for what she wanted. */
const openings: readonly Act[][] = [
  [],
  [
    { do: 'begin', who: 'asha', shipmentInput: one },
    { do: 'wait', minutes: 15 },
    { do: 'begin', who: 'bina', shipmentInput: one },
  ],
  [
    { do: 'begin', who: 'asha', shipmentInput: one },
    { do: 'wait', minutes: 15 },
    { do: 'clerk' },
    { do: 'begin', who: 'asha', shipmentInput: one },
    tooLate,
  ],
];

/** The orders of one run, and what the merchant has done by hand. */
type Story = {
  orders: { id: string; owner: string }[];
  /** Those of them that are to be paid online, and what the bank calls them. */
  begun: { id: string; owner: string; bankId: string; until: Date }[];
  restocked: Map<string, number>;
  refundedPaise: Map<string, number>;
  presses: number;
};

/** The shop, its bank and three shoppers, and what each act is. */
async function openStory(shop: TestShop) {
  const { provider, worker } = shopWithBank(shop);
  const ids = new Map<string, string>();
  for (const name of people) ids.set(name, (await signInAs(shop, `${name}@example.in`)).id);

  async function fillCart(owner: string, wanted: readonly { variantId: string; count: number }[]) {
    await emptyCart(shop, owner);
    for (const { variantId, count } of wanted) await addToCart(shop, owner, variantId, { quantity: count });
  }

  async function perform(one: Act, story: Story): Promise<unknown> {
    if (one.do === 'wait') return shop.clock.advance(one.minutes * minute);
    if (one.do === 'clerk') return worker.runOnce();
    if (one.do === 'restock') {
      await receiveStock(shop, [{ variantId: one.variantId, change: 1 }], 'from the weaver');
      return story.restocked.set(one.variantId, (story.restocked.get(one.variantId) ?? 0) + 1);
    }
    if (one.do === 'cash' || one.do === 'begin') {
      const owner = ids.get(one.who) ?? '';
      story.presses += 1;
      const key = `press-${shop.clock.now().getTime()}-${story.presses}`;
      await fillCart(owner, one.shipmentInput);
      if (one.do === 'cash') {
        const { order } = await placeOrder(shop, owner, { details: orderDetails, method: 'COD', key });
        return story.orders.push({ id: order.id, owner });
      }
      // Ten a minute are allowed, and this is not about that.
      shop.clock.advance(7000);
      const {
        orderId: id,
        order,
        expiresAt,
      } = await createPaymentOrder(shop, provider, owner, {
        input: { orderDetails },
        key,
      });
      story.orders.push({ id, owner });
      return story.begun.push({ id, owner, bankId: order.id, until: new Date(expiresAt) });
    }
    if (one.do === 'cancel') {
      const order = story.orders.at(-1 - one.which);
      return order && cancelOrder(shop, { actor: 'shopper', customerId: order.owner, idOrNumber: order.id });
    }
    const isTooLate = one.do === 'pay too late';
    const some = story.begun.filter(({ until }) => !isTooLate || until <= shop.clock.now());
    const begun = some.at(-1 - one.which);
    if (!begun) return;
    const { id, owner, bankId } = begun;
    if (one.do === 'pay') {
      await payAtBank(shop, bankId, 'pay', one.late);
      if (!one.tells) return;
    }
    if (isTooLate) await payAtBank(shop, bankId, 'pay', false);
    if (one.do === 'fail') return payAtBank(shop, bankId, 'fail', false);
    if (one.do === 'renew') return renewPayment(shop, owner, id);
    if (one.do === 'refund') {
      await refundOrder(shop, id, { amountPaise: 100, reason: 'a thread was loose' });
      return story.refundedPaise.set(id, (story.refundedPaise.get(id) ?? 0) + 100);
    }
    for (const reported of await provider.listPayments(bankId))
      await confirmPayment(shop, provider, reported);
  }

  /** What came before is over, and the shelves are as at the beginning. */
  async function restart(): Promise<Story> {
    shop.clock.advance(120 * minute);
    await worker.runOnce();
    for (const level of await readListings(shop)) {
      const more = (listings[level.id] ?? 0) - level.onHand;
      if (more > 0) await receiveStock(shop, [{ variantId: level.id, change: more }], 'as at the beginning');
      expect(level, 'nothing is held for nobody').toMatchObject({ held: 0, holds: 0 });
      if (more < 0) await removeStock(shop, level.id, -more, 'as at the beginning');
    }
    return { orders: [], begun: [], restocked: new Map(), refundedPaise: new Map(), presses: 0 };
  }

  return { perform, restart };
}

const Place = z.object({
  id: z.string(),
  onHand: z.number(),
  held: z.number(),
  moved: z.number(),
  holds: z.number(),
});

async function readListings(shop: TestShop) {
  return readRows(
    Place,
    await shop.db.execute(sql`select s.variant_id as id, s.on_hand as "onHand", s.held,
        (select coalesce(sum(change), 0)::int from stock_movements m where m.variant_id = s.variant_id) as moved,
        (select coalesce(sum(count), 0)::int from holds h where h.variant_id = s.variant_id) as holds
      from stock_levels s where s.variant_id in (${sql.join(
        Object.keys(listings).map((id) => sql`${id}`),
        sql`, `,
      )}) order by 1`),
  );
}

const Told = z.object({
  id: z.string(),
  state: z.string(),
  method: z.string(),
  total: z.coerce.number(),
  isPlaced: z.boolean(),
  isRestocked: z.boolean(),
  /** Receipts minus refunds of the order, pending refunds included. */
  receivedPaise: z.coerce.number(),
  lines: z.record(z.string(), z.number()),
  /** What is held for it whose time is not over. */
  held: z.record(z.string(), z.number()),
  isWaiting: z.boolean(),
});
type Told = z.infer<typeof Told>;

/** This run's orders, with all that hangs on them. */
async function readOrders(shop: TestShop, { orders }: Story): Promise<Told[]> {
  const now = sql`${shop.clock.now().toISOString()}::timestamptz`;
  const ids = JSON.stringify(orders.map(({ id }) => id));
  return readRows(
    Told,
    await shop.db.execute(sql`select o.id, o.state, o.payment_method as method, o.total_paise as total,
        o.placed_at is not null as "isPlaced", o.restocked_at is not null as "isRestocked",
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

/** What must be true after every step. */
async function expectRight(shop: TestShop, story: Story) {
  const [levels, orders] = [await readListings(shop), await readOrders(shop, story)];
  const productsOf = (id: string, some: (order: Told) => boolean) =>
    orders.filter(some).reduce((sum, { lines }) => sum + (lines[id] ?? 0), 0);
  for (const { id, onHand, held, moved, holds } of levels) {
    const sold =
      productsOf(id, ({ isPlaced }) => isPlaced) - productsOf(id, ({ isRestocked }) => isRestocked);
    const initial = (listings[id] ?? 0) + (story.restocked.get(id) ?? 0);
    expect({ id, onHand, held }, 'counts are their movements, and holds are whose they are').toEqual({
      id,
      onHand: moved,
      held: holds,
    });
    expect({ id, onHand }, 'what is gone was sold, once').toEqual({ id, onHand: initial - sold });
    expect(onHand - held, `${id} is sold or held twice`).toBeGreaterThanOrEqual(0);
  }
  for (const order of orders) {
    const { id, method, total, isPlaced, isWaiting, state, receivedPaise, lines, held } = order;
    const isOwed = method === 'Online' && isPlaced && state !== 'cancelled';
    const owed = isOwed ? total - (story.refundedPaise.get(id) ?? 0) : 0;
    expect({ id, state, receivedPaise }, 'money has an order, and an order its money').toEqual({
      id,
      state,
      receivedPaise: owed,
    });
    expect({ id, state, held }, 'what is held is for who may still pay').toEqual({
      id,
      state,
      held: isWaiting ? lines : {},
    });
  }
}

afterEach(() => vi.restoreAllMocks());

describe('whatever shoppers, their bank and the merchant do', () => {
  it('the shelf balances, and money and orders belong together [S-DATA-20 S-DATA-21]', {
    timeout: 300_000,
  }, async ({ ownShop }) => {
    const { perform, restart } = await openStory(ownShop);
    // What fails behind the counter only reaches the log.
    const complaints = [vi.spyOn(ownShop.log, 'error'), vi.spyOn(ownShop.log, 'warn')];
    // What is done at once is in one step.
    const steps = fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 10, maxLength: 24 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...openings), steps, async (opening, story) => {
        const run = await restart();
        for (const step of [...opening.map((first) => [first]), ...story]) {
          const outcomes = await Promise.allSettled(step.map((one) => perform(one, run)));
          for (const outcome of outcomes) {
            // Refusals in words are part of the story; anything else is a bug.
            if (outcome.status === 'rejected' && !(outcome.reason instanceof Problem)) throw outcome.reason;
          }
          await expectRight(ownShop, run);
          for (const { mock } of complaints) expect(mock.calls).toEqual([]);
        }
      }),
      { numRuns: 16, endOnFailure: true },
    );
  });
});
