import { sql } from 'drizzle-orm';
import { markStitched, readCategoryText } from '../../catalogue/edit-categories.server.ts';
import { readLowStock } from '../../catalogue/for-staff/list-products.server.ts';
import { listStores, readSettings } from '../../content/content.server.ts';
import type { Settings, Store } from '../../content/contract.ts';
import { saveKnowsStitched } from '../../content/edit-settings.server.ts';
import { dateInIndia } from '../../foundation/clock.ts';
import { countFailedEmails, listFailedEmails } from '../../foundation/email/email.server.ts';
import type { Shop, Tx } from '../../foundation/shop.server.ts';
import { countUnanswered, readUnanswered } from '../../messages/inbox.server.ts';
import { readLastBackup } from '../../notifications/last-backup.server.ts';
import { listOrders } from '../../orders/for-staff/list-orders.server.ts';
import {
  countOrdersToDo,
  readCashOutstanding,
  readOrdersToDo,
} from '../../orders/for-staff/orders-to-do.server.ts';
import { readSales } from '../../orders/for-staff/sales.server.ts';
import { currentProvider } from '../../payments/payment-facts.ts';
import { countManualRefunds } from '../../payments/refunds.server.ts';
import { countFailedWebhooks, listFailedWebhooks, retryWebhook } from '../../payments/webhooks.server.ts';
import { countWaitingReviews } from '../../reviews/moderate.server.ts';
import {
  countFailedCourierEvents,
  listFailedCourierEvents,
  retryCourierEvent,
} from '../../shipping/courier-inbox.server.ts';
import { countRefusedShipments, listCouriers } from '../../shipping/shipments.server.ts';
import {
  type Dashboard,
  type FailedItems,
  type MenuCounts,
  NoSuchWebhook,
  SenderNotSetUp,
  StitchedKnown,
} from './contract.ts';

const maxLatest = 6;

/** Reads the staff's open tasks and the sales. The number of database statements does not depend on the number of orders. */
export async function readDashboard(shop: Shop): Promise<Dashboard> {
  const settings = await readSettings(shop);
  const latest = await listOrders(shop, { q: '', sort: '', after: '', limit: maxLatest });
  return {
    day: dateInIndia(shop.clock.now()),
    ...(await readOrdersToDo(shop)),
    messages: await readUnanswered(shop),
    ...(await countWaiting(shop)),
    lastBackup: await readLastBackup(shop, settings.backupDays),
    cashOutstanding: await readCashOutstanding(shop),
    ...listMissing(settings, await listStores(shop)),
    stitchedQuestion: settings.knowsStitched ? null : await readStitchedQuestion(shop),
    ...(await readLowStock(shop, settings.lowStockAt)),
    latest: latest.rows,
    ...(await readSales(shop)),
  };
}

/** Names the shop's details that the owner has not filled in. Pages, emails and invoices omit them. */
function listMissing({ contact }: Settings, stores: readonly Store[]) {
  return {
    missingDetails: [
      ...(contact.legalName ? [] : ['registered name']),
      ...(contact.address ? [] : ['address']),
      ...(contact.grievanceOfficer ? [] : ['grievance officer']),
    ],
    storesWithoutAddress: stores.filter(({ address }) => !address).map(({ name }) => name),
  };
}

/**
 * Counts, in one database statement: refunds to pay by hand, failed webhook events, failed emails, shipments that a courier
 * refused, and reviews without a decision.
 */
async function countWaiting(shop: Shop) {
  const [row] = await shop.db
    .select({
      manualRefundCount: countManualRefunds(shop),
      failedWebhookCount: sql`${countFailedWebhooks(shop)} + ${countFailedCourierEvents(shop)}`.mapWith(
        Number,
      ),
      failedEmailCount: countFailedEmails(shop),
      refusedShipmentCount: countRefusedShipments(shop),
      waitingReviewCount: countWaitingReviews(shop),
    })
    .from(sql`(select 1) as one`);
  if (!row) throw new Error('The counts of the dashboard returned no row.');
  return row;
}

/** Counts the open tasks that the menu shows, in one statement. */
export async function readMenuCounts(shop: Shop): Promise<MenuCounts> {
  const [row] = await shop.db
    .select({
      ...countOrdersToDo(shop),
      reviews: countWaitingReviews(shop),
      messages: countUnanswered(shop),
    })
    .from(sql`(select 1) as one`);
  if (!row) throw new Error('The counts of the menu returned no row.');
  return row;
}

async function readStitchedQuestion(shop: Shop): Promise<Dashboard['stitchedQuestion']> {
  const categories = await readCategoryText(shop);
  return categories.map(({ id, name, returnable }) => ({ id, name, isStitched: !returnable }));
}

/**
 * Marks these categories as stitched and all others as not stitched. The dashboard then no longer asks.
 * @throws StitchedKnown (409) if staff have already chosen, because an outdated screen would overwrite later changes in the
 * category forms
 */
export async function answerStitchedQuestion(tx: Tx, categories: readonly string[]): Promise<void> {
  if (!(await saveKnowsStitched(tx))) throw StitchedKnown();
  await markStitched(tx, categories);
}

const maxItems = 50;

/** Lists the failed emails and webhook events, newest first. */
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
      ...paymentEvents.map((event) => ({
        ...event,
        text: 'Message about a payment',
        at: event.at.toISOString(),
      })),
      ...courierEvents.map((event) => ({
        ...event,
        text: 'Message about a shipment',
        at: event.at.toISOString(),
      })),
    ],
  };
}

/**
 * Schedules a failed webhook event for another try. `provider` is the payment provider or courier that sent the event.
 * @throws SenderNotSetUp (409) if no worker handles events of `provider`; NoSuchWebhook (404) if there is no such failed event,
 * so a repeated request has no effect
 */
export async function retryFailedWebhook(
  tx: Tx,
  event: { provider: string; eventId: string },
): Promise<void> {
  const handled: readonly string[] = [currentProvider(tx.config), ...listCouriers(tx)];
  if (!handled.includes(event.provider)) throw SenderNotSetUp();
  if (!(await retryWebhook(tx, event)) && !(await retryCourierEvent(tx, event))) throw NoSuchWebhook();
}
