import { desc, eq } from 'drizzle-orm';
import type { Shop } from '../app/foundation/shop.server.ts';
import { outbox } from '../app/foundation/tables.server.ts';

/** The code that was mailed last to this address, read as its owner reads it: from the mail. */
export async function sentCode(shop: Shop, email: string): Promise<string> {
  const [mail] = await shop.db
    .select({ subject: outbox.subject })
    .from(outbox)
    .where(eq(outbox.to, email))
    .orderBy(desc(outbox.createdAt))
    .limit(1);
  const [code] = /\d{6}/.exec(mail?.subject ?? '') ?? [];
  if (!code) throw new Error(`${email} was sent no code`);
  return code;
}

/** A code that is not this one. */
export function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
