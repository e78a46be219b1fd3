import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { orderOf, saree } from '../../../tests/fixtures/invoices.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { inTransaction } from '../../foundation/shop.server.ts';
import { insertOrder } from '../orders.server.ts';
import { issueInvoice, listInvoicesOf } from './invoices.server.ts';

it.for(['update invoices set total_paise = 1', 'delete from invoices', 'truncate invoices'])(
  'rejects a change of issued invoices by the SQL `%s`',
  async (statement, { shop }) => {
    const { order, lines } = orderOf([saree]);
    const { id: _, ...draft } = { ...order, number: 'TB90001', state: 'placed' as const };
    const inserted = await inTransaction(shop, (tx) => insertOrder(tx, draft, lines));
    await inTransaction(shop, (tx) => issueInvoice(tx, { ...inserted, refundedPaise: 0 }));
    const before = await listInvoicesOf(shop, inserted.order.id);
    const change = inTransaction(shop, (tx) => tx.db.execute(sql.raw(statement)));
    await expect(change).rejects.toThrow();
    expect(before).toHaveLength(1);
    expect(await listInvoicesOf(shop, inserted.order.id)).toEqual(before);
  },
);
