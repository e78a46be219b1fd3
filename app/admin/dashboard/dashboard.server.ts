import { and, asc, eq, inArray, isNull, lte, min, or, sql } from 'drizzle-orm';
import { inState, inStock } from '../../catalogue/list-products-for-staff.server.ts';
import { availableUnits } from '../../catalogue/product-rows.server.ts';
import { productImages, products } from '../../catalogue/tables.server.ts';
import { listStores, readSettings } from '../../content/content.server.ts';
import type { Settings, Store } from '../../content/contract.ts';
import { dateInIndia } from '../../foundation/clock.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { outbox } from '../../foundation/tables.server.ts';
import { messages } from '../../messages/tables.server.ts';
import type { OrderState } from '../../orders/contract.ts';
import { orderReturns, orders } from '../../orders/tables.server.ts';
import { cashProvider } from '../../payments/ledger.server.ts';
import { receipts, refunds, webhookInbox } from '../../payments/tables.server.ts';
import { courierInbox, shipments } from '../../shipping/tables.server.ts';
import { listOrders } from '../orders/list-orders.server.ts';
import type { Dashboard } from './contract.ts';
import { readSales } from './sales.server.ts';

const named = 3;
const latestOf = 6;
const lowOf = 6;

/** What waits for the staff, and what sold. As many statements on a busy day as on a quiet one. */
export async function readDashboard(shop: Shop): Promise<Dashboard> {
  const settings = await readSettings(shop);
  const latest = await listOrders(shop, { q: '', sort: '', after: '' });
  return {
    day: dateInIndia(shop.clock.now()),
    ...(await readPendingOrders(shop)),
    messages: await readUnanswered(shop),
    ...(await countFailed(shop)),
    ...listMissing(settings, await listStores(shop)),
    ...(await readLowStock(shop, settings.lowStockAt)),
    latest: latest.rows.slice(0, latestOf),
    ...(await readSales(shop)),
  };
}

/** Names what the shop leaves out of its pages, emails and invoices because the owner has not written it. */
function listMissing({ contact }: Settings, stores: readonly Store[]) {
  return {
    missingDetails: [
      ...(contact.legalName ? [] : ['registered name']),
      ...(contact.address ? [] : ['address']),
      ...(contact.grievanceOfficer ? [] : ['grievance officer']),
    ],
    storesWithoutAddress: stores.filter(({ address }) => !address).map(({ name }) => name),
  };
}

async function readPendingOrders(
  shop: Shop,
): Promise<Pick<Dashboard, 'toPack' | 'returnsToDecide' | 'toInspect'>> {
  const waiting: OrderState[] = ['placed', 'return_requested', 'returned', 'returned_to_seller'];
  const isNotInspected = and(isNull(orders.restockedAt), isNull(orderReturns.resellable));
  const rows = await shop.db
    .select({
      state: orders.state,
      count: sql<number>`count(*)::int`,
      numbers: sql<
        string[]
      >`(array_agg(${orders.number} order by ${orders.placedAt}))[1:${sql.raw(String(named))}]`,
      reason: sql<string | null>`(array_agg(${orderReturns.reason} order by ${orders.placedAt}))[1]`,
    })
    .from(orders)
    .leftJoin(orderReturns, eq(orderReturns.orderId, orders.id))
    .where(
      and(
        inArray(orders.state, waiting),
        or(inArray(orders.state, ['placed', 'return_requested']), isNotInspected),
      ),
    )
    .groupBy(orders.state);
  const of = (...states: OrderState[]) => {
    const found = rows.filter(({ state }) => states.includes(state));
    return {
      count: found.reduce((sum, { count }) => sum + count, 0),
      examples: found.flatMap(({ numbers }) => numbers).slice(0, named),
    };
  };
  const returnRequest = rows.find(({ state }) => state === 'return_requested');
  const toDecide = of('return_requested');
  return {
    toPack: of('placed'),
    returnsToDecide: returnRequest?.reason
      ? { ...toDecide, examples: [...toDecide.examples, `“${returnRequest.reason}”`] }
      : toDecide,
    toInspect: of('returned', 'returned_to_seller'),
  };
}

async function readUnanswered(shop: Shop): Promise<Dashboard['messages']> {
  const [row] = await shop.db
    .select({
      count: sql<number>`count(*)::int`,
      since: min(messages.createdAt),
      names: sql<
        string[] | null
      >`(array_agg(${messages.name} order by ${messages.createdAt}))[1:${sql.raw(String(named))}]`,
    })
    .from(messages)
    .where(eq(messages.status, 'new'));
  return {
    count: row?.count ?? 0,
    examples: row?.names ?? [],
    since: row?.since ? new Date(row.since).toISOString() : null,
  };
}

type FailedCounts = Pick<
  Dashboard,
  'manualRefundCount' | 'failedWebhookCount' | 'failedEmailCount' | 'refusedShipmentCount'
>;

async function countFailed(shop: Shop): Promise<FailedCounts> {
  const [row] = await shop.db
    .select({
      manualRefundCount: sql<number>`(select count(*)::int from ${refunds} r join ${receipts} m on m.id = r.receipt_id
        where r.done_at is null and (r.failed_at is not null or m.provider = ${cashProvider}))`,
      failedWebhookCount: sql<number>`((select count(*) from ${webhookInbox} w where w.failed_at is not null and w.handled_at is null)
        + (select count(*) from ${courierInbox} c where c.failed_at is not null and c.handled_at is null))::int`,
      failedEmailCount: sql<number>`(select count(*)::int from ${outbox} o where o.failed_at is not null)`,
      refusedShipmentCount: sql<number>`(select count(*)::int from ${shipments} s
        where s.failed_at is not null and s.cancelled_at is null)`,
    })
    .from(sql`(select 1) as one`);
  return row ?? { manualRefundCount: 0, failedWebhookCount: 0, failedEmailCount: 0, refusedShipmentCount: 0 };
}

/** Published products at or below the low-stock limit, the fewest units first. Counts by the conditions of the staff's product list. */
async function readLowStock(
  shop: Shop,
  lowStockAt: number,
): Promise<Pick<Dashboard, 'lowStock' | 'soldOutCount' | 'lowStockCount'>> {
  const units = availableUnits(shop);
  const countOf = (stock: 'low' | 'out') =>
    sql<number>`(count(*) filter (where ${inStock(shop, stock, lowStockAt)}) over ())::int`;
  const rows = await shop.db
    .select({
      id: products.id,
      name: products.name,
      file: sql<
        string | null
      >`(select p.file from ${productImages} p where p.product_id = ${products}.id and p.position = 0)`,
      left: units,
      soldOutCount: countOf('out'),
      lowStockCount: countOf('low'),
    })
    .from(products)
    .where(and(inState('live'), lte(units, lowStockAt)))
    .orderBy(asc(units), asc(products.name))
    .limit(lowOf);
  return {
    lowStockCount: rows[0]?.lowStockCount ?? 0,
    soldOutCount: rows[0]?.soldOutCount ?? 0,
    lowStock: rows.map(({ id, name, file, left }) => ({ id, name, file, left: Math.max(0, left) })),
  };
}
