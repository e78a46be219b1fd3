import { z } from 'zod';

/**
 * Cause of a credit note: a cancellation after packing, a shipment that came back undelivered, a return, or a refund of a part of
 * the price.
 */
export type CreditCause = 'cancelled' | 'undelivered' | 'returned' | 'refund';

const paise = z.number().int().min(0);
const rate = z.number().int().min(0).max(10_000);

/** An Indian state with its two-digit GST code, or a foreign country with the code 96. `code` is null for an unknown state. */
const Place = z.object({ name: z.string(), code: z.string().nullable() });

/**
 * A line of an invoice or a credit note. `amountPaise` is the price of all its units. Value and taxes are rounded separately.
 * Within a state, their sum can therefore differ from the amount. The document's round-off is the sum of these differences.
 */
export const InvoiceLine = z.object({
  /** Position on the invoice. On a credit note, the position of the credited invoice line. */
  position: z.number().int().min(0),
  kind: z.enum(['goods', 'delivery']),
  description: z.string(),
  /** The HSN code; for delivery, the code of the principal goods. Null if unknown, and for delivery in documents of version 1. */
  hsn: z.string().nullable(),
  /** Number of units. Null for delivery, and on a credit note that credits a part of the line's amount instead of units. */
  quantity: z.number().int().min(1).nullable(),
  /** Unit price including tax. Null if `quantity` is null, or if the credited amount is less than quantity × price. */
  pricePaise: paise.nullable(),
  amountPaise: paise,
  taxablePaise: paise,
  /**
   * Tax rate in hundredths of a percent. 0 for an export under a LUT. Null if the rate was unknown when the order was created,
   * and for a seller without GST registration.
   */
  rate: rate.nullable(),
  taxPaise: paise,
  cgstPaise: paise,
  sgstPaise: paise,
  igstPaise: paise,
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

/**
 * The content of an invoice or a credit note, stored when it is issued. The PDF is rendered only from this content and the time
 * of issue. Later changes of catalogue, profile, tax rates and settings therefore have no effect. Days are in India, such as
 * `2026-11-21`.
 */
export const InvoiceDocument = z.object({
  /**
   * In version 1, there is no round-off: value and taxes of every line add up to its amount. If the tax is an odd number of
   * paise, CGST is one paisa more than SGST.
   */
  version: z.literal([1, 2]),
  kind: z.enum(['invoice', 'credit-note']),
  /** Title: `Tax invoice`, `Bill of supply`, `Invoice-cum-bill of supply`, `Invoice` or `Credit note`. */
  title: z.string(),
  number: z.string(),
  issuedOn: z.iso.date(),
  order: z.object({ number: z.string(), placedOn: z.iso.date() }),
  payment: z.string(),
  /** The invoice that a credit note credits; null for an invoice. */
  against: z.object({ number: z.string(), issuedOn: z.iso.date() }).nullable(),
  seller: z.object({
    name: z.string(),
    hindiName: z.string(),
    legalName: z.string(),
    address: z.string(),
    email: z.string(),
    phone: z.string(),
    /** The seller's GSTIN. Empty if the seller is not registered under GST. */
    gstin: z.string(),
    state: Place,
  }),
  /** Lines of the billing and delivery address. The first line is the name. */
  buyer: z.object({ lines: z.array(z.string()).min(1), state: Place }),
  supply: z.enum(['unregistered', 'within-state', 'between-states', 'export-under-lut', 'export-taxed']),
  placeOfSupply: Place,
  /** Name of the part of the GST that the state receives. */
  localTax: z.enum(['SGST', 'UTGST']),
  lines: z.array(InvoiceLine).min(1),
  totals: InvoiceLine.pick({
    amountPaise: true,
    taxablePaise: true,
    taxPaise: true,
    cgstPaise: true,
    sgstPaise: true,
    igstPaise: true,
  }),
  /**
   * Total minus taxable value and taxes, at most one paisa for each line of an invoice. 0 unless the supply is within a state.
   */
  roundOffPaise: z.number().int().default(0),
  /** Total, spelled out: `Rupees fifty-two thousand …`. */
  words: z.string(),
  notes: z.array(z.string()),
});
export type InvoiceDocument = z.infer<typeof InvoiceDocument>;

/**
 * Returns the tax that an invoice states, in paise: the sum of its tax columns. Returns undefined if the seller is not
 * registered. Also returns undefined if the rate of a line is unknown, because the sum would lack the line's tax.
 */
export function namedTaxPaise({
  supply,
  lines,
  totals,
}: Pick<InvoiceDocument, 'supply' | 'lines' | 'totals'>): number | undefined {
  return supply === 'unregistered' || lines.some((line) => line.rate === null) ? undefined : totals.taxPaise;
}

/** Parses the stored document of an invoice. @throws Error with the validation errors if the document is invalid */
export function readDocument(number: string, stored: unknown): InvoiceDocument {
  const parsed = InvoiceDocument.safeParse(stored);
  if (!parsed.success)
    throw new Error(`failed to parse invoice ${number}:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
