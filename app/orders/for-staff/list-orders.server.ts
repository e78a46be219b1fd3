import { and, eq, exists, ilike, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { keyset, likePattern, toPage } from '../../foundation/database/keyset.server.ts';
import { toRupees } from '../../foundation/money.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { isManualRefund } from '../../payments/refunds.server.ts';
import { payments, receipts, refunds } from '../../payments/tables.server.ts';
import { isRefusedShipment } from '../../shipping/shipments.server.ts';
import { shipments } from '../../shipping/tables.server.ts';
import type { OrderState, PaymentMethod } from '../contract.ts';
import { hasUnitsToInspect } from '../order-units.server.ts';
import { listLinesOf } from '../orders.server.ts';
import { parsePhone } from '../rules.ts';
import { orderLines, orders } from '../tables.server.ts';
import { unpaidStates } from '../transitions.ts';
import type { OrderRow, PendingWork } from './contract.ts';
import { awaitingPickupCondition, cashOutstandingCondition } from './orders-to-do.server.ts';

/** `sort` is `placed` or `total`. A leading `-` sorts descending. If `sort` is empty, the newest orders come first. */
export type OrdersQuery = {
  q: string;
  state?: OrderState | undefined;
  payment?: PaymentMethod | undefined;
  waits?: PendingWork | undefined;
  sort: string;
  /** Cursor of the previous page. */
  after: string;
  limit: number;
};

/**
 * Lists orders, page by page. `q` matches order numbers, names, phone numbers, email addresses, and the numbers and names of
 * ordered products. Lists unpaid orders only if the query has a text or filters by an unpaid state. Runs two statements.
 */
export async function listOrders(
  shop: Shop,
  input: OrdersQuery,
): Promise<{ rows: OrderRow[]; next: string | null }> {
  const { q, state, payment } = input;
  const isAlsoUnpaid = q !== '' || (state !== undefined && unpaidStates.includes(state));
  const order = orderOf(input.sort, isAlsoUnpaid);
  const fetched = await shop.db
    .select()
    .from(orders)
    .where(
      and(
        isAlsoUnpaid ? undefined : isNotNull(orders.placedAt),
        state ? eq(orders.state, state) : undefined,
        payment ? eq(orders.paymentMethod, payment) : undefined,
        input.waits ? hasPendingWork(shop, input.waits) : undefined,
        q ? matches(shop, q) : undefined,
        order.after(input.after),
      ),
    )
    .orderBy(...order.orderBy)
    .limit(input.limit + 1);
  const { rows, next } = toPage(fetched, input.limit);
  const ids = rows.map(({ id }) => id);
  const linesOf = await listLinesOf(shop, ids);
  return {
    rows: rows.map((row): OrderRow => {
      const lines = linesOf.get(row.id) ?? [];
      const { shipTo } = row;
      return {
        id: row.id,
        number: row.number,
        state: row.state,
        paymentMethod: row.paymentMethod,
        at: (row.placedAt ?? row.createdAt).toISOString(),
        name: `${shipTo.firstName} ${shipTo.lastName}`.trim(),
        city: shipTo.city,
        firstProduct: lines[0]?.name ?? '',
        image: lines[0]?.image ?? null,
        units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
        total: toRupees(row.totalPaise),
      };
    }),
    next,
  };
}

function orderOf(sort: string, isAlsoUnpaid: boolean) {
  const moment = isAlsoUnpaid ? orders.createdAt : orders.placedAt;
  const key = /^-?total$/.test(sort) ? orders.totalPaise : moment;
  return keyset(key, orders.id, sort === '' || sort.startsWith('-') ? 'desc' : 'asc');
}

function matches(shop: Shop, q: string): SQL | undefined {
  const like = likePattern(q);
  const phone = parsePhone(q);
  const digits = sql`regexp_replace(${orders.shipTo} ->> 'phone', '\\D', '', 'g')`;
  const ofProduct = shop.db
    .select({ id: orderLines.orderId })
    .from(orderLines)
    .where(
      and(
        eq(orderLines.orderId, orders.id),
        or(ilike(orderLines.productId, like), ilike(orderLines.name, like)),
      ),
    );
  return or(
    ilike(orders.number, like),
    sql`concat(${orders.shipTo} ->> 'firstName', ' ', ${orders.shipTo} ->> 'lastName') ilike ${like}`,
    sql`${orders.shipTo} ->> 'email' ilike ${like}`,
    phone ? sql`${digits} like ${likePattern(phone)}` : undefined,
    exists(ofProduct),
  );
}

function hasPendingWork(shop: Shop, kind: PendingWork): SQL | undefined {
  if (kind === 'shipment')
    return exists(
      shop.db
        .select({ id: shipments.id })
        .from(shipments)
        .where(and(sql`${shipments.reference} = ${orders.id}::text`, isRefusedShipment)),
    );
  if (kind === 'pickup') return awaitingPickupCondition;
  if (kind === 'cash') return cashOutstandingCondition;
  if (kind === 'inspect') return hasUnitsToInspect(shop);
  return exists(
    shop.db
      .select({ id: refunds.id })
      .from(refunds)
      .innerJoin(receipts, eq(receipts.id, refunds.receiptId))
      .innerJoin(payments, eq(payments.id, receipts.paymentId))
      .where(and(sql`${payments.reference} = ${orders.id}::text`, isManualRefund)),
  );
}
