import { type SQL, sql } from 'drizzle-orm';
import { sqlTime } from '../foundation/database/columns.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { holds } from './tables.server.ts';

/**
 * SQL for the available units: on hand minus held. Does not count the holds of the customer `buyer`, or expired holds that the
 * sweeper has not released yet. `level` is the alias of `stock_levels` in the surrounding query.
 */
export function available({ clock }: Shop, level: SQL, buyer: string | null = null): SQL<number> {
  const isExpired = sql`h.expires_at <= ${sqlTime(clock.now())}`;
  const isIgnored = buyer === null ? isExpired : sql`(h.owner = ${buyer} or ${isExpired})`;
  return sql<number>`(${level}.on_hand - ${level}.held + case when ${level}.held = 0 then 0 else coalesce((
    select sum(h.count) from ${holds} h where h.variant_id = ${level}.variant_id and ${isIgnored}), 0)::int end)`;
}

/**
 * SQL for the time at which the first stock hold of a customer other than `buyer` expires, in milliseconds since 1970. Null if
 * there is no such hold. The other customer may still renew the hold or buy the units. Parameters as in {@link available}.
 */
export function heldUntil({ clock }: Shop, level: SQL, buyer: string | null = null): SQL<number | null> {
  const isOther = buyer === null ? sql`true` : sql`h.owner <> ${buyer}`;
  return sql<number | null>`(case when ${level}.held = 0 then null else (
    select (extract(epoch from min(h.expires_at)) * 1000)::float8 from ${holds} h where h.variant_id = ${level}.variant_id
    and h.expires_at > ${sqlTime(clock.now())} and ${isOther}) end)`;
}
