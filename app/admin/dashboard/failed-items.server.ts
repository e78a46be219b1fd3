import { listFailedEmails } from '../../foundation/email/failed-emails.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { listFailedWebhooks } from '../../payments/failed-payments.server.ts';
import { listFailedCourierEvents } from '../../shipping/failed-shipments.server.ts';
import type { FailedItems } from './contract.ts';

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
