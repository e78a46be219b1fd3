import { z } from '@hono/zod-openapi';
import { Measure, ProductImage, StaffVariant, TextileAttributes } from '../contract.ts';

/** Published (`live`), not yet published (`draft`), or removed from the lists (`archived`). */
export const ProductState = z.enum(['live', 'draft', 'archived']);
export type ProductState = z.infer<typeof ProductState>;

/** A product as the staff see it, drafts and archived products included. Prices in rupees. */
export const AdminProduct = z
  .object({
    id: z.string(),
    version: z.number().int().min(0),
    state: ProductState,
    name: z.string(),
    category: z.string(),
    categoryName: z.string(),
    /** Path of the product's page. The page exists only while the product is live. */
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
    sizes: z.array(StaffVariant),
    images: z.array(ProductImage),
    video: z.string().nullable(),
    /** True or false overrides the category's setting. Null uses the category's setting. The same is true for `cancellable`. */
    returnable: z.boolean().nullable(),
    cancellable: z.boolean().nullable(),
    createdAt: z.string(),
  })
  .openapi('AdminProduct');
export type AdminProduct = z.infer<typeof AdminProduct>;

export const ProductRow = z
  .object({
    id: z.string(),
    name: z.string(),
    categoryName: z.string(),
    state: ProductState,
    price: z.number(),
    mrp: z.number().nullable(),
    image: ProductImage.nullable(),
    sizes: z.array(StaffVariant),
  })
  .openapi('ProductRow');
export type ProductRow = z.infer<typeof ProductRow>;

/**
 * Labels that staff can choose for a product. Categories are in the owner's order, crafts and fabrics in alphabetical order. The
 * other labels are sorted by use, the most used first.
 */
export const ProductLabels = z.object({
  categories: z.array(z.object({ id: z.string(), name: z.string() })),
  crafts: z.array(z.string()),
  fabrics: z.array(z.string()),
  types: z.array(z.string()),
  patterns: z.array(z.string()),
  colours: z.array(z.object({ name: z.string(), family: z.string().nullable() })),
  places: z.array(z.object({ name: z.string(), region: z.string().nullable() })),
  hsns: z.array(z.string()),
});
export type ProductLabels = z.infer<typeof ProductLabels>;
