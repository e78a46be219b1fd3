import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { App } from '../../../tests/fixtures/api.ts';
import { holdStock } from '../../../tests/fixtures/holds.ts';
import { csvOf } from '../../../tests/fixtures/imports.ts';
import { signInAsStaff } from '../../../tests/fixtures/staff.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { readProduct } from '../../catalogue/catalogue.server.ts';
import { readStaffProduct } from '../../catalogue/for-staff/read-products.server.ts';
import { products } from '../../catalogue/tables.server.ts';
import { ProblemBody } from '../../foundation/http/http.server.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { listStockMovements } from '../../stock/stock.server.ts';
import { auditLog, importJobs } from '../tables.server.ts';
import { CsvImport } from './contract.ts';
import { runImports } from './import-worker.server.ts';

/** Sends the requests of the import screen as a signed-in staff member. */
async function atCsv(shop: Shop, app: App, email = 'arjun@example.in') {
  const { headers } = await signInAsStaff(shop, 'staff', email);
  const post = async (to: string, body: string) => {
    const response = await app.request(`/api/admin/${to}`, { method: 'POST', headers, body });
    return { status: response.status, body: await response.json() };
  };
  const uploadFile = async (body: string, name = 'products.csv') =>
    CsvImport.parse((await post(`upload/imports/products?name=${name}`, body)).body);
  return {
    post,
    uploadFile,
    read: async (id: string) =>
      CsvImport.parse(await (await app.request(`/api/admin/imports/${id}`, { headers })).json()),
    refused: async (id: string, what: 'start' | 'cancel') =>
      ProblemBody.parse((await post(`imports/${id}/${what}`, '')).body).title,
    /** Uploads a file and imports all its rows. */
    readIn: async (body: string) => {
      const { id, problems } = await uploadFile(body);
      expect(problems).toEqual([]);
      await post(`imports/${id}/start`, '');
      await runImports(shop);
      return id;
    },
  };
}

it('an upload lists each problem by row and column, and imports nothing [F-142]', async ({ shop, app }) => {
  const { uploadFile } = await atCsv(shop, app);
  const before = await shop.db.$count(products);
  const { state, total, problems } = await uploadFile(
    csvOf(
      ['number', 'name', 'category', 'price', 'mrp', 'stock', 'state', 'pictures', 'hsn', 'loom days'],
      [
        ['TB-NEW-1', 'Good', 'sarees', '2,400', 2800, 1, 'draft', '', '520851', 4],
        ['TB-NEW-2', '', 'Sarongs', 'much', 100, 'some', 'new', 'none.jpg', '52', 'long'],
        ['TB-NEW-1', 'Again', 'Sarees', 2400, 100, 1, '', '', '', ''],
        ['TB NEW 3', 'Signs', 'Sarees', 0, '', 1, 'published', '', '', 1.5],
        ['', 'No number', 'Sarees', 1, '', 1, '', '', '', ''],
        ['tb-sar-001', '', '', '', '', '', '', '', '', ''],
      ],
    ),
  );
  const found = Map.groupBy(problems, ({ row }) => row);
  expect([...found].map(([row, of]) => `${row}: ${of.map(({ column }) => column).join(' ')}`)).toEqual([
    '3: name category state price stock pictures loom days hsn',
    '4: number mrp',
    '5: number price pictures fabrics loom days',
    '6: number',
  ]);
  for (const { message } of problems) expect(message).toMatch(/^(?!.*(zod|invalid|expected)).{11,}/i);
  expect([state, total, await shop.db.$count(products)]).toEqual(['checked', 6, before]);
});

it('an upload lists at most 500 problems, and says that there are more', async ({ shop, app }) => {
  const { uploadFile } = await atCsv(shop, app);
  const rows = Array.from({ length: 501 }, (_, at) => [`N-${at}`, 'A', 'Nowhere', 100, 1]);
  const file = csvOf(['number', 'name', 'category', 'price', 'stock'], rows);
  const { problems, hasMoreProblems } = await uploadFile(file);
  expect([problems.length, hasMoreProblems]).toEqual([500, true]);
});

