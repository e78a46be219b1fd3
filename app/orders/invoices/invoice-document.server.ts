import { z } from 'zod';

const paise = z.number().int().min(0);
const rate = z.number().int().min(0).max(10_000);

/** A state, with the two digits that GST knows it by; abroad a country, with 96. */
const Place = z.object({ name: z.string(), code: z.string().nullable() });

/** One line, split as the law wants it: always `amountPaise = taxablePaise + cgst + sgst + igst`. */
export const InvoiceLine = z.object({
  /** Where it stands on the invoice; a credit note's line keeps the number of the line that it credits. */
  position: z.number().int().min(0),
  kind: z.enum(['goods', 'delivery']),
  description: z.string(),
  /** `null` where none was known, and for delivery, which goes with the goods. */
  hsn: z.string().nullable(),
  /** `null` where it says nothing: for delivery, and for a part of a line that is credited. */
  quantity: z.number().int().min(1).nullable(),
  /** What one costs, tax included; `null` where `quantity` is. */
  pricePaise: paise.nullable(),
  amountPaise: paise,
  taxablePaise: paise,
  /** Hundredths of a percent; `null` where no rate was known when it was sold, and where no tax may be charged. */
  rate: rate.nullable(),
  taxPaise: paise,
  cgstPaise: paise,
  sgstPaise: paise,
  igstPaise: paise,
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

/**
 * All that an invoice or a credit note says, frozen when it is issued: it is printed from this alone, and looks the same
 * whatever becomes of the catalogue, the profile, the tax rates and the shop's settings. Days are India's, `2026-11-21`.
 */
export const InvoiceDocument = z.object({
  version: z.literal(1),
  kind: z.enum(['invoice', 'credit-note']),
  /** `Tax invoice`, `Bill of supply`, `Invoice-cum-bill of supply`, `Invoice` or `Credit note`. */
  title: z.string(),
  number: z.string(),
  issuedOn: z.iso.date(),
  order: z.object({ number: z.string(), placedOn: z.iso.date() }),
  payment: z.string(),
  /** The invoice that a credit note belongs to. */
  against: z.object({ number: z.string(), issuedOn: z.iso.date() }).nullable(),
  seller: z.object({
    name: z.string(),
    hindiName: z.string(),
    legalName: z.string(),
    address: z.string(),
    email: z.string(),
    phone: z.string(),
    /** Blank where the seller is not registered. */
    gstin: z.string(),
    state: Place,
  }),
  /** Whom it is billed and delivered to, line by line, the name first. */
  buyer: z.object({ lines: z.array(z.string()).min(1), state: Place }),
  supply: z.enum(['unregistered', 'within-state', 'between-states', 'export-under-lut', 'export-taxed']),
  placeOfSupply: Place,
  /** What the state's half of the tax is called. */
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
  words: z.string(),
  notes: z.array(z.string()),
});
export type InvoiceDocument = z.infer<typeof InvoiceDocument>;

/** The document of a row. Throws an Error that names what is wrong with it. */
export function readDocument(number: string, stored: unknown): InvoiceDocument {
  const read = InvoiceDocument.safeParse(stored);
  if (!read.success) throw new Error(`The invoice ${number} cannot be read:\n${z.prettifyError(read.error)}`);
  return read.data;
}
