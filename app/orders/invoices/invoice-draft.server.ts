import { nameAndSize } from '../../catalogue/rules.ts';
import type { Settings } from '../../content/contract.ts';
import { addressLines } from '../../foundation/address/address-lines.ts';
import { countries, findCountry, findState } from '../../foundation/address/countries.ts';
import { dateInIndia } from '../../foundation/clock.ts';
import { amountInWords } from '../../pricing/amount-in-words.ts';
import { linePaise } from '../../pricing/rules.ts';
import {
  localTaxOf,
  roundOffOf,
  type Supply,
  splitAmount,
  sumAmounts,
  supplyOf,
} from '../../pricing/supply.ts';
import { principalOf } from '../../pricing/tax.ts';
import type { ShipTo } from '../contract.ts';
import type { Order, OrderLine } from '../orders.server.ts';
import { payablePaise } from '../rules.ts';
import { type InvoiceDocument, type InvoiceLine, namedTaxPaise } from './invoice-document.server.ts';

/** GST state code for places outside India. */
const abroad = '96';

const [india] = countries;

type SoldOrder = { order: Order; lines: readonly OrderLine[] };

/**
 * Returns the tax that the amount to pay for the order includes, in paise, as {@link draftInvoice} computes it. `lines` must not
 * contain cancelled units. Returns undefined if the seller is not registered or a rate is unknown. Also returns undefined if the
 * lines and delivery do not add up to the amount to pay.
 */
export function draftTaxPaise(sold: SoldOrder, { seller }: Settings): number | undefined {
  const { supply, lines, totals } = draftAmounts(sold, seller);
  return totals.amountPaise === payablePaise(sold.order)
    ? namedTaxPaise({ supply, lines, totals })
    : undefined;
}

/**
 * Creates the document of an invoice for an order's uncancelled lines. Products, prices and rates come from the order, the seller
 * from `settings`. The tax of each line is computed from its rate and the price of all its units, not read from the order.
 * @throws Error if the lines and delivery do not add up to the amount to pay
 */
export function draftInvoice(
  sold: SoldOrder,
  settings: Settings,
  { number, at }: { number: string; at: Date },
): InvoiceDocument {
  const { order } = sold;
  const { name, hindiName, contact, seller } = settings;
  const { sellerState, placeOfSupply, supply, lines, totals } = draftAmounts(sold, seller);
  const payable = payablePaise(order);
  if (totals.amountPaise !== payable)
    throw new Error(
      `invoice lines of ${order.number} add up to ${totals.amountPaise} paise, but ${payable} are to be paid`,
    );
  return {
    version: 2,
    kind: 'invoice',
    title: titleOf(supply, lines),
    number,
    issuedOn: dateInIndia(at),
    order: { number: order.number, placedOn: dateInIndia(order.placedAt ?? order.createdAt) },
    payment: order.paymentMethod === 'COD' ? 'Cash on delivery' : 'Paid online',
    against: null,
    seller: {
      name,
      hindiName,
      legalName: contact.legalName || name,
      address: contact.address,
      email: contact.email,
      phone: contact.phone,
      gstin: seller.gstin,
      state: sellerState,
    },
    buyer: { lines: addressLines(order.shipTo), state: placeOfSupply },
    supply,
    placeOfSupply,
    localTax: localTaxOf(sellerState.code),
    lines,
    totals,
    roundOffPaise: roundOffOf(totals),
    words: amountInWords(totals.amountPaise),
    notes: notesOf(supply, lines, seller.lutText),
  };
}

/** Returns the state of the seller, the place and kind of the supply, and the invoice's lines with their sums. */
function draftAmounts({ order, lines: soldLines }: SoldOrder, seller: Settings['seller']) {
  const sellerState = sellerStateOf(seller);
  const placeOfSupply = placeOf(order.shipTo);
  const supply = supplyOf({
    isRegistered: seller.gstin !== '',
    hasLut: seller.lutText.trim() !== '',
    isAbroad: placeOfSupply.code === abroad,
    sellerState: sellerState.code,
    placeState: placeOfSupply.code,
  });
  const lines = linesOf(order, soldLines, supply);
  return { sellerState, placeOfSupply, supply, lines, totals: sumAmounts(lines) };
}

