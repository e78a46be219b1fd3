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

/**
 * SQL for the time, in milliseconds since 1970, at which the first hold that blocks the customer `buyer` ends; null without
 * such a hold. A hold may be renewed, so the units may be free later, or be sold. Parameters as in {@link available}.
 */
export function heldUntil({ clock }: Shop, level: SQL, buyer: string | null = null): SQL<number | null> {
  const isOther = buyer === null ? sql`true` : sql`h.owner <> ${buyer}`;
  return sql<number | null>`(case when ${level}.held = 0 then null else (
    select (extract(epoch from min(h.expires_at)) * 1000)::float8 from ${holds} h where h.variant_id = ${level}.variant_id
    and h.expires_at > ${clock.now().toISOString()}::timestamptz and ${isOther}) end)`;
}