it('an import creates drafts, or published products if requested [F-142]', async ({ shop, app, dataDir }) => {
  const blue = sharp({ create: { width: 30, height: 40, channels: 3, background: '#2030a0' } });
  await writeFile(path.join(dataDir, 'uploads', 'blue.jpg'), await blue.jpeg().toBuffer());
  const { readIn, read } = await atCsv(shop, app);
  const header = ['number', 'name', 'category', 'price', 'mrp', 'stock', 'state'];
  const kingfisher = [
    'TB-NEW-1',
    'Kingfisher saree',
    'Sarees',
    '₹1,999.50',
    2400,
    'S: 2 | M: 1',
    'published',
  ];
  const details = ['blue.jpg', 'Mulmul | Silk', 'saree 550 x 115 | blouse piece 80'];
  const heron = ['TB-NEW-2', 'Heron saree', 'Sarees', 2400, '', 0, '', '', '', ''];
  const id = await readIn(
    csvOf([...header, 'pictures', 'fabrics', 'measures'], [[...kingfisher, ...details], heron]),
  );
  expect(await read(id)).toMatchObject({ state: 'done', done: 2, total: 2, problems: [] });
  expect(await readProduct(shop, 'TB-NEW-1')).toMatchObject({ productName: 'Kingfisher saree', quantity: 3 });
  expect(await readStaffProduct(shop, 'TB-NEW-1')).toMatchObject({
    state: 'live',
    price: 1999.5,
    fabrics: ['Mulmul', 'Silk'],
    sizes: [
      { label: 'S', onHand: 2 },
      { label: 'M', onHand: 1 },
    ],
    images: [{ file: 'blue.jpg', width: 30, height: 40, alt: 'Kingfisher saree' }],
    attributes: {
      measures: [
        { part: 'saree', cm: 550, byCm: 115 },
        { part: 'blouse piece', cm: 80 },
      ],
    },
  });
  expect(await readStaffProduct(shop, 'TB-NEW-2')).toMatchObject({ state: 'draft', mrp: null });
  await readIn(
    csvOf(['number', 'pictures', 'fabrics', 'state'], [['TB-NEW-2', 'blue.jpg', 'Wool', 'published']]),
  );
  expect(await readProduct(shop, 'TB-NEW-2')).toMatchObject({ img1: 'blue.jpg' });
});

it('an import changes only the columns of the file, and writes audit entries [F-142]', async ({
  shop,
  app,
}) => {
  const before = await readStaffProduct(shop, 'TB-SAR-001');
  const { readIn } = await atCsv(shop, app);
  const id = await readIn(
    csvOf(['number', 'price', 'mrp', 'care'], [['tb-sar-001', 1234, '', 'Wash it cold']]),
  );
  const { version, price, mrp, attributes, ...same } = await readStaffProduct(shop, 'TB-SAR-001');
  expect({ price, mrp, care: attributes.care }).toEqual({ price: 1234, mrp: null, care: 'Wash it cold' });
  expect(version).toBe(before.version + 1);
  expect(before).toMatchObject(same);
  const entriesOf = (subject: string) =>
    shop.db.select().from(auditLog).where(eq(auditLog.subjectId, subject)).orderBy(auditLog.id);
  const after = { price: '₹1,234', version: 1, import: id };
  const update = { action: 'product.update', email: 'arjun@example.in', after };
  expect(await entriesOf('TB-SAR-001')).toMatchObject([update]);
  const actions = (await entriesOf(id)).map(({ action }) => action);
  expect(actions).toEqual(['import.create', 'import.start', 'import.done']);
});

it('an import sets returns and cancellations to yes or no [S-POL-16 S-POL-17]', async ({ shop, app }) => {
  const { readIn, uploadFile } = await atCsv(shop, app);
  const columns = ['number', 'returnable', 'cancellable'];
  await readIn(csvOf(columns, [['TB-SAR-001', 'No', 'yes']]));
  expect(await readStaffProduct(shop, 'TB-SAR-001')).toMatchObject({ returnable: false, cancellable: true });
  await readIn(csvOf(['number', 'care'], [['TB-SAR-001', 'Wash it cold']]));
  expect(await readStaffProduct(shop, 'TB-SAR-001')).toMatchObject({ returnable: false, cancellable: true });
  await readIn(csvOf(columns, [['TB-SAR-001', '', 'yes']]));
  expect(await readStaffProduct(shop, 'TB-SAR-001')).toMatchObject({ returnable: null, cancellable: true });
  const { problems } = await uploadFile(csvOf(columns, [['TB-SAR-001', 'perhaps', '']]));
  expect(problems).toMatchObject([{ row: 2, column: 'returnable', message: 'Please write yes or no.' }]);
});

