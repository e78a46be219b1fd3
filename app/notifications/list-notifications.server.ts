import { and, eq, sql } from 'drizzle-orm';
import { keyset, toPage } from '../foundation/database/keyset.server.ts';
import { ShopEvent } from '../foundation/jobs/events.server.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { events, outbox } from '../foundation/tables.server.ts';
import type { NotificationRow, NotificationState } from './contract.ts';
import { describeEvents } from './notification-email.server.ts';
import { notifications } from './tables.server.ts';

const newestFirst = keyset(notifications.createdAt, notifications.id, 'desc');

/** SQL for the state of a notification. An email that is missing in the outbox was sent more than 30 days ago. */
const state = sql<NotificationState>`case
  when ${notifications.endedAt} is null then 'waiting'
  when ${notifications.emailId} is null then 'dropped'
  when ${outbox.failedAt} is not null then 'failed'
  when ${outbox.id} is null or ${outbox.sentAt} is not null then 'sent'
  else 'waiting' end`;

/** Lists one page of the notifications of all staff members, newest first. Uses at most four queries. */
export async function listNotifications(
  shop: Shop,
  query: { state?: NotificationState | undefined; after: string; limit: number },
): Promise<{ rows: NotificationRow[]; next: string | null }> {
  const fetched = await shop.db
    .select({
      id: notifications.id,
      at: events.createdAt,
      staffId: notifications.staffId,
      kind: events.kind,
      payload: events.payload,
      state,
      emailId: notifications.emailId,
      sentAt: outbox.sentAt,
      error: outbox.lastError,
    })
    .from(notifications)
    .innerJoin(events, eq(events.id, notifications.eventId))
    .leftJoin(outbox, eq(outbox.id, notifications.emailId))
    .where(and(query.state ? eq(state, query.state) : undefined, newestFirst.after(query.after)))
    .orderBy(...newestFirst.orderBy)
    .limit(query.limit + 1);
  const { rows, next } = toPage(fetched, query.limit);
  const lines = await describeEvents(
    shop,
    rows.map((row) => ShopEvent.parse(row)),
  );
  return {
    rows: rows.map(({ payload: _payload, at, sentAt, error, ...row }, index) => ({
      ...row,
      text: lines[index]?.text ?? '',
      path: lines[index]?.path ?? '',
      at: at.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
      error: row.state === 'failed' ? error : null,
    })),
    next,
  };
}
