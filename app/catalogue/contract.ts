import { z } from '@hono/zod-openapi';
import { problem } from '../foundation/http/problem.ts';
import { type FieldName, type NumberFieldName, productFields } from './product-fields.ts';

/** Amount in rupees in API requests and responses: a JSON number with at most two decimals. */
const Rupees = z.number().min(0);

/** Layout of a category's product images: on one rod without gaps (`hung`), or with gaps (`flat`). */
export const display = ['hung', 'flat'] as const;
export type Display = (typeof display)[number];

/** The woven borders that the design can draw. */
const selvedges = ['temple', 'rosette', 'ikat', 'wave'] as const;
export type Selvedge = (typeof selvedges)[number];

export const Category = z
  .object({
    _id: z.string(),
    name: z.string(),
    img: z.string().nullable(),
    /** Path of the category's menu entry: the path of its slug, unless the owner has set another path. */
    link: z.string(),
    slug: z.string(),
    intro: z.string(),
    /** A Hindi word shown beside the name as decoration. */
    word: z.string(),
    display: z.enum(display),
    selvedge: z.enum(selvedges),
    pieces: z.number().int(),
  })
  .openapi('Category');
export type Category = z.infer<typeof Category>;

export const ProductImage = z.object({
  file: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  /** The image's mean colour as `#rrggbb`, shown until the image has loaded. */
  colour: z.string(),
  alt: z.string(),
});
export type ProductImage = z.infer<typeof ProductImage>;

export const Size = z.object({
  /** Id of the variant, used in the cart. */
  id: z.string(),
  /** The size; `null` for the only variant of a product without sizes. */
  label: z.string().nullable(),
  quantity: z.number().int(),
  /**
   * Time at which the first stock hold of this size ends, as in {@link Product.heldUntil}. If absent, a size without units is
   * sold out.
   */
  heldUntil: z.string().optional(),
});
export type Size = z.infer<typeof Size>;

/** A variant with the numbers of units that only staff see. */
export const StaffVariant = z.object({
  id: z.string(),
  label: z.string().nullable(),
  onHand: z.number().int(),
  /** Units on hand that are held for a payment in progress. */
  held: z.number().int(),
  /** Units that any customer can buy. */
  available: z.number().int(),
});
export type StaffVariant = z.infer<typeof StaffVariant>;

/** Measures of one part of a product in centimetres: for example a kurta's length, or a dupatta's length and width. */
export const Measure = z.object({
  part: z.string(),
  cm: z.number().positive(),
  byCm: z.number().positive().optional(),
});
export type Measure = z.infer<typeof Measure>;

const notText = 'Please write this as text.';
/** Schema of a text that staff write. Trims the text. */
export const cleaned = (max: number) =>
  z
    .string(notText)
    .overwrite((value) => value.replaceAll('\0', '').trim())
    .max(max, `Please use at most ${max} characters.`);

function fieldSchemas(): {
  [K in FieldName]: z.ZodOptional<K extends NumberFieldName ? z.ZodNumber : z.ZodString>;
};
function fieldSchemas(): Record<string, z.ZodOptional> {
  return Object.fromEntries(
    Object.entries(productFields).map(([name, { unit, max }]) => {
      const notWhole = `Please write whole ${unit}.`;
      const number = z.number(notWhole).int(notWhole).positive(notWhole).max(max, notWhole);
      return [name, (unit ? number : cleaned(max)).optional()];
    }),
  );
}

/** Facts about the cloth that staff enter. The description's `Label: value` lines are generated from these fields. */
export const TextileAttributes = z.strictObject({
  ...fieldSchemas(),
  measures: z
    .array(
      Measure.extend({
        part: cleaned(40).min(1, 'Please name the measured part of the product.'),
        cm: z.number('Please write a number of centimetres.').positive().max(10_000),
        byCm: z.number('Please write a number of centimetres.').positive().max(10_000).optional(),
      }).strict(),
    )
    .max(8, 'Please enter at most eight measurements.')
    .default([]),
  hsn: cleaned(8)
    .regex(/^(\d{4}|\d{6}|\d{8})?$/, 'An HSN has 4, 6 or 8 digits.')
    .optional(),
  countryOfOrigin: cleaned(60).default('India'),
});
export type TextileAttributes = z.infer<typeof TextileAttributes>;

const file = z.string().nullable();
const name = z.string().nullable();

