import { z } from '@hono/zod-openapi';
import { problem } from '../foundation/http/problem.ts';
import { type FieldName, type NumberFieldName, productFields } from './product-fields.ts';

/** Rupees on the wire, as a JSON number; at most two decimals. */
const Rupees = z.number().min(0);

/** Display of a category's products: on one rod without gaps (`hung`), or with gaps (`flat`). */
export const display = ['hung', 'flat'] as const;
export type Display = (typeof display)[number];

/** The woven edges that the design has. */
const selvedges = ['temple', 'rosette', 'ikat', 'wave'] as const;
export type Selvedge = (typeof selvedges)[number];

export const Category = z
  .object({
    _id: z.string(),
    name: z.string(),
    img: z.string().nullable(),
    /** Path to which the category's entry leads: that of its slug, unless the owner has set another one. */
    link: z.string(),
    slug: z.string(),
    intro: z.string(),
    /** A Hindi companion word; decoration. */
    word: z.string(),
    display: z.enum(display),
    selvedge: z.enum(selvedges),
    /** Number of its published products. */
    pieces: z.number().int(),
  })
  .openapi('Category');
export type Category = z.infer<typeof Category>;

export const ProductImage = z.object({
  file: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  /** The image's mean colour as `#rrggbb`, shown until it has loaded. */
  colour: z.string(),
  alt: z.string(),
});
export type ProductImage = z.infer<typeof ProductImage>;

export const Size = z.object({
  /** Identifies the variant in the cart. */
  id: z.string(),
  /** `null` for the only variant of a product without sizes. */
  label: z.string().nullable(),
  quantity: z.number().int(),
  /** As {@link Product.heldUntil}, of this size. Without it, a size without units is sold out. */
  heldUntil: z.string().optional(),
});
export type Size = z.infer<typeof Size>;

/** Measures of a part of a product in centimetres, such as a kurta's length, or a dupatta's length and width. */
export const Measure = z.object({
  part: z.string(),
  cm: z.number().positive(),
  byCm: z.number().positive().optional(),
});
export type Measure = z.infer<typeof Measure>;

const notText = 'Please write this as text.';
/** A text that staff write, trimmed. */
export const cleaned = (max: number) =>
  z
    .string(notText)
    .overwrite((value) => value.replaceAll('\0', '').trim())
    .max(max, `Please use at most ${max} characters.`);

/** Returns the schemas of the fields in `product-fields.ts`. */
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

/** Facts about the cloth that staff enter. The description's `Label: value` lines are made from them. */
export const TextileAttributes = z.strictObject({
  ...fieldSchemas(),
  measures: z
    .array(
      Measure.extend({
        part: cleaned(40).min(1, 'Please name the part.'),
        cm: z.number('Please write centimetres.').positive().max(10_000),
        byCm: z.number('Please write centimetres.').positive().max(10_000).optional(),
      }).strict(),
    )
    .max(8, 'Eight measures at most.')
    .default([]),
  hsn: cleaned(8)
    .regex(/^(\d{4}|\d{6}|\d{8})?$/, 'An HSN has 4, 6 or 8 digits.')
    .optional(),
  countryOfOrigin: cleaned(60).default('India'),
});
export type TextileAttributes = z.infer<typeof TextileAttributes>;

const file = z.string().nullable();
const name = z.string().nullable();

/** A product. The fields up to `craft4` are specified; the shop adds the others. */
export const Product = z
  .object({
    _id: z.string(),
    id: z.string(),
    proId: z.string(),
    productName: z.string(),
    catName: z.string(),
    price: Rupees,
    mrp: Rupees.nullable(),
    /** Available units of all sizes. */
    quantity: z.number().int(),
    /** Lines of the form `Label: value`. */
    description: z.string(),
    img1: file,
    img2: file,
    img3: file,
    img4: file,
    video: file,
    createdAt: z.string(),
    /** The mean of the ratings, 1 to 5, or `null` without ratings. */
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
    /** True while the last units are held for shoppers who are paying; absent otherwise. */
    beingBought: z.boolean().optional(),
    /** While `beingBought`: the time at which the first of these holds ends, unless it is renewed. */
    heldUntil: z.string().optional(),
    /** False if the product can be returned only if it is faulty or not what was ordered; absent otherwise. */
    returnable: z.boolean().optional(),
    /** False if the product cannot be cancelled once ordered; absent otherwise. */
    cancellable: z.boolean().optional(),
  })
  .openapi('Product');
export type Product = z.infer<typeof Product>;

/** The filter dimensions, by their names on the wire and in the URL. */
export type Dimension = 'craft' | 'fabric' | 'color' | 'price' | 'type' | 'pattern' | 'availability';

/** One choice of a filter: its value in the URL, and the number of products that choosing it would show. */
export type FacetValue = {
  value: string;
  label: string;
  count: number;
  /** A colour shown beside the label, in the colour filter. */
  swatch?: string | undefined;
};

export type Facet = { dimension: Dimension; title: string; values: FacetValue[] };

export const MenuEntry = z.object({ name: z.string(), count: z.number().int(), img: z.string().nullable() });
export type MenuEntry = z.infer<typeof MenuEntry>;

/** The menus: the distinct crafts and fabrics of all published products, with their counts. */
export const Facets = z.object({ crafts: z.array(MenuEntry), fabrics: z.array(MenuEntry) }).openapi('Facets');
export type Facets = z.infer<typeof Facets>;

/** `featured` is the owner's order, then the newest. */
export const sorts = ['featured', 'price-asc', 'price-desc', 'newest'] as const;
export type Sort = (typeof sorts)[number];

/** Chosen values by dimension. A product must match one value of each dimension. */
export type Filters = Partial<Record<Dimension, string[]>>;

/** One screen of a listing. */
export type Listing = {
  products: Product[];
  /** Number of products that match the filters. */
  total: number;
  /** Number of products of the listing without filters. */
  unfilteredTotal: number;
  facets: Facet[];
};

/** Published products with few units or none: how many there are, and those with the fewest units. */
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
export const ReservedName = problem('reserved-name', 409, 'A screen of the shop already has that address.');
export const InvalidProduct = problem('invalid-product', 400, 'Something of this piece is not right yet.');
export const NumberInUse = problem('number-taken', 409, 'Another piece has this number already.');
export const ProductChanged = problem(
  'changed-meanwhile',
  409,
  'Somebody else has changed this piece meanwhile. Please look at it again before you save.',
);
export const NotReadyToPublish = problem(
  'not-ready',
  409,
  'The piece cannot stand in the shop yet: something is missing.',
);
export const SizeInUse = problem(
  'size-in-use',
  409,
  'Somebody has ordered this size or is paying for it, so it stays. Set its stock to 0: it then shows as sold out.',
);
export const TooManyImages = problem(
  'too-many-images',
  409,
  'A piece has four pictures at most. Please take one away first.',
);
export const NoSuchImage = problem(
  'no-such-image',
  404,
  'The piece has no such picture any more. Please look at it again.',
);
