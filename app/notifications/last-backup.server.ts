import { and, isNull, lt, or } from 'drizzle-orm';
import { readSettings } from '../content/content.server.ts';
import { days } from '../foundation/clock.ts';
import { recordEvent } from '../foundation/jobs/events.server.ts';
import { inTransaction, type Shop } from '../foundation/shop.server.ts';
import { lastBackup } from './tables.server.ts';

export type BackupNote = { madeAt: Date; madeBy: string };

/** Stores the last backup. Does nothing if a newer backup is already stored. */
export async function noteBackup({ db }: Pick<Shop, 'db'>, note: BackupNote): Promise<void> {
  const values = { ...note, alertedAt: null };
  await db
    .insert(lastBackup)
    .values(values)
    .onConflictDoUpdate({
      target: lastBackup.id,
      set: values,
      setWhere: or(isNull(lastBackup.madeAt), lt(lastBackup.madeAt, note.madeAt)),
    });
}

/** Reads the last backup. `isTooOld` is false if `limitDays` is 0. */
export async function readLastBackup({ db, clock }: Shop, limitDays: number) {
  const [row] = await db.select().from(lastBackup);
  const { madeAt = null, madeBy = null } = row ?? {};
  const isTooOld = limitDays > 0 && (madeAt === null || madeAt < oldestAllowed(clock.now(), limitDays));
  return { madeAt: madeAt?.toISOString() ?? null, madeBy, isTooOld };
}

const oldestAllowed = (now: Date, limitDays: number) => new Date(now.getTime() - days(limitDays));

/**
 * Records an event if the last backup is older than the owner's limit, or if there is no backup. Records at most one event until
 * the next backup. Returns 0, because the worker expects a number of handled items.
 */
export async function alertOldBackup(shop: Shop): Promise<number> {
  const { backupDays } = await readSettings(shop);
  if (backupDays === 0) return 0;
  await inTransaction(shop, async (tx) => {
    const now = tx.clock.now();
    const isTooOld = or(isNull(lastBackup.madeAt), lt(lastBackup.madeAt, oldestAllowed(now, backupDays)));
    const [alerted] = await tx.db
      .insert(lastBackup)
      .values({ alertedAt: now })
      .onConflictDoUpdate({
        target: lastBackup.id,
        set: { alertedAt: now },
        setWhere: and(isNull(lastBackup.alertedAt), isTooOld),
      })
      .returning({ madeAt: lastBackup.madeAt });
    if (!alerted) return;
    const payload = { days: alerted.madeAt === null ? 0 : backupDays };
    await recordEvent(tx, { kind: 'backup-old', payload });
  });
  return 0;
}
