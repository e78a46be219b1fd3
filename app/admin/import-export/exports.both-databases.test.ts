import { parse } from 'csv-parse/sync';
import { desc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { orderOf, saree, suit } from '../../../tests/fixtures/invoices.ts';
import { cashOrder } from '../../../tests/fixtures/sold-orders.ts';
import { signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { readStaffProduct } from '../../catalogue/for-staff/read-products.server.ts';
import { products } from '../../catalogue/tables.server.ts';
import { inTransaction } from '../../foundation/shop.server.ts';
import { insertOrder } from '../../orders/orders.server.ts';
import { orderLines, orders } from '../../orders/tables.server.ts';
import { auditLog } from '../tables.server.ts';
import { checkTable } from './check-table.server.ts';
import { exportOrders, exportProducts } from './exports.server.ts';
import { readTable } from './read-table.server.ts';

async function textOf(lines: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const line of lines) text += line;
  return text;
}

it('the export of products can be imported again, with all columns [F-143]', async ({ shop, app }) => {
  const { headers } = await signInAsStaff(shop, 'staff');
  const response = await app.request('/api/admin/exports/products', { headers });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="products.csv"',
    'cache-control': 'no-store',
  });
  const file = new Uint8Array(await response.arrayBuffer());
  const { problems } = await checkTable(shop, file);
  // The shop of the tests has no image files.
  expect(problems.filter(({ column }) => column !== 'pictures')).toEqual([]);
  const { rows } = readTable(file);
  expect(rows).toHaveLength(await shop.db.$count(products));
  const saree = rows.find(({ cells }) => cells.get('number') === 'TB-SAR-001');
  const { name, price, attributes } = await readStaffProduct(shop, 'TB-SAR-001');
  const cells = { name, price: String(price), state: 'published', care: attributes.care ?? '' };
  expect(Object.fromEntries(saree?.cells ?? [])).toMatchObject(cells);
});

it('the export of products escapes formulas, and has an empty cell for a return or cancellation flag that is not set', async ({
  shop,
}) => {
  const changes = { returnable: false, cancellable: true, name: '=HYPERLINK("x")' };
  await shop.db.update(products).set(changes).where(eq(products.id, 'TB-SAR-001'));
  const text = await textOf(exportProducts(shop));
  expect(text).toContain(`,"'=HYPERLINK(""x"")",`);
  const flags = readTable(Buffer.from(text)).rows.map(({ cells }) =>
    (['number', 'returnable', 'cancellable'] as const).map((column) => cells.get(column)),
  );
  expect(flags).toContainEqual(['TB-SAR-001', 'no', 'yes']);
  expect(flags).toContainEqual(['TB-SAR-002', '', '']);
});

it('only owners can export orders, and each export causes an audit entry', async ({ shop, app }) => {
  const { order } = await cashOrder(shop, 'meera.csv');
  const shipTo = { ...order.shipTo, firstName: '=1+1', phone: '+919876500000' };
  await shop.db.update(orders).set({ shipTo }).where(eq(orders.id, order.id));
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

it('the export of orders has the amounts of an order and the tax of each line', async ({ shop }) => {
  const dear = { ...suit, rupees: 2990.5, quantity: 3 };
  const sold = orderOf([saree, dear, { name: 'Bangle', rupees: 500, hsn: null }], { shippingPaise: 9950 });
  const { id: _, ...rest } = sold.order;
  const draft = { ...rest, number: 'TB90001', state: 'placed', paymentMethod: 'COD' } as const;
  const stored = await inTransaction(shop, (tx) => insertOrder(tx, draft, sold.lines));
  const changes = { promisedBy: '2026-11-28', cancelledPaise: 299_050 };
  await shop.db.update(orders).set(changes).where(eq(orders.id, stored.order.id));
  const [header, ...rows] = parse(await textOf(exportOrders(shop)), { bom: true });
  expect(header).toContain('product');
  const written = rows.map((cells) => Object.fromEntries(cells.map((cell, at) => [header?.[at], cell])));
  const order = {
    ...{ order: 'TB90001', payment: 'COD', 'placed on': '2026-11-21', 'promised by': '2026-11-28' },
    ...{ subtotal: '57471.5', shipping: '99.5', total: '57571' },
    ...{ cancelled: '2990.5', payable: '54580.5' },
  };
  expect(written).toMatchObject([
    { ...order, line: '1', quantity: '1', price: '48000', 'tax percent': '5', tax: '2285.71' },
    { ...order, line: '2', quantity: '3', price: '2990.5', 'tax percent': '18', tax: '1368.53', size: 'M' },
    { ...order, line: '3', quantity: '1', price: '500', hsn: '', 'tax percent': '', tax: '0' },
  ]);
});

it('the export of orders has each order once, even if hundreds have the same time', async ({ shop }) => {
  const { order, lines } = await cashOrder(shop, 'meera.csv');
  const { id: _, number: __, ...like } = order;
  const more = await shop.db
    .insert(orders)
    .values(Array.from({ length: 400 }, () => like))
    .returning({ id: orders.id });
  const twoLines = (orderId: string) =>
    [0, 1].flatMap((position) => lines.map((line) => ({ ...line, orderId, position })));
  await shop.db.insert(orderLines).values(more.flatMap(({ id }) => twoLines(id)));
  const numbers = (await textOf(exportOrders(shop))).match(/^TB\d+,/gm) ?? [];
  expect(numbers).toHaveLength(801);
  expect(new Set(numbers).size).toBe(401);
});

it('the export of products has each product once, even if there are hundreds', async ({ shop }) => {
  const [product] = await shop.db.select().from(products).where(eq(products.id, 'TB-SAR-001'));
  if (!product) throw new Error('The saree is gone.');
  const ids = Array.from({ length: 400 }, (_, at) => `TB-SAR-${500 + at}`);
  await shop.db.insert(products).values(ids.map((id) => ({ ...product, id })));
  const numbers = (await textOf(exportProducts(shop))).match(/^TB-SAR-[5-8]\d\d,/gm) ?? [];
  expect(numbers).toEqual(ids.map((id) => `${id},`));
});
