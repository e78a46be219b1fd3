import { createRoute, z } from '@hono/zod-openapi';
import { createRouter, errorResponses, respond } from '../foundation/http/http.server.ts';
import { listCategories, listProducts, readCategory, readProduct } from './catalogue.server.ts';
import { Category, Facets, Product, sorts } from './contract.ts';
import { distinct, mostValues } from './listing/filters.ts';
import { filterProducts } from './listing/listing.server.ts';
import { readCraft, readFabric, readMenus } from './menus.server.ts';
import { availabilityOf } from './rules.ts';
import { searchProducts } from './search/search.server.ts';

const tags = ['Catalogue'];

/** The most pieces that one call answers. */
const mostProducts = 500;

/** Digits only: `Number` would also read an empty text, `0x10` and `1e3`. */
const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'A whole number, please.')
  .transform(Number);

const limitTo = (most: number) =>
  wholeNumber.pipe(z.number().min(1, 'At least 1, please.').max(most, `At most ${most} at a time, please.`));

const Window = z.object({
  limit: limitTo(mostProducts).default(mostProducts),
  offset: wholeNumber.pipe(z.number().max(1_000_000, 'That is past the end.')).default(0),
  sort: z.enum(sorts, `One of ${sorts.join(', ')}, please.`).default('featured'),
});

const named = (text: string) => z.string(text).trim().min(1, text).max(120, 'That is too long.');

/**
 * `a,b` and repeated parameters alike; a value that carries a comma itself comes as a repeated parameter. Each value
 * is a condition for every piece to be held against, so there are at most as many as an address may have.
 */
const values = z
  .union([
    z
      .string()
      .max(1000, 'That is too long.')
      .transform((text) => text.split(',')),
    z.array(z.string().max(200, 'That is too long.')),
  ])
  .transform(distinct)
  .pipe(z.array(z.string()).max(mostValues, `At most ${mostValues} at a time, please.`));

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
  limit: limitTo(mostProducts).default(mostProducts),
});

const products = respond('Pieces', z.array(Product));

export const catalogue = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/category/get-all',
      tags,
      summary: 'All categories',
      responses: { 200: respond('Categories, in the owner’s order', z.array(Category)) },
    }),
    async (c) => c.json(await listCategories(c.get('shop')), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/product/get-all',
      tags,
      summary: 'All pieces, or a window on them',
      description: 'The header `X-Total-Count` tells how many there are; `Link` leads to the next window.',
      request: { query: Window },
      responses: { 200: products, 400: errorResponses[400] },
    }),
    async (c) => {
      const { sort, limit, offset } = c.req.valid('query');
      const { products, total } = await listProducts(c.get('shop'), { sort, limit, offset });
      c.header('X-Total-Count', String(total));
      if (offset + limit < total) {
        c.header(
          'Link',
          `</api/product/get-all?sort=${sort}&limit=${limit}&offset=${offset + limit}>; rel="next"`,
        );
      }
      return c.json(products, 200);
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/product/catName/{name}',
      tags,
      summary: 'The pieces of a category, by its name or slug',
      request: { params: z.object({ name: named('Which category, please?') }) },
      responses: { 200: products, 400: errorResponses[400], 404: errorResponses[404] },
    }),
    async (c) => {
      const category = await readCategory(c.get('shop'), c.req.valid('param').name);
      return c.json(
        await filterProducts(c.get('shop'), { kind: 'category', id: category._id }, {}, mostProducts),
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/product/fabric/{value}',
      tags,
      summary: 'The pieces of a fabric',
      request: { params: z.object({ value: named('Which fabric, please?') }) },
      responses: { 200: products, 400: errorResponses[400], 404: errorResponses[404] },
    }),
    async (c) => {
      const { name } = await readFabric(c.get('shop'), c.req.valid('param').value);
      return c.json(await filterProducts(c.get('shop'), { kind: 'fabric', name }, {}, mostProducts), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/product/craft/{value}',
      tags,
      summary: 'The pieces of a craft',
      request: { params: z.object({ value: named('Which craft, please?') }) },
      responses: { 200: products, 400: errorResponses[400], 404: errorResponses[404] },
    }),
    async (c) => {
      const { name } = await readCraft(c.get('shop'), c.req.valid('param').value);
      return c.json(await filterProducts(c.get('shop'), { kind: 'craft', name }, {}, mostProducts), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/product/filter',
      tags,
      summary: 'The pieces of a category that fit the chosen values',
      description:
        'Any value within one parameter, every parameter; values are contained, whatever the case.',
      request: { query: FilterQuery },
      responses: { 200: products, 400: errorResponses[400], 404: errorResponses[404] },
    }),
    async (c) => {
      const { catName, limit, ...filters } = c.req.valid('query');
      const category = await readCategory(c.get('shop'), catName);
      return c.json(
        await filterProducts(c.get('shop'), { kind: 'category', id: category._id }, filters, limit),
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/product/get-single/{id}',
      tags,
      summary: 'One piece, by its number',
      request: { params: z.object({ id: named('Which piece, please?').max(64, 'That is too long.') }) },
      responses: { 200: respond('The piece', Product), 400: errorResponses[400], 404: errorResponses[404] },
    }),
    async (c) => c.json(await readProduct(c.get('shop'), c.req.valid('param').id), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/product/search',
      tags,
      summary: 'The pieces that fit what somebody typed, best first',
      request: {
        query: z.object({
          query: named('What are you looking for ?'),
          limit: limitTo(100).default(24),
        }),
      },
      responses: { 200: products, 400: errorResponses[400] },
    }),
    async (c) => {
      const { query, limit } = c.req.valid('query');
      return c.json(await searchProducts(c.get('shop'), query, limit), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/product/facets',
      tags,
      summary: 'The crafts and fabrics of the menus',
      responses: { 200: respond('Crafts and fabrics with their counts', Facets) },
    }),
    async (c) => c.json(await readMenus(c.get('shop')), 200),
  );
