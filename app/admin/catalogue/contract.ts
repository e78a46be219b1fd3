import { z } from '@hono/zod-openapi';
import { cleaned, TextileAttributes } from '../../catalogue/contract.ts';
import { ProductLabels, ProductRow, ProductState } from '../../catalogue/for-staff/contract.ts';
import { problem } from '../../foundation/http/problem.ts';
import { ListQuery, listOf } from '../layout/contract.ts';

const short = cleaned(80).nullable();

const notAPrice = 'Please write a price in rupees, such as 9800 or 1999.50.';
const Rupees = z
  .number(notAPrice)
  .min(0, notAPrice)
  .max(10_000_000, 'Please write a price of at most ₹1,00,00,000.')
  .refine((rupees) => Math.abs(Math.round(rupees * 100) / 100 - rupees) < 1e-9, notAPrice);

const Quantity = z.number('Please write a whole number.').int().min(0).max(9999);

/** A product as the editor sends it. `category` is a category's id. Existing sizes have an `id`, new ones have none. */
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
    crafts: z.array(cleaned(60).min(1)).max(5, 'Please choose at most five crafts.'),
    fabrics: z.array(cleaned(60).min(1)).max(5, 'Please choose at most five fabrics.'),
    attributes: TextileAttributes,
    /** `returnable` and `cancellable` are null if the category's rule applies. */
    returnable: z.boolean().nullable().default(null),
    cancellable: z.boolean().nullable().default(null),
    sizes: z
      .array(
        z.strictObject({
          id: z.string().max(120).optional(),
          label: cleaned(20).nullable(),
          /** Initial stock of a new size. */
          quantity: Quantity.optional(),
        }),
      )
      .min(1, 'Please add at least one size.')
      .max(20, 'Please add at most twenty sizes.'),
  })
  .openapi('ProductFieldsInput');
export type ProductFieldsInput = z.infer<typeof ProductFieldsInput>;

export const NewProductInput = ProductFieldsInput.extend({
  /** Product number. By default the next number of the category. */
  id: cleaned(30)
    .regex(
      /^([A-Za-z0-9]+(-[A-Za-z0-9]+)*)?$/,
      'Please use only letters, digits and single hyphens, such as TB-SAR-001.',
    )
    .optional(),
}).openapi('NewProductInput');
export type NewProductInput = z.infer<typeof NewProductInput>;

/** Version of the product that the editor has loaded. */
const version = z.number().int().min(0);

export const EditProductInput = ProductFieldsInput.extend({ version }).openapi('EditProductInput');

export const ProductStateInput = z
  .strictObject({ version, state: ProductState })
  .openapi('ProductStateInput');

export const ProductsQuery = ListQuery.extend({
  category: z.string().max(80).optional(),
  state: ProductState.optional(),
  stock: z.enum(['in', 'low', 'out']).optional(),
});

export type ProductsQuery = z.infer<typeof ProductsQuery>;

export const ProductList = listOf(ProductRow)
  .extend({ categories: z.array(z.object({ id: z.string(), name: z.string() })) })
  .openapi('ProductList');
export type ProductList = z.infer<typeof ProductList>;

/** Labels that the editor suggests, and the data for its advice on tax and stock. */
export const UsedLabels = ProductLabels.extend({
  /** GST rates. Each is a `TaxRate` of `pricing/tax.ts`. */
  rates: z.array(
    z.object({
      hsnPrefix: z.string(),
      rate: z.number().int(),
      abovePaise: z.number().int().nullable(),
      upToPaise: z.number().int().nullable(),
      from: z.string(),
    }),
  ),
  /** Date in India's time zone. */
  today: z.string(),
  lowStockAt: z.number().int(),
}).openapi('UsedLabels');
export type UsedLabels = z.infer<typeof UsedLabels>;

export const ProposedNumber = z.object({ id: z.string() }).openapi('ProposedNumber');

/** Reasons for a stock change that staff can choose, as the database stores them. */
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
    size: z.string().max(120),
    change: z.number('Please write a whole number.').int().min(-9999).max(9999),
    reason: z.enum(stockReasons, 'Please choose a reason.'),
  })
  .refine(({ change }) => change !== 0, {
    path: ['change'],
    error: 'Please enter how many units to add or remove.',
  })
  .openapi('AdjustStockInput');
export type AdjustStockInput = z.infer<typeof AdjustStockInput>;

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
        /** Email address of the staff member who made the change. Null for stock changes by orders and imports. */
        author: z.string().nullable(),
        text: z.string(),
      }),
    ),
  })
  .openapi('ProductHistory');
export type ProductHistory = z.infer<typeof ProductHistory>;

export const NoSuchSize = problem(
  'no-such-size',
  404,
  'This product no longer has this size. Please reload the page.',
);
