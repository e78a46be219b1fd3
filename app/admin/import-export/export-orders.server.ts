import { and, asc, inArray, isNotNull, sql } from 'drizzle-orm';
import { dateInIndia } from '../../foundation/clock.ts';
import { toRupees } from '../../foundation/money.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { orderLines, orders } from '../../orders/tables.server.ts';
import { byteOrderMark, csvLines } from './csv.server.ts';

const header = [
  'order',
  'placed on',
  'state',
  'payment',
  'promised by',
  'delivered on',
  'subtotal',
  'shipping',
  'total',
  'first name',
  'last name',
  'email',
  'phone',
  'address',
  'apartment',
  'city',
  'state of India',
  'pincode',
  'country',
  'line',
  'piece',
  'name',
  'size',
  'quantity',
  'price',
  'hsn',
  'tax percent',
  'tax',
];

/** All orders that were placed, the oldest first: one row for each line of an order. */
export async function* exportOrders(shop: Shop): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([header]);
  const atOnce = 200;
  let after: { placedAt: Date; id: string } | undefined;
  while (true) {
    const some = await readOrders(shop, after, atOnce);
    const ids = some.map(({ id }) => id);
    const lines =
      ids.length === 0
        ? []
        : await shop.db
            .select()
            .from(orderLines)
            .where(inArray(orderLines.orderId, ids))
            .orderBy(asc(orderLines.orderId), asc(orderLines.position));
    const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
    yield csvLines(
      some.flatMap((order) =>
        (linesOf.get(order.id) ?? []).map((line) => [...cellsOf(order), ...cellsOfLine(line)]),
      ),
    );
    const last = some.at(-1);
    if (!last?.placedAt || some.length < atOnce) return;
    after = { placedAt: last.placedAt, id: last.id };
  }
}

type Order = typeof orders.$inferSelect;
type Line = typeof orderLines.$inferSelect;

function readOrders(
  { db }: Shop,
  after: { placedAt: Date; id: string } | undefined,
  limit: number,
): Promise<Order[]> {
  const following =
    after &&
    sql`(${orders.placedAt}, ${orders.id}) > (${after.placedAt.toISOString()}::timestamptz, ${after.id}::uuid)`;
  return db
    .select()
    .from(orders)
    .where(and(isNotNull(orders.placedAt), following))
    .orderBy(asc(orders.placedAt), asc(orders.id))
    .limit(limit);
}

function cellsOf(order: Order) {
  const { shipTo } = order;
  return [
    order.number,
    order.placedAt && dateInIndia(order.placedAt),
    order.state,
    order.paymentMethod,
    order.promisedBy,
    order.deliveredAt && dateInIndia(order.deliveredAt),
    toRupees(order.subtotalPaise),
    toRupees(order.shippingPaise),
    toRupees(order.totalPaise),
    shipTo.firstName,
    shipTo.lastName,
    shipTo.email,
    shipTo.phone,
    shipTo.address,
    shipTo.apartment,
    shipTo.city,
    shipTo.state,
    shipTo.pincode,
    shipTo.country,
  ];
}

function cellsOfLine(line: Line) {
  return [
    line.position + 1,
    line.productId,
    line.name,
    line.sizeLabel,
    line.quantity,
    toRupees(line.pricePaise),
    line.hsn,
    line.taxRate === null ? null : line.taxRate / 100,
    toRupees(line.taxPaise),
  ];
}
