/**
 * Sends fields that no endpoint expects, such as `role` or `price`, to every operation that writes. Compares the changed rows
 * with those of the same request without these fields.
 */
import { sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { readRows } from '../../app/foundation/database/read-rows.server.ts';
import type { Shop } from '../../app/foundation/shop.server.ts';
import { it } from '../fixtures/world.ts';
import { describedOperations, type Operation, valueAt } from './described-operations.ts';
import { propertiesOf, resolveSchema, schemaErrors } from './schemas.ts';
import { type Example, rolledBackApp, seedEverything } from './seeded.ts';

const { operations, schemas } = await describedOperations();
const writes = operations.filter(({ method, body }) => method !== 'GET' && body?.kind !== 'bytes');

const [past, future] = ['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z'];
const someId = '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c11';
const extraFields: Readonly<Record<string, unknown>> = {
  ...{ role: 'owner', isAdmin: true, admin: true, emailVerified: true, verified: true, permissions: ['*'] },
  ...{ _id: someId, id: someId, userId: someId, customerId: someId, staffId: someId, owner: someId },
  ...{
    email: 'other@example.in',
    phone: '+919829000009',
    token: 'x'.repeat(43),
    otp: '000000',
    code: '000000',
  },
  ...{ price: 1, pricePaise: 1, amount: 1, amountPaise: 1, total: 1, totalPaise: 1, discount: 100, mrp: 1 },
  ...{ quantity: 98, stock: 99_999, onHand: 99_999, held: 0, count: 99, stars: 5, tries: 0, version: 999 },
  ...{ status: 'delivered', state: 'delivered', method: 'COD', paid: true, published: true, hiddenAt: null },
  ...{ createdAt: past, placedAt: past, factorAt: future, expiresAt: future },
  ...{ shippingPaise: 0, taxPaise: 0, number: 'TB-1', db: {}, shop: {} },
};

/** Adds the extra fields to every object, except fields that the object's schema has. */
function withMore(value: unknown, schema: unknown): unknown {
  if (Array.isArray(value))
    return value.map((item) => withMore(item, valueAt(resolveSchema(schema, schemas), 'items')));
  if (typeof value !== 'object' || value === null) return value;
  const known = propertiesOf(schema, schemas);
  const own = Object.entries(value).map(([key, part]) => [key, withMore(part, known.get(key))] as const);
  const more = Object.entries(extraFields).filter(([key]) => !known.has(key) && !(key in value));
  // A record may have any keys, so no key of a record is extra.
  if (schema !== undefined && known.size === 0) return Object.fromEntries(own);
  return { ...Object.fromEntries(own), ...Object.fromEntries(more) };
}

const withMoreInQuery = (path: string) => {
  const more = Object.entries(extraFields).map(([key, value]) => [key, String(value)]);
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(Object.fromEntries(more))}`;
};

const TableName = z.object({ name: z.string() });
const Row = z.object({ row: z.string() });

/** Stores all rows of all tables. Returns a function that lists the rows inserted, deleted or changed since then. */
async function watchRows(shop: Shop): Promise<(now: Shop) => Promise<string[]>> {
  const tables = readRows(
    TableName,
    await shop.db.execute(sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`),
  );
  const all = sql.join(
    tables.map(
      ({ name }) =>
        sql`select ${name}::text || ' ' || to_jsonb(t)::text as row from ${sql.identifier(name)} t`,
    ),
    sql` union all `,
  );
  await shop.db.execute(sql`create temporary table rows_before as ${all}`);
  const change = sql`select 'inserted ' || row as row from ((${all}) except (select row from rows_before)) as inserted
    union all select 'deleted ' || row from ((select row from rows_before) except (${all})) as deleted`;
  return async ({ db }) =>
    readRows(Row, await db.execute(change))
      .map(({ row }) => normalized(row))
      .toSorted();
}

/** Replaces random and consecutive values. */
function normalized(row: string): string {
  // Leave out the HTML of emails, because it repeats their plain text.
  return row
    .replaceAll(/"html": "(\\.|[^"\\])*"/g, '')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id')
    .replaceAll(/\\*x?[0-9a-f]{24,}/g, 'bytes')
    .replaceAll(/[\w-]{21,}/g, 'characters')
    .replaceAll(/(?<!\d)\d{6}(?!\d)/g, 'a code')
    .replaceAll(/\bTB\d{4,}\b/g, 'an order')
    .replaceAll(/\b([A-Z]{2}-)[A-Z0-9-]*\d+\b/g, '$1number')
    .replaceAll(/"(id|seq|serial|number)": \d+/g, '"$1": number');
}

describe('unexpected fields of a request', { timeout: 300_000 }, () => {
  it('change no rows and appear in no response', async ({ shop }) => {
    const { shop: now, andRolledBack, sendAndKeep } = rolledBackApp(shop);
    const exampleOf = await seedEverything(shop);
    const changesOf = await watchRows(shop);

    const send = ({ method, responses }: Operation, example: Example) =>
      andRolledBack(async () => {
        const response = await sendAndKeep(method, example);
        const { status } = response;
        const text = await response.text();
        const isJson = response.headers.get('content-type')?.startsWith('application/json');
        const errors = isJson ? schemaErrors(JSON.parse(text), responses.get(status), schemas) : [];
        return { status, errors, changes: await changesOf(now), text };
      });

    let changingCount = 0;
    for (const operation of writes) {
      const { name, body } = operation;
      const example = exampleOf(name);
      const usual = await send(operation, example);
      if (usual.changes.length > 0) changingCount += 1;
      const path = withMoreInQuery(example.path);
      const extended = await send(operation, {
        ...example,
        path,
        body: withMore(example.body ?? {}, body?.schema),
      });
      expect(extended.errors, name).toEqual([]);
      // An endpoint that rejects unknown fields must not have changed any row.
      if (extended.text.includes('This field is unknown.')) expect(extended.changes, name).toEqual([]);
      else {
        expect({ name, status: extended.status, text: normalized(extended.text) }).toMatchObject({
          status: usual.status,
        });
        expect(extended.changes, name).toEqual(usual.changes);
      }
    }
    // Check that the test has compared changes.
    expect(changingCount).toBeGreaterThan(writes.length / 2);
  });
});
