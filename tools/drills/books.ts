import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { createServices } from '../../app/checkout/checkout-services.server.ts';
import { readRows } from '../../app/foundation/database/read-rows.server.ts';
import type { Shop } from '../../app/foundation/shop.server.ts';
import { besideTheShop, type Place } from '../bench/shop-under-test.ts';
import type { Press } from './crowd.ts';

/** Later than any order of the drill may wait for its payment. */
const afterwardsMs = 3 * 3_600_000;
const mostRounds = 200;

export type Audit = { orders: number; placed: number; wrong: string[] };

/**
 * Looks into the books of a shop that is closed, three hours later, after its clerk has gone round: nothing that was
 * acknowledged is missing, nothing is there twice, no piece is lost and none is held, and money and orders belong
 * together. Answers what is wrong, in words.
 */
export function audit(place: Place, presses: readonly Press[]): Promise<Audit> {
  return besideTheShop(
    place,
    async (shop) => {
      await runWorkerOnce(shop);
      const orders = await readOrders(shop);
      const wrong = [
        ...wrongOfPresses(presses, orders),
        ...wrongOfOrders(orders),
        ...(await wrongOfStockLevel(shop)),
        ...(await wrongOfMoney(shop)),
      ];
      return { orders: orders.length, placed: orders.filter(({ isPlaced }) => isPlaced).length, wrong };
    },
    afterwardsMs,
  );
}

const one = z.object({ count: z.coerce.number() });
const countOf = async (shop: Shop, query: ReturnType<typeof sql>) =>
  readRows(one, await shop.db.execute(query))[0]?.count ?? 0;

/** Until nobody waits for a payment any more. What the bank would tell the shop is lost: the clerk has to ask. */
async function runWorkerOnce(shop: Shop): Promise<void> {
  const { worker } = createServices(shop, () => Promise.reject(new TypeError('fetch failed')));
  for (let round = 0; round < mostRounds; round++) {
    await worker.runOnce();
    const waiting = sql`select count(*) as count from orders where state = 'pending_payment'`;
    if ((await countOf(shop, waiting)) === 0) return;
  }
}

const OrderRow = z.object({
  id: z.string(),
  number: z.string(),
  customerId: z.string(),
  state: z.string(),
  isPlaced: z.boolean(),
  keys: z.array(z.string()),
  lines: z.record(z.string(), z.number()),
  emails: z.coerce.number(),
});
type OrderRow = z.infer<typeof OrderRow>;

/** Only the drill's own: the demonstration's orders came by other ways. */
async function readOrders(shop: Shop): Promise<OrderRow[]> {
  return readRows(
    OrderRow,
    await shop.db.execute(sql`select o.id, o.number, o.customer_id as "customerId", o.state,
        o.placed_at is not null as "isPlaced",
        (select coalesce(json_agg(r.key), '[]'::json) from order_requests r where r.order_id = o.id) as keys,
        (select json_object_agg(l.product_id, l.quantity) from order_lines l where l.order_id = o.id) as lines,
        (select count(*) from outbox m where m.kind = 'order' and m.subject = 'Your order ' || o.number) as letters
      from orders o join customers c on c.id = o.customer_id where c.email like 'shopper-%@example.in'`),
  );
}

/** What was acknowledged is there as it was acknowledged, and what was refused is not. */
function wrongOfPresses(presses: readonly Press[], orders: readonly OrderRow[]): string[] {
  const byKey = new Map(orders.flatMap((order) => order.keys.map((key) => [key, order] as const)));
  return presses.flatMap(({ key, orderId, placed, refused, tries }) => {
    const order = byKey.get(key);
    if (refused !== undefined)
      return order ? [`${order.number} is there, though it was refused: ${refused}`] : [];
    if (orderId === undefined) return [`nothing was answered to a press, though it was tried ${tries} times`];
    if (!order) return [`the acknowledged order ${orderId} is lost`];
    if (order.id !== orderId) return [`one key has two orders: ${order.id} and ${orderId}`];
    if (!placed) return [];
    const reported = Object.fromEntries(placed.orderItems.map(({ proId, qnty }) => [proId, qnty]));
    const same =
      Object.keys(reported).length === Object.keys(order.lines).length &&
      Object.entries(reported).every(([product, count]) => order.lines[product] === count);
    return [
      ...(order.isPlaced ? [] : [`${order.number} was said to be placed, and is ${order.state}`]),
      ...(same ? [] : [`${order.number} has other lines than were acknowledged`]),
    ];
  });
}

