import { resendEmail } from '../../foundation/email/email-worker.server.ts';
import { listFailedEmails } from '../../foundation/email/failed-emails.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { listFailedWebhooks } from '../../payments/failed-payments.server.ts';
import { listFailedCourierEvents } from '../../shipping/failed-shipments.server.ts';
import { audited } from '../audit-log/audited.server.ts';
import type { Staff } from '../sign-in/staff-sessions.server.ts';
import { type FailedItems, NoSuchEmail } from './contract.ts';

const maxItems = 50;

/** Mails that could not be sent, and news that could not be handled, the newest first. */
export async function readFailedItems(shop: Shop): Promise<FailedItems> {
  const emails = await listFailedEmails(shop, maxItems);
  const paymentEvents = await listFailedWebhooks(shop, maxItems);
  const courierEvents = await listFailedCourierEvents(shop, maxItems);
  return {
    emails: emails.map(({ to, subject, at, ...email }) => ({
      ...email,
      text: `${subject}, to ${to}`,
      at: at.toISOString(),
    })),
    webhooks: [
      ...paymentEvents.map((one) => ({ ...one, text: 'News of a payment', at: one.at.toISOString() })),
      ...courierEvents.map((one) => ({ ...one, text: 'News of a parcel', at: one.at.toISOString() })),
    ],
  };
}

/** The post office tries a mail anew that it has given up. Throws `no-such-email` (404). */
export async function resendEmailAsStaff(shop: Shop, staff: Staff, id: string): Promise<FailedItems> {
  const action = { action: 'email.retry', subject: { kind: 'email', id } };
  await audited(shop, staff, action, async (tx) => {
    if (!(await resendEmail(tx, id))) throw NoSuchEmail();
    return { result: undefined };
  });
  return readFailedItems(shop);
}