it('a second import of the same file changes nothing', async ({ shop, app }) => {
  const { readIn } = await atCsv(shop, app);
  const columns = ['number', 'name', 'category', 'price', 'stock', 'crafts'];
  const file = csvOf(columns, [['TB-NEW-1', 'Kingfisher', 'Sarees', 2400, 'S: 2 | M: 1', 'Ikat']]);
  await readIn(file);
  const before = await readStaffProduct(shop, 'TB-NEW-1');
  await readIn(file);
  expect(await readStaffProduct(shop, 'TB-NEW-1')).toEqual(before);
  const actions = await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, 'TB-NEW-1'));
  expect(actions).toMatchObject([{ action: 'product.create' }]);
});

it('an import sets the stock, but not below the reserved units', async ({ shop, app }) => {
  const { sizes } = await readStaffProduct(shop, 'TB-SAR-001');
  const { readIn, uploadFile } = await atCsv(shop, app);
  await readIn(csvOf(['number', 'stock'], [['TB-SAR-001', 7]]));
  const ids = sizes.map(({ id }) => id);
  const moved = (await listStockMovements(shop, ids, 9)).filter(({ reason }) => reason === 'CSV import');
  expect(moved).toMatchObject([{ change: 7 - (sizes[0]?.onHand ?? 0) }]);
  const expiresAt = new Date(shop.clock.now().getTime() + 60_000);
  const hold = { holder: 'o', owner: 'bina', expiresAt };
  await holdStock(shop, [{ variantId: ids[0] ?? '', count: 2 }], hold);
  const { problems } = await uploadFile(csvOf(['number', 'stock'], [['TB-SAR-001', 1]]));
  expect(problems).toMatchObject([{ row: 2, column: 'stock', message: expect.stringMatching(/reserved/) }]);
});

it('a file cannot be imported if it has problems, is larger than 5 MB, or its import is cancelled', async ({
  shop,
  app,
}) => {
  const { uploadFile, post, refused } = await atCsv(shop, app);
  const large = await post('upload/imports/products', 'x'.repeat(5 * 1024 * 1024 + 1));
  expect([large.status, await shop.db.$count(importJobs)]).toEqual([413, 0]);
  const wrong = await uploadFile('number\nTB-NEW-1\n');
  expect(await refused(wrong.id, 'start')).toBe('not-checked');
  const good = await uploadFile('number,price\nTB-SAR-001,9000\n');
  await post(`imports/${good.id}/cancel`, '');
  expect(await refused(good.id, 'start')).toBe('not-checked');
  expect(await refused(good.id, 'cancel')).toBe('not-checked');
});

it('a second import cannot start while one is running', async ({ shop, app }) => {
  const first = await atCsv(shop, app);
  const second = await atCsv(shop, app, 'bina@example.in');
  const file = 'number,price\nTB-SAR-001,9000\n';
  const [one, other] = [await first.uploadFile(file), await second.uploadFile(file)];
  await first.post(`imports/${one.id}/start`, '');
  expect(await second.refused(other.id, 'start')).toBe('import-under-way');
  await runImports(shop);
  expect((await second.post(`imports/${other.id}/start`, '')).status).toBe(200);
});

it('a file is deleted after its import, or when another file is uploaded', async ({ shop, app }) => {
  const { uploadFile, readIn } = await atCsv(shop, app);
  await uploadFile('number,price\nTB-SAR-001,9000\n', 'old.csv');
  await readIn('number,price\nTB-SAR-001,9100\n');
  const stored = await shop.db.select().from(importJobs).orderBy(importJobs.state);
  expect(stored.map(({ state, file }) => [state, file]).toSorted()).toEqual([
    ['cancelled', null],
    ['done', null],
  ]);
});
