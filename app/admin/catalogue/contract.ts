import { z } from '@hono/zod-openapi';
import { Measure, Picture } from '../../catalogue/contract.ts';
import { ListAsked, listOf } from '../layout/contract.ts';

const notText = 'Please write this as text.';
const cleaned = (most: number) =>
  z
    .string(notText)
    .overwrite((value) => value.replaceAll('\0', '').trim())
    .max(most, `Please use at most ${most} characters.`);
/** Blank is nothing. */
const short = cleaned(80).nullable();
const known = (most: number) => cleaned(most).optional();

const notAPrice = 'Please write rupees, such as 9800 or 1999.50.';
const Rupees = z
  .number(notAPrice)
  .min(0, notAPrice)
  .max(10_000_000, 'At most ₹1,00,00,000.')
  .refine((rupees) => Math.abs(Math.round(rupees * 100) / 100 - rupees) < 1e-9, notAPrice);

const days = 'Please write whole days.';

/** What the staff may write of a cloth: as `TextileAttributes`, with limits. */
export const WrittenAttributes = z.object({
  fabric: known(200),
  craft: known(200),
  weave: known(200),
  measures: z
    .array(
      Measure.extend({
        part: cleaned(40).min(1, 'Please name the part.'),
        cm: z.number('Please write centimetres.').positive().max(10_000),
        byCm: z.number('Please write centimetres.').positive().max(10_000).optional(),
      }),
    )
    .max(8, 'Eight measures at most.')
    .default([]),
  lengthNote: known(100),
  blousePiece: known(200),
  care: known(300),
  place: known(80),
  region: known(80),
  loomDays: z.number(days).int(days).positive(days).max(3650, days).optional(),
  loomHands: known(80),
  loomWork: known(80),
  weaverNote: known(600),
  weightGrams: z.number('Please write whole grams.').int().positive().max(100_000).optional(),
  hsn: cleaned(8)
    .regex(/^(\d{4}|\d{6}|\d{8})?$/, 'An HSN has 4, 6 or 8 digits.')
    .optional(),
  countryOfOrigin: cleaned(60).default('India'),
});

const Quantity = z.number('Please write a whole number.').int().min(0).max(9999);

/** A piece as the editor sends it. `category` is its id; sizes that stand already come with their `id`. */
export const PieceText = z
  .object({
    name: cleaned(120),
    category: cleaned(80),
    price: Rupees,
    mrp: Rupees.nullable(),
    colour: short,
    colourFamily: short,
    type: short,
    pattern: short,
    crafts: z.array(cleaned(60).min(1)).max(5, 'Five crafts at most.'),
    fabrics: z.array(cleaned(60).min(1)).max(5, 'Five fabrics at most.'),
    attributes: WrittenAttributes,
    sizes: z
      .array(
        z.object({
          id: z.string().max(120).optional(),
          label: cleaned(20).nullable(),
          /** The first stock of a new size; that of the others is changed by itself. */
          quantity: Quantity.optional(),
        }),
      )
      .min(1, 'Please name at least one size.')
      .max(20, 'Twenty sizes at most.'),
  })
  .openapi('PieceText');
export type PieceText = z.infer<typeof PieceText>;

export const NewPiece = PieceText.extend({
  /** Its number, where the shop's own proposal is not wanted. */
  id: cleaned(30)
    .regex(/^([A-Za-z0-9]+(-[A-Za-z0-9]+)*)?$/, 'A number has letters, digits and single hyphens.')
    .optional(),
}).openapi('NewPiece');
export type NewPiece = z.infer<typeof NewPiece>;

const version = z.number().int().min(0);

export const PieceEdit = PieceText.extend({
  /** What the editor had seen when it began. */
  version,
}).openapi('PieceEdit');
export type PieceEdit = z.infer<typeof PieceEdit>;

const state = z.enum(['live', 'draft', 'archived']);
export const PieceStateWanted = z.object({ version, state }).openapi('PieceStateWanted');

