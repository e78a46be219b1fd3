import { desc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { cashOrder } from '../../../tests/fixtures/sold-orders.ts';
import { signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { readStaffProduct } from '../../catalogue/products-for-staff.server.ts';
import { products } from '../../catalogue/tables.server.ts';
import { orders } from '../../orders/tables.server.ts';
import { auditLog } from '../tables.server.ts';
import { checkTable } from './check-table.server.ts';
import { exportProducts } from './export-products.server.ts';
import { readTable } from './read-table.server.ts';

async function textOf(lines: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const line of lines) text += line;
  return text;
}

it('all pieces go out, with every column that an import takes [F-143]', async ({ shop, app }) => {
  const { headers } = await signInAsStaff(shop, 'staff');
  const response = await app.request('/api/admin/exports/products', { headers });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="products.csv"',
    'cache-control': 'no-store',
  });
  const { rows, problems } = readTable(new Uint8Array(await response.arrayBuffer()));
  expect(problems).toEqual([]);
  expect(rows).toHaveLength((await shop.db.select({ id: products.id }).from(products)).length);
  const saree = rows.find(({ cells }) => cells.get('number') === 'TB-SAR-001');
  const product = await readStaffProduct(shop, 'TB-SAR-001');
  expect(Object.fromEntries(saree?.cells ?? [])).toMatchObject({
    name: product.name,
    price: String(product.pricePaise / 100),
    state: 'published',
    care: product.attributes.care ?? '',
  });
});

it('what went out comes in again unchanged [F-143]', async ({ shop }) => {
  const file = Buffer.from(await textOf(exportProducts(shop)));
  const { problems } = await checkTable(shop, file);
  // The tests' shop has no files of its pictures.
  expect(problems.filter(({ column }) => column !== 'pictures')).toEqual([]);
});

it('a formula that stands in a name is disarmed', async ({ shop }) => {
  await shop.db.update(products).set({ name: '=HYPERLINK("x")' }).where(eq(products.id, 'TB-SAR-001'));
  expect(await textOf(exportProducts(shop))).toContain(`,"'=HYPERLINK(""x"")",`);
});

it('orders go out for the owner only, and the log says who took them', async ({ shop, app }) => {
  const { order } = await cashOrder(shop, 'meera.csv');
  await shop.db
    .update(orders)
    .set({ shipTo: { ...order.shipTo, firstName: '=1+1', phone: '+919876500000' } })
    .where(eq(orders.id, order.id));
  const to = '/api/admin/exports/orders';
  const staff = await signInAsStaff(shop, 'staff');
  expect((await app.request(to, { method: 'POST', headers: staff.headers })).status).toBe(403);
  const owner = await signInAsStaff(shop, 'owner');
  const response = await app.request(to, { method: 'POST', headers: owner.headers });
  const lines = (await response.text()).split('\r\n').filter(Boolean);
  const line = lines.find((one) => one.startsWith(`${order.number},`));
  expect(line).toContain(`,'=1+1,`);
  expect(line).toContain(`,'+919876500000,`);
  expect(line?.split(',').length).toBeGreaterThanOrEqual(lines[0]?.split(',').length ?? 0);
  const [action] = await shop.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(action).toMatchObject({ action: 'orders.export', email: owner.email, after: null });
});
