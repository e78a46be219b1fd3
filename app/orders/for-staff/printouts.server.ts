import { z } from '@hono/zod-openapi';
import { and, eq, inArray } from 'drizzle-orm';
import { readSettings } from '../../content/content.server.ts';
import { toRupees } from '../../foundation/money.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { paymentMethods, ShipTo } from '../contract.ts';
import { InvoiceDocument, readDocument } from '../invoices/invoice-document.server.ts';
import { invoices } from '../invoices/tables.server.ts';
import { listUnitsOf } from '../order-units.server.ts';
import { listLinesOf } from '../orders.server.ts';
import { payablePaise, withoutCancelled } from '../rules.ts';
import { orders } from '../tables.server.ts';

/** Packing slips of orders. The slip of an order with an invoice includes the invoice. */
export const Printouts = z
  .object({
    sender: z.object({ name: z.string(), address: z.string(), phone: z.string() }),
    printouts: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        placedAt: z.string().nullable(),
        paymentMethod: z.enum(paymentMethods),
        /** Amount to pay on delivery, in rupees. */
        amountToCollect: z.number(),
        shipTo: ShipTo,
        lines: z.array(
          z.object({
            proId: z.string(),
            name: z.string(),
            sizeLabel: z.string().nullable(),
            quantity: z.number().int(),
          }),
        ),
        invoice: InvoiceDocument.nullable(),
      }),
    ),
  })
  .openapi('Printouts');
export type Printouts = z.infer<typeof Printouts>;

/** Reads the packing slips of orders, in the sequence of `ids`. Omits unknown orders. Runs five statements. */
export async function readPrintouts(shop: Shop, ids: readonly string[]): Promise<Printouts> {
  const { name, contact } = await readSettings(shop);
  const uniqueIds = [...new Set(ids)];
  const rows = await shop.db.select().from(orders).where(inArray(orders.id, uniqueIds));
  const linesOf = await listLinesOf(shop, uniqueIds);
  const unitsOf = await listUnitsOf(shop, uniqueIds);
  const issued = await shop.db
    .select({ orderId: invoices.orderId, number: invoices.number, document: invoices.document })
    .from(invoices)
    .where(and(inArray(invoices.orderId, uniqueIds), eq(invoices.kind, 'invoice')));
  const orderOf = new Map(rows.map((row) => [row.id, row]));
  const invoiceOf = new Map(issued.map((row) => [row.orderId, readDocument(row.number, row.document)]));
  return {
    sender: { name, address: contact.address, phone: contact.phone },
    printouts: uniqueIds
      .flatMap((id) => orderOf.get(id) ?? [])
      .map(({ id, number, placedAt, paymentMethod, shipTo, ...order }) => ({
        id,
        number,
        placedAt: placedAt?.toISOString() ?? null,
        paymentMethod,
        amountToCollect: paymentMethod === 'COD' ? toRupees(payablePaise(order)) : 0,
        shipTo,
        lines: withoutCancelled(linesOf.get(id) ?? [], unitsOf.get(id) ?? []).map(
          ({ productId: proId, name, sizeLabel, quantity }) => {
            return { proId, name, sizeLabel, quantity };
          },
        ),
        invoice: invoiceOf.get(id) ?? null,
      })),
  };
}
