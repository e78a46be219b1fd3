import { z } from '@hono/zod-openapi';
import { anyone, endpoint, router } from '../foundation/http/endpoint.server.ts';
import type { ProblemType } from '../foundation/http/problem.ts';
import { listCategories, listProducts, readCategory, readProduct } from './catalogue.server.ts';
import {
  Category,
  Facets,
  NoSuchCategory,
  NoSuchCraft,
  NoSuchFabric,
  NoSuchProduct,
  Product,
  sorts,
} from './contract.ts';
import { maxValues, normalizeValues } from './listing/filters.ts';
import { filterProducts } from './listing/listing.server.ts';
import { readLabel, readMenus } from './menus.server.ts';
import { availabilityOf } from './rules.ts';
import { searchProducts } from './search/search.server.ts';

const maxProducts = 500;

/** Accepts digits only: `Number` would also parse an empty text, `0x10` and `1e3`. */
const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'A whole number, please.')
  .transform(Number);

const limitTo = (max: number) =>
  wholeNumber.pipe(z.number().min(1, 'At least 1, please.').max(max, `At most ${max} at a time, please.`));

const ProductsQuery = z.object({
  limit: limitTo(maxProducts).default(maxProducts),
  offset: wholeNumber.pipe(z.number().max(1_000_000, 'That is past the end.')).default(0),
  sort: z.enum(sorts, `One of ${sorts.join(', ')}, please.`).default('featured'),
});

const named = (text: string) => z.string(text).trim().min(1, text).max(120, 'That is too long.');

/**
 * Reads a parameter with several values, either as `a,b` or as a repeated parameter. A value that contains a comma must be sent
 * as a repeated parameter. The number of values is limited, because each value costs a comparison.
 */
const values = z
  .union([
    z
      .string()
      .max(1000, 'That is too long.')
      .transform((text) => text.split(',')),
    z.array(z.string().max(200, 'That is too long.')),
  ])
  .transform(normalizeValues)
  .pipe(z.array(z.string()).max(maxValues, `At most ${maxValues} at a time, please.`));

const choices = values.optional();

const stock = values
  .refine((chosen) => chosen.every(availabilityOf), '“In stock” or “Out of stock”, please.')
  .optional();

const FilterQuery = z.object({
  catName: named('Which category, please?'),
  color: choices,
  fabric: choices,
  type: choices,
  craft: choices,
  pattern: choices,
  availability: stock,
  limit: limitTo(maxProducts).default(maxProducts),
});

const Products = z.array(Product);

const listOfLabel = (id: string, kind: 'craft' | 'fabric', NoSuchLabel: ProblemType) =>
  endpoint({
    id,
    method: 'get',
    path: `/product/${kind}/{value}`,
    summary: `List the products of a ${kind}`,
    access: anyone,
    params: z.object({ value: named(`Which ${kind}, please?`) }),
    response: Products,
    problems: [NoSuchLabel],
    async run({ shop, params }) {
      const { name } = await readLabel(shop, kind, params.value);
      return filterProducts(shop, { kind, name }, {}, maxProducts);
    },
  });

export const catalogueEndpoints = router('Catalogue', [
  endpoint({
    id: 'listCategories',
    method: 'get',
    path: '/category/get-all',
    summary: 'List all categories, in the owner’s order',
    access: anyone,
    response: z.array(Category),
    run: ({ shop }) => listCategories(shop),
  }),
  endpoint({
    id: 'listProducts',
    method: 'get',
    path: '/product/get-all',
    summary: 'List the products',
    description:
      '`X-Total-Count` is the number of products on all pages; `Link` has the address of the next page.',
    access: anyone,
    query: ProductsQuery,
    response: Products,
    async run({ shop, query: { sort, limit, offset }, c }) {
      const { products, total } = await listProducts(shop, { sort, limit, offset });
      c.header('X-Total-Count', String(total));
      if (offset + limit < total) {
        const next = `/api/product/get-all?sort=${sort}&limit=${limit}&offset=${offset + limit}`;
        c.header('Link', `<${next}>; rel="next"`);
      }
      return products;
    },
  }),
  endpoint({
    id: 'listProductsOfCategory',
    method: 'get',
    path: '/product/catName/{name}',
    summary: 'List the products of a category, by its name or slug',
    access: anyone,
    params: z.object({ name: named('Which category, please?') }),
    response: Products,
    problems: [NoSuchCategory],
    async run({ shop, params }) {
      const category = await readCategory(shop, params.name);
      return filterProducts(shop, { kind: 'category', id: category._id }, {}, maxProducts);
    },
  }),
  listOfLabel('listProductsOfFabric', 'fabric', NoSuchFabric),
  listOfLabel('listProductsOfCraft', 'craft', NoSuchCraft),
  endpoint({
    id: 'filterProducts',
    method: 'get',
    path: '/product/filter',
    summary: 'List the products of a category that match the filters',
    description:
      'Products match at least one value of each parameter. A value matches if the field contains it, ignoring case.',
    access: anyone,
    query: FilterQuery,
    response: Products,
    problems: [NoSuchCategory],
    async run({ shop, query: { catName, limit, ...filters } }) {
      const category = await readCategory(shop, catName);
      return filterProducts(shop, { kind: 'category', id: category._id }, filters, limit);
    },
  }),
  endpoint({
    id: 'getProduct',
    method: 'get',
    path: '/product/get-single/{id}',
    summary: 'Read one product, by its number',
    access: anyone,
    params: z.object({ id: named('Which piece, please?').max(64, 'That is too long.') }),
    response: Product,
    problems: [NoSuchProduct],
    run: ({ shop, params }) => readProduct(shop, params.id),
  }),
  endpoint({
    id: 'searchProducts',
    method: 'get',
    path: '/product/search',
    summary: 'Search the products, best match first',
    access: anyone,
    query: z.object({
      query: named('What are you looking for ?'),
      limit: limitTo(100).default(24),
    }),
    response: Products,
    run: ({ shop, query: { query, limit } }) => searchProducts(shop, query, limit),
  }),
  endpoint({
    id: 'listFacets',
    method: 'get',
    path: '/product/facets',
    summary: 'List the crafts and fabrics of the menus, with their counts',
    access: anyone,
    response: Facets,
    run: ({ shop }) => readMenus(shop),
  }),
]);