export const OfficeSize = z.object({
  id: z.string(),
  label: z.string().nullable(),
  onHand: z.number().int(),
  /** How many of those are put aside for somebody who is paying. */
  held: z.number().int(),
});
export type OfficeSize = z.infer<typeof OfficeSize>;

/** A piece as the staff see it. */
export const OfficePiece = z
  .object({
    id: z.string(),
    version,
    state,
    name: z.string(),
    category: z.string(),
    categoryName: z.string(),
    /** Its page; shoppers find it there while it is live. */
    url: z.string(),
    price: z.number(),
    mrp: z.number().nullable(),
    colour: z.string().nullable(),
    colourFamily: z.string().nullable(),
    type: z.string().nullable(),
    pattern: z.string().nullable(),
    crafts: z.array(z.string()),
    fabrics: z.array(z.string()),
    attributes: WrittenAttributes.extend({ measures: z.array(Measure), countryOfOrigin: z.string() }),
    sizes: z.array(OfficeSize),
    pictures: z.array(Picture),
    video: z.string().nullable(),
    createdAt: z.string(),
  })
  .openapi('OfficePiece');
export type OfficePiece = z.infer<typeof OfficePiece>;

export const PieceRow = z
  .object({
    id: z.string(),
    name: z.string(),
    categoryName: z.string(),
    state,
    price: z.number(),
    mrp: z.number().nullable(),
    picture: Picture.nullable(),
    sizes: z.array(OfficeSize),
  })
  .openapi('PieceRow');
export type PieceRow = z.infer<typeof PieceRow>;

export const PiecesAsked = ListAsked.extend({
  category: z.string().max(80).optional(),
  state: state.optional(),
  stock: z.enum(['in', 'low', 'out']).optional(),
});

export const PieceList = listOf(PieceRow)
  .extend({ categories: z.array(z.object({ id: z.string(), name: z.string() })) })
  .openapi('PieceList');
export type PieceList = z.infer<typeof PieceList>;

/** What the editor offers to choose from. */
export const PieceWords = z
  .object({
    categories: z.array(z.object({ id: z.string(), name: z.string() })),
    crafts: z.array(z.string()),
    fabrics: z.array(z.string()),
    types: z.array(z.string()),
    patterns: z.array(z.string()),
    colours: z.array(z.object({ name: z.string(), family: z.string().nullable() })),
    places: z.array(z.object({ name: z.string(), region: z.string().nullable() })),
    hsns: z.array(z.string()),
    /** The tax office's list, as `TaxRate` in bill/tax.ts has it, and the day in India. */
    rates: z.array(
      z.object({
        hsnPrefix: z.string(),
        rate: z.number().int(),
        abovePaise: z.number().int().nullable(),
        upToPaise: z.number().int().nullable(),
        from: z.string(),
      }),
    ),
    today: z.string(),
    lowStockAt: z.number().int(),
  })
  .openapi('PieceWords');
export type PieceWords = z.infer<typeof PieceWords>;

export const NumberProposed = z.object({ id: z.string() }).openapi('NumberProposed');

/** Why the staff change a count; the words stand in the history. */
export const stockReasons = [
  'new pieces came in',
  'counted anew',
  'sold in the store',
  'not sold after all',
  'damaged',
  'given away or lent',
] as const;
export type StockReason = (typeof stockReasons)[number];

export const StockChange = z
  .object({
    /** Of which size. */
    size: z.string().max(120),
    change: z.number('Please write a whole number.').int().min(-9999).max(9999),
    reason: z.enum(stockReasons, 'Please say why.'),
  })
  .refine(({ change }) => change !== 0, { path: ['change'], error: 'Please say by how many.' })
  .openapi('StockChange');

export const PicturesArranged = z
  .object({ pictures: z.array(z.object({ file: z.string().max(120), alt: cleaned(300) })).max(4) })
  .openapi('PicturesArranged');

export const PieceHistory = z
  .object({
    entries: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        /** Who of the staff; nobody where a shopper's order did it. */
        by: z.string().nullable(),
        words: z.string(),
      }),
    ),
  })
  .openapi('PieceHistory');
export type PieceHistory = z.infer<typeof PieceHistory>;