/** A product. The specification defines the fields up to `craft4`; the other fields are additions of this shop. */
export const Product = z
  .object({
    _id: z.string(),
    id: z.string(),
    proId: z.string(),
    productName: z.string(),
    catName: z.string(),
    price: Rupees,
    mrp: Rupees.nullable(),
    /** Available units, summed over all sizes. */
    quantity: z.number().int(),
    /** The description. Each line has the form `Label: value`. */
    description: z.string(),
    img1: file,
    img2: file,
    img3: file,
    img4: file,
    video: file,
    createdAt: z.string(),
    /** Mean of the ratings, from 1 to 5; `null` if there are no ratings. */
    rating: z.number().nullable(),
    color: name,
    type: name,
    pattern: name,
    fabric: name,
    fabric1: name,
    fabric2: name,
    fabric3: name,
    fabric4: name,
    craft: name,
    craft1: name,
    craft2: name,
    craft3: name,
    craft4: name,

    /** The canonical path of the product's page. */
    url: z.string(),
    sizes: z.array(Size),
    ratings: z.number().int(),
    pictures: z.array(ProductImage).max(4),
    place: z.string().nullable(),
    countryOfOrigin: z.string(),
    loomDays: z.number().int().nullable(),
    selvedge: z.enum(selvedges),
    display: z.enum(display),
    /** True while the last units are held for shoppers who are paying. Absent otherwise. */
    beingBought: z.boolean().optional(),
    /**
     * Time at which the first of these stock holds ends, unless the hold is renewed. Present only while `beingBought` is true.
     */
    heldUntil: z.string().optional(),
    /** False if customers can return the product only if it is faulty or not what they ordered. Absent otherwise. */
    returnable: z.boolean().optional(),
    /** False if customers cannot cancel the product after they have ordered it. Absent otherwise. */
    cancellable: z.boolean().optional(),
  })
  .openapi('Product');
export type Product = z.infer<typeof Product>;

/** The filter dimensions. The API and the URL use these names. */
export type Dimension = 'craft' | 'fabric' | 'color' | 'price' | 'type' | 'pattern' | 'availability';

/** One value of a filter: the value in the URL, and the number of products that the listing would show with it. */
export type FacetValue = {
  value: string;
  label: string;
  count: number;
  /** The swatch beside the label in the colour filter. */
  swatch?: string | undefined;
};

export type Facet = { dimension: Dimension; title: string; values: FacetValue[] };

export const MenuEntry = z.object({ name: z.string(), count: z.number().int(), img: z.string().nullable() });
export type MenuEntry = z.infer<typeof MenuEntry>;

/** The entries of the menus: the distinct crafts and fabrics of all published products, with their numbers of products. */
export const Facets = z.object({ crafts: z.array(MenuEntry), fabrics: z.array(MenuEntry) }).openapi('Facets');
export type Facets = z.infer<typeof Facets>;

/** `featured` is the owner's order. Products with the same position are sorted by age, the newest first. */
export const sorts = ['featured', 'price-asc', 'price-desc', 'newest'] as const;
export type Sort = (typeof sorts)[number];

/** Chosen values by dimension. A product must match at least one value of each dimension that has chosen values. */
export type Filters = Partial<Record<Dimension, string[]>>;

export type Listing = {
  products: Product[];
  /** Number of products that match the filters. */
  total: number;
  /** Number of products of the listing without filters. */
  unfilteredTotal: number;
  facets: Facet[];
};

/** The numbers of published products with few units and without units, and the products with the fewest units. */
export const LowStock = z.object({
  lowStockCount: z.number().int(),
  soldOutCount: z.number().int(),
  lowStock: z.array(
    z.object({ id: z.string(), name: z.string(), file: z.string().nullable(), left: z.number().int() }),
  ),
});
export type LowStock = z.infer<typeof LowStock>;

export const NoSuchProduct = problem('no-such-product', 404, 'We have no piece by that number.');
export const NoSuchCategory = problem('no-such-category', 404, 'We have no category by that name.');
export const NoSuchCraft = problem(
  'no-such-craft',
  404,
  'None of our pieces is made by a craft of that name.',
);
export const NoSuchFabric = problem(
  'no-such-fabric',
  404,
  'None of our pieces is made of a fabric of that name.',
);
export const ReservedName = problem('reserved-name', 409, 'A page of the shop already has this address.');
export const InvalidProduct = problem(
  'invalid-product',
  400,
  'Please check the marked fields of this product.',
);
export const NumberInUse = problem('number-taken', 409, 'Another product already has this number.');
export const ProductChanged = problem(
  'changed-meanwhile',
  409,
  'Someone else has changed this product in the meantime. Please check their changes before you save.',
);
export const NotReadyToPublish = problem(
  'not-ready',
  409,
  'This product cannot be published yet, because something is missing.',
);
export const SizeInUse = problem(
  'size-in-use',
  409,
  'This size is in an order or is being paid for, so it cannot be removed. Set its stock to 0 to show it as sold out.',
);
export const TooManyImages = problem(
  'too-many-images',
  409,
  'A product can have up to four pictures. Please remove one first.',
);
export const NoSuchImage = problem(
  'no-such-image',
  404,
  'This picture no longer exists. Please reload the product.',
);
