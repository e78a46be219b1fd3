import { z } from '@hono/zod-openapi';
import { cleaned, Measure, ProductImage, TextileAttributes } from '../../catalogue/contract.ts';
import { ListQuery, listOf } from '../layout/contract.ts';

/** Blank is nothing. */
const short = cleaned(80).nullable();

const notAPrice = 'Please write rupees, such as 9800 or 1999.50.';
const Rupees = z
  .number(notAPrice)
  .min(0, notAPrice)
  .max(10_000_000, 'At most ₹1,00,00,000.')
  .refine((rupees) => Math.abs(Math.round(rupees * 100) / 100 - rupees) < 1e-9, notAPrice);

const Quantity = z.number('Please write a whole number.').int().min(0).max(9999);

/** A piece as the editor sends it. `category` is its id; sizes that stand already come with their `id`. */
export const ProductFieldsInput = z
  .strictObject({
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
    attributes: TextileAttributes,
    sizes: z
      .array(
        z.strictObject({
          id: z.string().max(120).optional(),
          label: cleaned(20).nullable(),
          /** The first stock of a new size; that of the others is changed by itself. */
          quantity: Quantity.optional(),
        }),
      )
      .min(1, 'Please name at least one size.')
      .max(20, 'Twenty sizes at most.'),
  })
  .openapi('ProductFieldsInput');
export type ProductFieldsInput = z.infer<typeof ProductFieldsInput>;

export const NewProductInput = ProductFieldsInput.extend({
  /** Its number, where the shop's own proposal is not wanted. */
  id: cleaned(30)
    .regex(/^([A-Za-z0-9]+(-[A-Za-z0-9]+)*)?$/, 'A number has letters, digits and single hyphens.')
    .optional(),
}).openapi('NewProductInput');
export type NewProductInput = z.infer<typeof NewProductInput>;

const version = z.number().int().min(0);

export const EditProductInput = ProductFieldsInput.extend({
  /** What the editor had seen when it began. */
  version,
}).openapi('EditProductInput');
export type EditProductInput = z.infer<typeof EditProductInput>;

const state = z.enum(['live', 'draft', 'archived']);
export const ProductStateInput = z.strictObject({ version, state }).openapi('ProductStateInput');

export const AdminVariant = z.object({
  id: z.string(),
  label: z.string().nullable(),
  onHand: z.number().int(),
  /** How many of those are put aside for somebody who is paying. */
  held: z.number().int(),
  /** Units that any customer can buy. */
  available: z.number().int(),
});
export type AdminVariant = z.infer<typeof AdminVariant>;

/** A piece as the staff see it. */
export const AdminProduct = z
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
    attributes: TextileAttributes.extend({ measures: z.array(Measure), countryOfOrigin: z.string() }),
    sizes: z.array(AdminVariant),
    images: z.array(ProductImage),
    video: z.string().nullable(),
    createdAt: z.string(),
  })
  .openapi('AdminProduct');
export type AdminProduct = z.infer<typeof AdminProduct>;

export const ProductRow = z
  .object({
    id: z.string(),
    name: z.string(),
    categoryName: z.string(),
    state,
    price: z.number(),
    mrp: z.number().nullable(),
    image: ProductImage.nullable(),
    sizes: z.array(AdminVariant),
  })
  .openapi('ProductRow');
export type ProductRow = z.infer<typeof ProductRow>;

export const ProductsQuery = ListQuery.extend({
  category: z.string().max(80).optional(),
  state: state.optional(),
  stock: z.enum(['in', 'low', 'out']).optional(),
});

export const ProductList = listOf(ProductRow)
  .extend({ categories: z.array(z.object({ id: z.string(), name: z.string() })) })
  .openapi('ProductList');
export type ProductList = z.infer<typeof ProductList>;

/** What the editor offers to choose from. */
export const UsedLabels = z
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
  .openapi('UsedLabels');
export type UsedLabels = z.infer<typeof UsedLabels>;

export const ProposedNumber = z.object({ id: z.string() }).openapi('ProposedNumber');

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

export const AdjustStockInput = z
  .strictObject({
    /** Of which size. */
    size: z.string().max(120),
    change: z.number('Please write a whole number.').int().min(-9999).max(9999),
    reason: z.enum(stockReasons, 'Please say why.'),
  })
  .refine(({ change }) => change !== 0, { path: ['change'], error: 'Please say by how many.' })
  .openapi('AdjustStockInput');

export const ArrangeImagesInput = z
  .strictObject({
    images: z.array(z.strictObject({ file: z.string().max(120), alt: cleaned(300) })).max(4),
  })
  .openapi('ArrangeImagesInput');

export const ProductHistory = z
  .object({
    entries: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        /** Who of the staff; nobody where a shopper's order did it. */
        author: z.string().nullable(),
        text: z.string(),
      }),
    ),
  })
  .openapi('ProductHistory');
export type ProductHistory = z.infer<typeof ProductHistory>;
