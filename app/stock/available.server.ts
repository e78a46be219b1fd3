import { type SQL, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { holds } from './tables.server.ts';

/**
 * SQL for the units on hand and not held. Units of expired holds count as available before the holds are swept, and so do the
 * units that the customer `buyer` holds. `level` is the alias of `stock_levels` in the surrounding query.
 */
export function available({ clock }: Shop, level: SQL, buyer: string | null = null): SQL<number> {
  const isExpired = sql`h.expires_at <= ${clock.now().toISOString()}::timestamptz`;
  const isIgnored = buyer === null ? isExpired : sql`(h.owner = ${buyer} or ${isExpired})`;
  return sql<number>`(${level}.on_hand - ${level}.held + case when ${level}.held = 0 then 0 else coalesce((
    select sum(h.count) from ${holds} h where h.variant_id = ${level}.variant_id and ${isIgnored}), 0)::int end)`;
}