function wrongOfOrders(orders: readonly OrderRow[]): string[] {
  return orders.flatMap(({ number, state, keys, isPlaced, emails }) => [
    ...(keys.length === 1 ? [] : [`${number} belongs to ${keys.length} presses of Pay, not to one`]),
    ...(state === 'pending_payment' ? [`${number} waits for its payment for ever`] : []),
    ...(emails === (isPlaced ? 1 : 0) ? [] : [`${number}, ${state}, has ${emails} letters`]),
  ]);
}

const StockLevelRow = z.object({
  id: z.string(),
  onHand: z.number(),
  held: z.number(),
  moved: z.coerce.number(),
  holds: z.coerce.number(),
  soldByMovements: z.coerce.number(),
  soldByOrders: z.coerce.number(),
});

async function wrongOfStockLevel(shop: Shop): Promise<string[]> {
  const rows = readRows(
    StockLevelRow,
    await shop.db.execute(sql`select s.variant_id as id, s.on_hand as "onHand", s.held,
        (select coalesce(sum(change), 0) from stock_movements m where m.variant_id = s.variant_id) as moved,
        (select coalesce(sum(count), 0) from holds h where h.variant_id = s.variant_id) as holds,
        (select coalesce(-sum(m.change), 0) from stock_movements m join orders o on o.number = m.reference
          join customers c on c.id = o.customer_id
          where m.variant_id = s.variant_id and c.email like 'shopper-%@example.in') as "soldByMovements",
        (select coalesce(sum(l.quantity), 0) from order_lines l join orders o on o.id = l.order_id
          join customers c on c.id = o.customer_id
          where l.variant_id = s.variant_id and o.placed_at is not null
            and c.email like 'shopper-%@example.in') as "soldByOrders"
      from stock_levels s`),
  );
  return rows.flatMap(({ id, onHand, held, moved, holds, soldByMovements, soldByOrders }) => [
    ...(onHand === moved ? [] : [`${id}: ${onHand} on hand, ${moved} by its movements`]),
    ...(held === 0 && holds === 0 ? [] : [`${id}: ${held} held, ${holds} of them by holds, for nobody`]),
    ...(soldByMovements === soldByOrders
      ? []
      : [`${id}: ${soldByMovements} went from the shelf for ${soldByOrders} that were ordered`]),
  ]);
}

/** Every payment that the bank has taken is an order that is placed, or goes back. */
async function wrongOfMoney(shop: Shop): Promise<string[]> {
  const unknown = await countOf(
    shop,
    sql`select count(*) as count from pretend_bank_payments b where b.state = 'captured'
      and not exists (select from receipts r where r.provider_payment_id = b.id)`,
  );
  const unsettled = await countOf(
    shop,
    sql`select count(*) as count from payments p join orders o on o.id::text = p.reference
      where p.provider = 'pretend-bank' and (case when o.placed_at is null then 0 else o.total_paise end) <> (
        select coalesce(sum(r.amount_paise - (select coalesce(sum(f.amount_paise), 0) from refunds f
          where f.receipt_id = r.id)), 0) from receipts r where r.payment_id = p.id)
        and o.state <> 'cancelled' and o.customer_id in (
          select id from customers where email like 'shopper-%@example.in')`,
  );
  return [
    ...(unknown === 0 ? [] : [`the bank took ${unknown} payments that the shop does not know`]),
    ...(unsettled === 0 ? [] : [`${unsettled} orders and their money do not belong together`]),
  ];
}
