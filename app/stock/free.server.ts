import { type SQL, sql } from 'drizzle-orm';
import type { Shop } from '../foundation/shop.server.ts';
import { holds } from './tables.server.ts';

/**
 * How many pieces of a place anybody may have now. What was put aside for somebody who did not come in time counts as
 * free, swept or not. `place` is what the query around it calls the shelf.
 */
export function available({ clock }: Shop, place: SQL): SQL<number> {
  const over = sql`h.expires_at <= ${clock.now().toISOString()}::timestamptz`;
  return sql<number>`(${place}.on_hand - ${place}.held + case when ${place}.held = 0 then 0 else coalesce((
    select sum(h.count) from ${holds} h where h.variant_id = ${place}.variant_id and ${over}), 0)::int end)`;
}
