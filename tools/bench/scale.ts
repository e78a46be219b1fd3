import pg from 'pg';
import { listProductsForAdmin } from '../../app/admin/catalogue/products.server.ts';
import { readProduct } from '../../app/catalogue/catalogue.server.ts';
import { filterProducts, readListing } from '../../app/catalogue/listing/listing.server.ts';
import { searchProducts } from '../../app/catalogue/search/search.server.ts';
import type { Shop } from '../../app/foundation/shop.server.ts';
import { signInAsStaff } from '../../tests/fixtures/staff.ts';
import { openFastClient } from './fast-http-client.ts';
import { type ShopLocation, type ShopUnderTest, withShopDatabase } from './shop-under-test.ts';

const gulnar = 'TB-SAR-001';

/** The requests whose time grows most with the catalogue. Each has the function that runs its statements. */
const heavyRequests: { label: string; path: string; work(shop: Shop): Promise<unknown>; forStaff?: true }[] =
  [
    {
      label: 'listing',
      path: '/Sarees',
      work: (shop) => readListing(shop, sarees, { filters: {}, sort: 'featured', page: 1 }),
    },
    {
      label: 'listing, filtered, with facet counts',
      path: '/Sarees?color=Red&price=2000-5000',
      work: (shop) =>
        readListing(shop, sarees, {
          filters: { color: ['Red'], price: ['2000-5000'] },
          sort: 'price-asc',
          page: 1,
        }),
    },
    {
      label: 'product/filter',
      path: '/api/product/filter?catName=Sarees&craft=Ikat&limit=24',
      work: (shop) => filterProducts(shop, sarees, { craft: ['Ikat'] }, 24),
    },
    {
      label: 'search page',
      path: '/search?query=silk+saree',
      work: (shop) =>
        readListing(shop, { kind: 'search', text: 'silk saree' }, { filters: {}, sort: 'featured', page: 1 }),
    },
    {
      label: 'search as you type',
      path: '/api/product/search?query=ik',
      work: (shop) => searchProducts(shop, 'ik', 24),
    },
    {
      label: 'search, misspelt',
      path: '/api/product/search?query=bandhej+sarre',
      work: (shop) => searchProducts(shop, 'bandhej sarre', 24),
    },
    {
      label: 'product page',
      path: `/Sarees/gulnar-banarasi-katan-silk-saree/${gulnar}`,
      work: (shop) => readProduct(shop, gulnar),
    },
    {
      label: 'products in the admin',
      path: '/api/admin/products',
      work: (shop) => listProductsForAdmin(shop, { q: '', sort: '', after: '' }),
      forStaff: true,
    },
  ];

const sarees = { kind: 'category', id: 'sarees' } as const;
const samples = 41;
const warmUps = 8;

/** Time in milliseconds for a change notification to reach the shop. */
const notificationMs = 40;

/** Publishes or unpublishes one product and changes another, which invalidates every measured response. */
const change = `
  with published as (update products set published = not published where id = 'TB-SAR-002')
  update products set version = version + 1 where id = '${gulnar}'`;

/**
 * Measures the median time of each request in milliseconds, while nothing else runs. Changes two products before each request, so
 * that the response is not cached.
 */
export async function measureHeavyRequests(
  location: ShopLocation,
  shop: ShopUnderTest,
): Promise<Map<string, number>> {
  const client = new pg.Client(location.databaseUrl);
  await client.connect();
  try {
    return await measureEach(location, shop, async () => {
      await client.query(change);
      await new Promise((resolve) => setTimeout(resolve, notificationMs));
    });
  } finally {
    await client.end();
  }
}

async function measureEach(location: ShopLocation, shop: ShopUnderTest, invalidate: () => Promise<void>) {
  const staff = await withShopDatabase(location, (tx) => signInAsStaff(tx));
  const medians = new Map<string, number>();
  for (const { label, path, forStaff } of heavyRequests) {
    const client = await openFastClient(
      shop.url,
      1,
      forStaff ? { authorization: staff.headers.authorization ?? '' } : {},
    );
    const times: number[] = [];
    for (let request = 0; request < warmUps + samples; request++) {
      await invalidate();
      const startedAt = performance.now();
      const { status } = await client.get(0, path);
      if (status !== 200) throw new Error(`${path} got the response ${status}`);
      if (request >= warmUps) times.push(performance.now() - startedAt);
    }
    client.close();
    medians.set(label, times.toSorted((a, b) => a - b)[Math.floor(samples / 2)] ?? 0);
  }
  return medians;
}

/** Reads the database's plan of every statement as text, with actual row counts. */
export async function readPlans(location: ShopLocation): Promise<string> {
  const parts: string[] = [];
  await withShopDatabase(location, async (shop) => {
    for (const { label, work } of heavyRequests) {
      parts.push(`# ${label}`);
      for (const { text, values } of await recordStatements(() => work(shop)))
        parts.push(text, await explain(location, text, values));
    }
  });
  return parts.join('\n\n');
}

type Statement = { text: string; values: unknown[] };

/** Runs `work` and returns the statements that it sends to PostgreSQL. */
async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { query } = pg.Pool.prototype;
  const recordingQuery = function (
    this: pg.Pool,
    first: unknown,
    values: unknown,
    ...rest: unknown[]
  ): unknown {
    if (typeof first === 'object' && first !== null && 'text' in first && typeof first.text === 'string')
      statements.push({ text: first.text, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(query, this, [first, values, ...rest]);
  };
  Object.assign(pg.Pool.prototype, { query: recordingQuery });
  try {
    await work();
    return statements;
  } finally {
    Object.assign(pg.Pool.prototype, { query });
  }
}

async function explain({ databaseUrl }: ShopLocation, text: string, values: unknown[]): Promise<string> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, timing off) ${text}`,
      values,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.end();
  }
}
