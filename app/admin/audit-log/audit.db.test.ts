import { sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { rowsOfAllPages } from '../../../tests/fixtures/all-pages.ts';
import { signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { Problem } from '../../foundation/http/problem.ts';
import { inTransaction, type Shop } from '../../foundation/shop.server.ts';
import { staff } from '../tables.server.ts';
import { listAudit } from './audit.server.ts';
import { audited } from './audited.server.ts';
import { AuditQuery } from './contract.ts';

const kavita = { id: null, email: 'kavita@example.in' };
const requested = (more: object = {}) => AuditQuery.parse(more);
const doSomething = (shop: Shop, id: string, kind = 'order') =>
  audited(shop, kavita, { action: `${kind}.touch`, subject: { kind, id } }, async () => ({
    before: { state: 'placed' },
    after: { state: 'packed', number: `TB-${id}` },
    result: id,
  }));

describe('the audit log [F-139]', () => {
  it('contains an entry for each change', async ({ shop }) => {
    expect(await doSomething(shop, 'one')).toBe('one');
    const what = { action: 'order.touch', kind: 'order', subject: 'one' };
    const change = { before: { state: 'placed' }, after: { state: 'packed', number: 'TB-one' } };
    const entry = { at: shop.clock.now().toISOString(), email: kavita.email, ...what, ...change };
    expect((await listAudit(shop, requested())).rows).toMatchObject([entry]);
  });

  it('has no entry for a change that failed, and a change is rolled back if its entry is invalid', async ({
    shop,
  }) => {
    const { id } = await signInAsStaff(shop);
    const rename = (subject: { kind: 'staff'; id?: string }, end: () => { result: undefined }) =>
      audited(shop, kavita, { action: 'x', subject }, async (tx) => {
        await tx.db.update(staff).set({ name: 'Half done' });
        return end();
      });
    const fail = () => {
      throw new Problem('no', 409, 'No.');
    };
    await expect(rename({ kind: 'staff', id }, fail)).rejects.toMatchObject({ name: 'no' });
    await expect(rename({ kind: 'staff' }, () => ({ result: undefined }))).rejects.toThrow('needs an id');
    expect(await shop.db.select().from(staff)).toMatchObject([{ name: 'kavita' }]);
    expect((await listAudit(shop, requested())).rows).toEqual([]);
  });

  it('cannot be changed or emptied by an SQL statement', async ({ shop }) => {
    await doSomething(shop, 'one');
    for (const statement of [
      "update audit_log set email = ''",
      'delete from audit_log',
      'truncate audit_log',
    ])
      await expect(inTransaction(shop, (tx) => tx.db.execute(sql.raw(statement)))).rejects.toThrow();
    expect((await listAudit(shop, requested())).rows).toHaveLength(1);
  });

  it('lists each entry once, page by page, newest first', async ({ shop }) => {
    for (let number = 0; number < 65; number++) await doSomething(shop, String(number));
    const rows = await rowsOfAllPages((after) => listAudit(shop, requested({ after })));
    const seen = rows.map(({ subject }) => subject);
    expect(seen).toEqual(Array.from({ length: 65 }, (_, number) => String(64 - number)));
  });

  it('can be searched by staff email, action, label of the action, id, order number and kind of the changed record', async ({
    shop,
  }) => {
    await doSomething(shop, 'one');
    await doSomething(shop, 'tw_o', 'product');
    const found = async (more: object) =>
      (await listAudit(shop, requested(more))).rows.map(({ subject }) => subject);
    expect(await found({ q: 'PRODUCT.touch' })).toEqual(['tw_o']);
    expect(await found({ q: 'w_o' })).toEqual(['tw_o']);
    expect(await found({ q: 'o_e' })).toEqual([]);
    expect(await found({ q: 'tb-one' })).toEqual(['one']);
    expect(await found({ q: '%' })).toEqual([]);
    expect(await found({ q: 'kavita' })).toEqual(['tw_o', 'one']);
    expect(await found({ kind: 'order' })).toEqual(['one']);
    expect(await found({ kind: 'product', id: 'one' })).toEqual([]);
    expect((await listAudit(shop, requested())).kinds).toEqual(['order', 'product']);
    const packed = { action: 'order.pack', subject: { kind: 'order', id: 'packed' } };
    await audited(shop, kavita, packed, async () => ({ result: undefined }));
    expect(await found({ q: 'packed AN order' })).toEqual(['packed']);
    expect(await found({ q: 'Shipped an order' })).toEqual([]);
  });
});
