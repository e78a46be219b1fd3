import { type SQL, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { holds } from './tables.server.ts';

/**
 * SQL for the units that a buyer can have: on hand minus held. Units of expired holds are available even before the holds
 * are swept, and so are the units that `buyer` holds, a customer's id. Without `buyer`: the units that any customer can have.
 * `level` is the alias of `stock_levels` in the surrounding query.
 */
export function available({ clock }: Shop, level: SQL, buyer: string | null = null): SQL<number> {
  const isExpired = sql`h.expires_at <= ${clock.now().toISOString()}::timestamptz`;
  const isIgnored = buyer === null ? isExpired : sql`(h.owner = ${buyer} or ${isExpired})`;
  return sql<number>`(${level}.on_hand - ${level}.held + case when ${level}.held = 0 then 0 else coalesce((
    select sum(h.count) from ${holds} h where h.variant_id = ${level}.variant_id and ${isIgnored}), 0)::int end)`;
}
