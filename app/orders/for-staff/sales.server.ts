import { and, desc, eq, gte, inArray, ne, notInArray, sql } from 'drizzle-orm';
import { dateInIndia, days } from '../../foundation/clock.ts';
import { toRupees } from '../../foundation/money.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { orderLines, orders, orderUnits } from '../tables.server.ts';
import { returnedStates, unpaidStates } from '../transitions.ts';
import type { Sales } from './contract.ts';

const dayCount = 30;
const maxBestSellers = 5;

/** SQL for the date in India on which an order was placed. India is five and a half hours ahead of UTC all year. */
const dayOfOrder = sql<string>`to_char(${orders.placedAt} at time zone 'UTC' + interval '330 minutes', 'YYYY-MM-DD')`;

/** Returns the last thirty dates in India, such as `2026-11-21`. The last one is today. */
function lastDays(now: Date): string[] {
  return Array.from({ length: dayCount }, (_, index) =>
    dateInIndia(new Date(now.getTime() - days(dayCount - 1 - index))),
  );
}

/** Reads the sales of the last thirty days. Runs one statement for the days and another for the products. */
export async function readSales(shop: Shop): Promise<Sales> {
  const dates = lastDays(shop.clock.now());
  const isSold = and(
    gte(orders.placedAt, new Date(`${dates[0]}T00:00:00+05:30`)),
    notInArray(orders.state, [...unpaidStates, 'cancelled']),
  );
  const rows = await shop.db
    .select({
      day: dayOfOrder,
      paise: sql<number>`sum(${orders.totalPaise} - ${orders.cancelledPaise})::float8`,
      count: sql<number>`count(*)::int`,
      prepaid: sql<number>`(count(*) filter (where ${orders.paymentMethod} = 'Online'))::int`,
      returned: sql<number>`(count(*) filter (where ${inArray(orders.state, returnedStates)}))::int`,
    })
    .from(orders)
    .where(isSold)
    .groupBy(sql`1`);
  const rowOf = new Map(rows.map((row) => [row.day, row]));
  const sum = (part: 'count' | 'prepaid' | 'returned') => rows.reduce((total, row) => total + row[part], 0);
  const count = sum('count');
  const share = (part: number) => (count === 0 ? null : Math.round((part * 1000) / count) / 10);
  return {
    sales: dates.map((day) => ({
      day,
      total: toRupees(rowOf.get(day)?.paise ?? 0),
      orders: rowOf.get(day)?.count ?? 0,
    })),
    prepaidPercent: share(sum('prepaid')),
    returnedPercent: share(sum('returned')),
    bestSellers: await listBestSellers(shop, isSold),
  };
}

async function listBestSellers(shop: Shop, isSold: ReturnType<typeof and>): Promise<Sales['bestSellers']> {
  const sold = sql<number>`sum(${orderUnits.quantity})::int`;
  const paise = sql<number>`sum(${orderUnits.quantity} * ${orderLines.pricePaise})::float8`;
  const rows = await shop.db
    .select({
      id: orderLines.productId,
      // Use the product's name in its latest sale, because the product may have been renamed.
      name: sql<string>`(array_agg(${orderLines.name} order by ${orders.placedAt} desc))[1]`,
      image: sql<string | null>`(array_agg(${orderLines.image} order by ${orders.placedAt} desc))[1]`,
      sold,
      paise,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(
      orderUnits,
      and(eq(orderUnits.orderId, orderLines.orderId), eq(orderUnits.position, orderLines.position)),
    )
    .where(and(isSold, ne(orderUnits.state, 'cancelled')))
    .groupBy(orderLines.productId)
    .orderBy(desc(sold), desc(paise), orderLines.productId)
    .limit(maxBestSellers);
  return rows.map(({ paise: total, ...row }) => ({ ...row, total: toRupees(total) }));
}
