import { type SQL, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { holds } from './tables.server.ts';

/**
 * SQL for the units that any customer can buy: on hand minus held. Units of expired holds are available even before the
 * holds are swept. `level` is the alias of `stock_levels` in the surrounding query.
 */
export function available({ clock }: Shop, level: SQL): SQL<number> {
  const expired = sql`h.expires_at <= ${clock.now().toISOString()}::timestamptz`;
  return sql<number>`(${level}.on_hand - ${level}.held + case when ${level}.held = 0 then 0 else coalesce((
    select sum(h.count) from ${holds} h where h.variant_id = ${level}.variant_id and ${expired}), 0)::int end)`;
}
