import { asc, eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, vi } from 'vitest';
import { orderOf, registerSeller, saree, sellerOf, suit } from '../../../tests/fixtures/invoices.ts';
import type { TestShop } from '../../../tests/fixtures/shop.ts';
import { it } from '../../../tests/fixtures/world.ts';
import {
  interceptStatements,
  statementsOf,
  withConcurrentSessionAt,
} from '../../../tests/security/concurrent-session.ts';
import { products } from '../../catalogue/tables.server.ts';
import { settings } from '../../content/tables.server.ts';
import { customers } from '../../customers/tables.server.ts';
import { inTransaction, type Shop } from '../../foundation/shop.server.ts';
import { taxRates } from '../../pricing/tables.server.ts';
import { insertOrder, type Order, type OrderLine } from '../orders.server.ts';
import { creditOrder, creditRefund, issueInvoice, listInvoicesOf, readInvoice } from './invoices.server.ts';
import { invoiceSeries, invoices } from './tables.server.ts';

afterEach(() => vi.restoreAllMocks());

type TestOrder = { order: Order; lines: OrderLine[] };

/** A time in a financial year that has no invoices yet. */
const emptyYear = '2030-11-21T12:00:00+05:30';

/** Sets the clock to {@link emptyYear} and inserts an order of a saree and a suit. `number` is used in the order number. */
async function insertTestOrder(shop: TestShop, number: number): Promise<TestOrder> {
  shop.clock.set(emptyYear);
  const { order, lines } = orderOf([saree, suit]);
  const { id: _, ...draft } = { ...order, number: `TB${90_000 + number}`, state: 'placed' as const };
  return inTransaction(shop, (tx) => insertOrder(tx, draft, lines));
}

const issue = (shop: Shop, { order, lines }: TestOrder) =>
  inTransaction(shop, (tx) => issueInvoice(tx, { order, lines, refundedPaise: 0 }));

/** Issues the credit note of a refund. Assumes that the order's credit notes cover all its earlier refunds. */
const credit = (shop: Shop, { order }: TestOrder, refundId: string, amountPaise: number) =>
  inTransaction(shop, async (tx) => {
    const notes = (await listInvoicesOf(tx, order.id)).filter(({ kind }) => kind === 'credit-note');
    const creditedPaise = notes.reduce((sum, { totalPaise }) => sum + totalPaise, 0);
    return creditRefund(tx, { order, refundId, amountPaise, refundedPaise: creditedPaise + amountPaise });
  });

const series = 'TB/30-31/';

async function readLastNumber(shop: Shop) {
  const [row] = await shop.db.select().from(invoiceSeries).where(eq(invoiceSeries.series, series));
  return row?.lastNumber;
}

const refundIdOf = (n: number) => `7a6bd4f6-8a54-4d3a-9e1b-${String(n).padStart(12, '0')}`;

