import { eq } from 'drizzle-orm';
import { createSession } from '../app/customers/sessions.server.ts';
import { customers } from '../app/customers/tables.server.ts';
import type { Shop } from '../app/foundation/shop.server.ts';

/** Signs somebody in without a code, and makes their account if there is none. */
export async function signInAs(
  shop: Shop,
  email: string,
): Promise<{ id: string; token: string; headers: HeadersInit }> {
  const now = shop.clock.now();
  await shop.db.insert(customers).values({ email, createdAt: now, updatedAt: now }).onConflictDoNothing();
  const [customer] = await shop.db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.email, email));
  if (!customer) throw new Error(`${email} has no account`);
  const token = await createSession(shop, customer.id);
  return {
    id: customer.id,
    token,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  };
}
