import type { Settings } from '../app/content/contract.ts';
import { draftInvoice } from '../app/orders/invoices/invoice-draft.server.ts';
import type { Order, OrderLine } from '../app/orders/orders.server.ts';
import { taxPortion } from '../app/pricing/tax.ts';
import { settings } from '../seeds/content.ts';
import { taxRates } from '../seeds/tax-rates.ts';
import { home } from './counter.ts';
import { firstMoment } from './furnished-shop.ts';

/** The demonstration's owner with a GSTIN that nobody has. */
export const registered: Settings = {
  ...settings,
  seller: { ...settings.seller, gstin: '08AAAAA0000A1Z2' },
};

export function sellerOf(gstin: string): Settings {
  return { ...registered, seller: { ...registered.seller, gstin } };
}

type Sold = { name: string; rupees: number; quantity?: number; hsn?: string | null; sizeLabel?: string };

export const saree: Sold = { name: 'Gulnar', rupees: 48_000, hsn: '5007' };
export const suit: Sold = { name: 'Neel suit', rupees: 2400, hsn: '6211', sizeLabel: 'M' };

type SoldOrder = { order: Order; lines: OrderLine[] };

/** An order of these things, as the counter freezes it on the tests' first day. */
export function orderOf(
  things: readonly Sold[],
  { to = {}, shippingPaise = 0 }: { to?: Partial<Order['shipTo']>; shippingPaise?: number } = {},
): SoldOrder {
  const at = new Date(firstMoment);
  const id = '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c13';
  const lines = things.map(({ name, rupees, quantity = 1, hsn = '5007', sizeLabel = null }, position) => {
    const pricePaise = Math.round(rupees * 100);
    const portion = taxPortion({ hsn, pricePaise }, taxRates, '2026-11-21');
    return {
      orderId: id,
      position,
      productId: name,
      variantId: name,
      name,
      sizeLabel,
      image: null,
      mrpPaise: null,
      pricePaise,
      quantity,
      hsn,
      taxRate: portion?.rate ?? null,
      taxPaise: (portion?.taxPaise ?? 0) * quantity,
    };
  });
  const subtotalPaise = lines.reduce((sum, { pricePaise, quantity }) => sum + pricePaise * quantity, 0);
  const order: Order = {
    id,
    number: 'TB1042',
    customerId: null,
    state: 'packed',
    paymentMethod: 'Online',
    subtotalPaise,
    shippingPaise,
    taxPaise: 0,
    totalPaise: subtotalPaise + shippingPaise,
    shipTo: { ...home, email: 'meera@example.in', ...to },
    cartVersion: 1,
    createdAt: at,
    expiresAt: null,
    placedAt: at,
    promisedBy: null,
    supersededAt: null,
    deliveredAt: null,
    restockedAt: null,
    privateNote: '',
  };
  return { order, lines };
}

/** The invoice of such an order, as it is issued on the tests' first day. */
export function invoiceOf(sold: SoldOrder, owner: Settings = registered) {
  return draftInvoice(sold, owner, { number: 'TB/26-27/000042', at: new Date(firstMoment) });
}