function linesOf(order: Order, lines: readonly OrderLine[], supply: Supply): InvoiceLine[] {
  const goods = lines.map((line): InvoiceLine => {
    const amountPaise = linePaise(line);
    return {
      position: line.position,
      kind: 'goods',
      description: nameAndSize(line.name, line.sizeLabel),
      hsn: line.hsn,
      quantity: line.quantity,
      pricePaise: line.pricePaise,
      rate: rateFor(supply, line.taxRate),
      ...splitAmount(supply, { amountPaise, rate: line.taxRate }),
    };
  });
  const { shippingPaise } = order;
  if (shippingPaise === 0) return goods;
  const { hsn = null, taxRate: rate = null } = principalOf(lines) ?? {};
  const delivery: InvoiceLine = {
    position: 1 + Math.max(-1, ...lines.map(({ position }) => position)),
    kind: 'delivery',
    description: 'Delivery',
    // A composite supply is classified as its principal supply (CGST Act, section 8). So the invoice gives delivery the HSN code
    // of the goods. The code 9965 would be for transport as a separate supply.
    hsn,
    quantity: null,
    pricePaise: null,
    rate: rateFor(supply, rate),
    ...splitAmount(supply, { amountPaise: shippingPaise, rate }),
  };
  return [...goods, delivery];
}

/** Returns the tax rate to print: null for an unregistered seller, who may not show tax, and 0 for an export under a LUT. */
function rateFor(supply: Supply, rate: number | null): number | null {
  if (supply === 'unregistered') return null;
  return supply === 'export-under-lut' ? 0 : rate;
}

/**
 * Returns the title required by rules 46, 46A and 49 of the CGST Rules. Only a registered seller may issue a tax invoice. Exempt
 * goods need a bill of supply unless they are exported.
 */
function titleOf(supply: Supply, lines: readonly InvoiceLine[]): string {
  if (supply === 'unregistered') return 'Invoice';
  if (supply === 'export-under-lut' || supply === 'export-taxed') return 'Tax invoice';
  const exempt = lines.filter(({ rate }) => rate === 0).length;
  if (exempt === 0) return 'Tax invoice';
  return exempt === lines.length ? 'Bill of supply' : 'Invoice-cum-bill of supply';
}

function notesOf(supply: Supply, lines: readonly InvoiceLine[], lutText: string): string[] {
  const notes: string[] = [];
  if (supply === 'unregistered') notes.push('The seller is not registered under GST and charges no tax.');
  if (supply === 'export-under-lut') notes.push(lutText.trim());
  if (supply === 'export-taxed') notes.push('Supply meant for export on payment of integrated tax.');
  if (supply !== 'unregistered') {
    if (lines.some(({ rate }) => rate === null))
      notes.push(
        'Where the rate is “not known”, the seller had no GST rate on record for these goods that day, so no tax is shown separately.',
      );
    notes.push('Tax payable on reverse charge: no.');
  }
  notes.push('Issued electronically under the Information Technology Act, 2000. It needs no signature.');
  return notes;
}

type Place = InvoiceDocument['placeOfSupply'];

/** Returns the seller's state: from the first two digits of the GSTIN, or without a GSTIN from the settings. */
function sellerStateOf({ gstin, state }: Settings['seller']): Place {
  const registered = india.states.find(({ gst }) => gst !== undefined && gst === gstin.slice(0, 2));
  const knownState = registered ?? findState(india, state);
  return { name: knownState?.name ?? state, code: gstin.slice(0, 2) || (knownState?.gst ?? null) };
}

/** Returns the place of supply. For goods, it is the place of delivery. */
function placeOf({ country, state }: ShipTo): Place {
  if (country.trim() !== '' && findCountry(country) !== india) return { name: country, code: abroad };
  const knownState = findState(india, state);
  return { name: knownState?.name ?? state, code: knownState?.gst ?? null };
}
