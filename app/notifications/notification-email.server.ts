import { eq, inArray } from 'drizzle-orm';
import { variants } from '../catalogue/tables.server.ts';
import { readSettings } from '../content/content.server.ts';
import { emailBrandingOf } from '../content/email-branding.server.ts';
import { isUuid } from '../foundation/database/columns.server.ts';
import { type Email, staffNotification } from '../foundation/email/email.server.ts';
import { renderEmail } from '../foundation/email/email-template.server.ts';
import type { ShopEvent } from '../foundation/jobs/events.server.ts';
import { formatRupees, toRupees } from '../foundation/money.ts';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { orders } from '../orders/tables.server.ts';
import { payments, receipts, refunds } from '../payments/tables.server.ts';
import * as urls from '../urls.ts';
import { texts } from './messages.ts';

const maxListed = 50;

const rupees = (paise: number) => formatRupees(toRupees(paise));

/** Renders one email about several events, in the order in which they occurred. Uses at most four queries. */
export async function notificationEmail(tx: Tx, to: string, occurred: readonly ShopEvent[]): Promise<Email> {
  const listed = occurred.slice(0, maxListed);
  const lines = await describeEvents(tx, listed);
  const [first] = lines;
  if (!first) throw new Error('an email about no event');
  const settings = await readSettings(tx);
  const { publicUrl } = tx.config;
  const more = occurred.length - listed.length;
  const isOne = occurred.length === 1;
  const subject = isOne ? first.text.replace(/\.$/, '') : texts.severalEvents({ count: occurred.length });
  return {
    kind: staffNotification,
    to,
    subject,
    ...renderEmail(emailBrandingOf(settings), {
      preheader: isOne ? settings.name : first.text,
      heading: isOne ? first.text : `${subject}:`,
      paragraphs: [
        ...(isOne ? [] : lines.map(({ text, path }) => `${text}\n${publicUrl}${path}`)),
        ...(more > 0 ? [texts.andMore({ count: more })] : []),
        `${texts.why}\n${publicUrl}${urls.adminNotifications}`,
      ],
      button: { label: texts.open, url: publicUrl + (isOne ? first.path : urls.admin) },
    }),
  };
}

/** Returns, for each event, a sentence about it and the path of the page about it. Uses at most three queries. */
export async function describeEvents(shop: Shop, occurred: readonly ShopEvent[]) {
  const facts = await readFacts(shop, occurred);
  return occurred.map((event) => lineOf(event, facts));
}

type Facts = Awaited<ReturnType<typeof readFacts>>;

/** Reads the orders and products to which the events refer. */
async function readFacts({ db }: Shop, listed: readonly ShopEvent[]) {
  const refundIds = listed.flatMap(({ kind, payload }) => (kind === 'refund-failed' ? payload.refundId : []));
  const orderOfRefund = new Map(
    refundIds.length === 0
      ? []
      : (
          await db
            .select({ id: refunds.id, orderId: payments.reference })
            .from(refunds)
            .innerJoin(receipts, eq(receipts.id, refunds.receiptId))
            .innerJoin(payments, eq(payments.id, receipts.paymentId))
            .where(inArray(refunds.id, refundIds))
        ).map(({ id, orderId }) => [id, orderId] as const),
  );
  const orderIds = [
    ...listed.flatMap(({ payload }) => ('orderId' in payload ? payload.orderId : [])),
    ...orderOfRefund.values(),
  ].filter(isUuid);
  const listedOrders =
    orderIds.length === 0
      ? []
      : await db
          .select({
            id: orders.id,
            number: orders.number,
            totalPaise: orders.totalPaise,
            shipTo: orders.shipTo,
          })
          .from(orders)
          .where(inArray(orders.id, orderIds));
  const variantIds = listed.flatMap(({ kind, payload }) => (kind === 'stock-low' ? payload.variantId : []));
  const products =
    variantIds.length === 0
      ? []
      : await db
          .select({ id: variants.id, productId: variants.productId, label: variants.label })
          .from(variants)
          .where(inArray(variants.id, variantIds));
  return {
    orderOfRefund,
    orders: new Map(
      listedOrders.map(({ id, number, totalPaise, shipTo }) => [
        id,
        { number, total: rupees(totalPaise), town: shipTo.city },
      ]),
    ),
    variants: new Map(products.map((variant) => [variant.id, variant])),
  };
}

function lineOf(event: ShopEvent, facts: Facts): { text: string; path: string } {
  const ofOrder = (orderId: string) => ({
    order: facts.orders.get(orderId) ?? { number: '', total: '', town: '' },
    path: `${urls.adminOrders}/${encodeURIComponent(orderId)}`,
  });
  switch (event.kind) {
    case 'order-placed': {
      const { order, path } = ofOrder(event.payload.orderId);
      return { text: texts.orderPlaced(order), path };
    }
    case 'return-requested': {
      const { orderId, amountPaise } = event.payload;
      const { order, path } = ofOrder(orderId);
      const amount = amountPaise === undefined ? undefined : rupees(amountPaise);
      return { text: texts.returnRequested({ ...order, amount }), path };
    }
    case 'payment-received':
    case 'payment-to-check': {
      const { order, path } = ofOrder(event.payload.orderId);
      const values = { number: order.number, amount: rupees(event.payload.amountPaise) };
      return {
        text:
          event.kind === 'payment-received' ? texts.paymentReceived(values) : texts.paymentToCheck(values),
        path,
      };
    }
    case 'refund-failed': {
      const { order, path } = ofOrder(facts.orderOfRefund.get(event.payload.refundId) ?? '');
      return {
        text: texts.refundFailed({ number: order.number, amount: rupees(event.payload.amountPaise) }),
        path,
      };
    }
    case 'shipment-failed': {
      const { order, path } = ofOrder(event.payload.orderId);
      return { text: texts.shipmentFailed(order), path };
    }
    case 'stock-low': {
      const variant = facts.variants.get(event.payload.variantId);
      const product = [variant?.productId, variant?.label].filter(Boolean).join(', size ');
      return {
        text: texts.stockLow({ product, left: event.payload.unitsLeft }),
        path: `${urls.adminProducts}/${encodeURIComponent(variant?.productId ?? '')}`,
      };
    }
    case 'review-waits':
      return { text: texts.reviewWaits, path: urls.adminReviews };
    case 'message-waits':
      return { text: texts.messageWaits, path: `${urls.adminMessages}/${event.payload.messageId}` };
    case 'email-failed':
      return { text: texts.emailFailed, path: urls.adminFailed };
    case 'webhook-failed':
      return { text: texts.webhookFailed, path: urls.adminFailed };
    case 'backup-old':
      return { text: texts.backupOld(event.payload), path: urls.admin };
  }
}
