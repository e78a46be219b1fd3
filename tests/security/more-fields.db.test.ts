/**
 * Every call that changes something is sent more than it asks for: who one would like to be, what one would like to pay.
 * What it does is held against what it does without that.
 */
import { sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { readRows } from '../../app/foundation/database/read-rows.server.ts';
import type { Shop } from '../../app/foundation/shop.server.ts';
import { it } from '../fixtures/world.ts';
import { valueAt } from './described-endpoints.ts';
import { describedOperations, type Operation } from './operations.ts';
import { propertiesOf, resolveSchema, schemaErrors } from './schemas.ts';
import { type Example, rolledBackApp, seedEverything } from './seeded.ts';

const { operations, schemas } = await describedOperations();
const writes = operations.filter(({ method, body }) => method !== 'GET' && body?.kind !== 'bytes');

const someId = '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c11';
const wished: Readonly<Record<string, unknown>> = {
  ...{ role: 'owner', isAdmin: true, admin: true, emailVerified: true, verified: true, permissions: ['*'] },
  ...{
    _id: someId,
    id: someId,
    userId: someId,
    customerId: someId,
    staffId: someId,
    owner: someId,
  },
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
  ...{
    createdAt: '2020-01-01T00:00:00Z',
    placedAt: '2020-01-01T00:00:00Z',
    factorAt: '2099-01-01T00:00:00Z',
  },
  ...{ shippingPaise: 0, taxPaise: 0, number: 'TB-1', expiresAt: '2099-01-01T00:00:00Z', db: {}, shop: {} },
};

/** With all that is wished for, wherever the description has no such field. */
function withMore(value: unknown, requested: unknown): unknown {
  if (Array.isArray(value))
    return value.map((item) => withMore(item, valueAt(resolveSchema(requested, schemas), 'items')));
  if (typeof value !== 'object' || value === null) return value;
  const known = propertiesOf(requested, schemas);
  const own = Object.entries(value).map(([key, inside]) => [key, withMore(inside, known.get(key))] as const);
  const more = Object.entries(wished).filter(([key]) => !known.has(key) && !(key in value));
  // A record has any keys: there is none that could be too much.
  if (requested !== undefined && known.size === 0) return Object.fromEntries(own);
  return { ...Object.fromEntries(own), ...Object.fromEntries(more) };
}

const withMoreInAddress = (path: string) => {
  const more = Object.entries(wished).map(([key, value]) => [key, String(value)]);
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(Object.fromEntries(more))}`;
};

const TableName = z.object({ name: z.string() });
const Row = z.object({ row: z.string() });

/** Keeps all rows of all tables as they are now, and tells later which have come, gone or changed. */
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
  const change = sql`select 'with ' || row as row from ((${all}) except (select row from rows_before)) as came
    union all select 'without ' || row from ((select row from rows_before) except (${all})) as gone`;
  return async ({ db }) =>
    readRows(Row, await db.execute(change))
      .map(({ row }) => alike(row))
      .toSorted();
}

/** Without what is made by chance, or counted on. */
function alike(row: string): string {
  return (
    row
      // A letter of HTML says the same as the one of plain text beside it.
      .replaceAll(/"html": "(\\.|[^"\\])*"/g, '')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id')
      .replaceAll(/\\*x?[0-9a-f]{24,}/g, 'bytes')
      .replaceAll(/[\w-]{21,}/g, 'signs')
      .replaceAll(/(?<!\d)\d{6}(?!\d)/g, 'a code')
      .replaceAll(/\bTB\d{4,}\b/g, 'an order')
      .replaceAll(/\b([A-Z]{2}-)[A-Z0-9-]*\d+\b/g, '$1number')
      .replaceAll(/"(id|seq|serial|number)": \d+/g, '"$1": number')
  );
}

describe('what is sent beyond what is asked for', { timeout: 300_000 }, () => {
  it('has no effect in any call, and is in no answer', async ({ shop }) => {
    const { shop: now, app, andRolledBack } = rolledBackApp(shop);
    const exampleOf = await seedEverything(shop);
    const changesOf = await watchRows(shop);

    async function tried({ method, responses }: Operation, { path, body, token }: Example) {
      return andRolledBack(async () => {
        const response = await app.request(`/api${path}`, {
          method,
          headers: {
            'content-type': 'application/json',
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify(body ?? {}),
        });
        const { status } = response;
        const reported = await response.text();
        const isJson = response.headers.get('content-type')?.startsWith('application/json');
        const wrong = isJson ? schemaErrors(JSON.parse(reported), responses.get(status), schemas) : [];
        return { status, wrong, changes: await changesOf(now), reported };
      });
    }

    let changing = 0;
    for (const operation of writes) {
      const { name, body } = operation;
      const example = exampleOf(name);
      const usual = await tried(operation, example);
      if (usual.changes.length > 0) changing += 1;
      const more = {
        ...example,
        path: withMoreInAddress(example.path),
        body: withMore(example.body ?? {}, body?.schema),
      };
      const greedy = await tried(operation, more);
      expect(greedy.wrong, name).toEqual([]);
      // An endpoint that refuses unknown fields must not have changed anything.
      if (greedy.reported.includes('This field is unknown.')) expect(greedy.changes, name).toEqual([]);
      else {
        expect({ name, status: greedy.status, reported: alike(greedy.reported) }).toMatchObject({
          status: usual.status,
        });
        expect(greedy.changes, name).toEqual(usual.changes);
      }
    }
    // Otherwise nothing would have been compared.
    expect(changing).toBeGreaterThan(writes.length / 2);
  });
});