describe('the numbers of invoices', () => {
  it('have no gaps or duplicates for fifty invoices, despite rollbacks', async ({ ownShop: shop }) => {
    const orders: TestOrder[] = [];
    for (let number = 0; number < 50; number += 1) orders.push(await insertTestOrder(shop, number));
    const failed = new Error('something else in the transaction failed');
    const outcomes = await Promise.allSettled(
      orders.map((inserted, index) =>
        inTransaction(shop, async (tx) => {
          await issueInvoice(tx, { ...inserted, refundedPaise: 0 });
          if (index % 3 === 0) throw failed;
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(17);
    const isSeries = eq(invoices.series, series);
    const rows = await shop.db.select().from(invoices).where(isSeries).orderBy(asc(invoices.serial));
    expect(rows.map(({ serial }) => serial)).toEqual(Array.from({ length: 33 }, (_, index) => index + 1));
    expect(await readLastNumber(shop)).toBe(33);
  });

  it('are assigned once per order, even for repeated and concurrent requests', async ({ ownShop: shop }) => {
    const inserted = await insertTestOrder(shop, 1);
    const issued = await Promise.all(Array.from({ length: 8 }, () => issue(shop, inserted)));
    expect(new Set(issued.map(({ id }) => id)).size).toBe(1);
    expect(await issue(shop, inserted)).toEqual({ id: issued[0]?.id, number: 'TB/30-31/000001' });
    expect(await readLastNumber(shop)).toBe(1);
  });

  it('are assigned once, even if a concurrent request runs between the check and the assignment', async ({
    ownShop: shop,
    world,
    skip,
  }) => {
    // The embedded database has one connection, so no other session can run between two statements of a transaction.
    if (world.engine === 'embedded') skip();
    interceptStatements();
    const earlier = await insertTestOrder(shop, 1);
    const statements = await statementsOf(shop, () => issue(shop, earlier));
    const updateIndex = statements.findIndex((statement) => statement.startsWith('update "invoice_series"'));
    expect(updateIndex).toBeGreaterThan(0);
    const inserted = await insertTestOrder(shop, 2);
    const issueInvoiceOnce = () => issue(shop, inserted);
    const sessions = { interrupted: issueInvoiceOnce, concurrent: issueInvoiceOnce };
    const outcomes = await withConcurrentSessionAt(shop, updateIndex, sessions);
    const issued = { status: 'done', value: { number: 'TB/30-31/000002' } };
    expect(outcomes).toMatchObject({ interrupted: issued, concurrent: issued });
    expect(await readLastNumber(shop)).toBe(2);
  });

  it('start again on 1 April in India, and are counted separately for credit notes', async ({ shop }) => {
    const first = await insertTestOrder(shop, 1);
    const second = await insertTestOrder(shop, 2);
    shop.clock.set('2031-03-31T23:59:59.999+05:30');
    expect((await issue(shop, first)).number).toBe('TB/30-31/000001');
    shop.clock.advance(1);
    expect((await issue(shop, second)).number).toBe('TB/31-32/000001');
    expect((await credit(shop, first, refundIdOf(1), 100))?.number).toBe('TBC/31-32/000001');
  });
});

describe('an invoice', () => {
  it('does not change when settings, products, customers and tax rates change later [S-DATA-15]', async ({
    shop,
  }) => {
    await registerSeller(shop);
    const inserted = await insertTestOrder(shop, 1);
    const { id } = await issue(shop, inserted);
    const before = await readInvoice(shop, id);
    await shop.db.update(settings).set({ value: { ...sellerOf(''), name: 'Another' } });
    await shop.db.update(products).set({ name: 'Something else', pricePaise: 1 });
    await shop.db.update(customers).set({ firstName: 'Renamed', state: 'Goa' });
    await shop.db.update(taxRates).set({ rate: sql`${taxRates.rate} + 100` });
    expect(await readInvoice(shop, id)).toEqual(before);
    expect(before.document).toMatchObject({
      seller: { name: 'Tanabana', gstin: '08AAAAA0000A1Z2' },
      lines: [{ description: 'Gulnar' }, { description: 'Neel suit, size M' }],
    });
  });

  it('is listed before its credit notes, which are sorted by number, all with signed paths', async ({
    shop,
  }) => {
    const inserted = await insertTestOrder(shop, 1);
    await issue(shop, inserted);
    await credit(shop, inserted, refundIdOf(1), 100_000);
    const [note] = await shop.db
      .select()
      .from(invoices)
      .where(eq(invoices.refundId, refundIdOf(1)));
    if (!note) throw new Error('no credit note');
    // Insert the rows in reverse, because PostgreSQL returns unsorted rows in the sequence of insertion.
    for (const serial of [3, 2]) {
      const ids = { id: crypto.randomUUID(), refundId: refundIdOf(serial) };
      await shop.db.insert(invoices).values({ ...note, ...ids, serial, number: `TBC/30-31/00000${serial}` });
    }
    const listed = await listInvoicesOf(shop, inserted.order.id);
    expect(listed).toMatchObject([
      { kind: 'invoice', number: 'TB/30-31/000001', totalPaise: 5_040_000 },
      ...[1, 2, 3].map((serial) => ({ kind: 'credit-note', number: `TBC/30-31/00000${serial}` })),
    ]);
    for (const { id, path } of listed) expect(path).toContain(`/invoice/${id}.pdf?until=`);
  });
});

describe('issued documents', () => {
  it('include one credit note for each refund after the invoice and none for an earlier refund, and never credit more than the invoice', async ({
    shop,
  }) => {
    const inserted = await insertTestOrder(shop, 1);
    await inTransaction(shop, (tx) => issueInvoice(tx, { ...inserted, refundedPaise: 30_000 }));
    const { order } = inserted;
    const refund = (n: number, amountPaise: number, refundedPaise: number) =>
      inTransaction(shop, (tx) =>
        creditRefund(tx, { order, refundId: refundIdOf(n), amountPaise, refundedPaise }),
      );
    const first = await refund(1, 20_000, 50_000);
    expect((await readInvoice(shop, first?.id ?? '')).document.totals.amountPaise).toBe(20_000);
    await inTransaction(shop, (tx) => creditOrder(tx, order, 'cancelled'));
    expect(await refund(2, 4_990_000, 5_040_000)).toBeUndefined();
    const notes = (await listInvoicesOf(shop, order.id)).slice(1);
    expect(notes).toMatchObject([
      { cause: 'refund', totalPaise: 20_000 },
      { cause: 'cancelled', totalPaise: 5_020_000 },
    ]);
    const other = await insertTestOrder(shop, 2);
    await issue(shop, other);
    await credit(shop, other, refundIdOf(3), 5_000_000);
    const rest = await credit(shop, other, refundIdOf(4), 40_001);
    expect((await readInvoice(shop, rest?.id ?? '')).document.totals.amountPaise).toBe(40_000);
    expect(await credit(shop, other, refundIdOf(5), 100)).toBeUndefined();
  });

  it.for(['update invoices set total_paise = 1', 'delete from invoices', 'truncate invoices'])(
    'cannot be changed by the SQL `%s`',
    async (statement, { shop }) => {
      const inserted = await insertTestOrder(shop, 1);
      await issue(shop, inserted);
      const before = await listInvoicesOf(shop, inserted.order.id);
      await expect(inTransaction(shop, (tx) => tx.db.execute(sql.raw(statement)))).rejects.toThrow();
      expect(await listInvoicesOf(shop, inserted.order.id)).toEqual(before);
    },
  );
});
