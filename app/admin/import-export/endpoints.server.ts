import { z } from '@hono/zod-openapi';
import { endpoint, router } from '../../foundation/http/endpoint.server.ts';
import { audited } from '../audit-log/audited.server.ts';
import { staffAction } from '../audit-log/staff-action.server.ts';
import { staff, staffRead } from '../sign-in/staff-access.server.ts';
import { CsvImport, CsvImports, CsvTooLarge, ImportRunning, NoSuchImport, NotChecked } from './contract.ts';
import { exportOrders, exportProducts } from './exports.server.ts';
import { cancelImport, listImports, readImport, receiveImport, startImport } from './imports.server.ts';

const oneImport = {
  params: z.object({ id: z.uuid('This import does not exist.') }),
  response: CsvImport,
} as const;

/** Streams a file while it is generated, so that a long file is never completely in memory. */
function csvFile(name: string, lines: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value, done } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  };
  return new Response(body, { headers });
}

export const importExportEndpoints = router('Admin: import and export', [
  staffRead({
    id: 'listImports',
    path: '/admin/imports',
    summary: 'List the last ten imports, newest first',
    response: CsvImports,
    run: async ({ shop }) => ({ imports: await listImports(shop) }),
  }),
  staffAction({
    id: 'createImport',
    method: 'post',
    path: '/admin/upload/imports/products',
    audit: 'import.create',
    summary: 'Check a file of products, without importing it',
    query: z.strictObject({
      name: z
        .string()
        .overwrite((name) => name.replaceAll('\0', '').trim().slice(-120))
        .default(''),
    }),
    takesFile: true,
    response: CsvImport,
    problems: [CsvTooLarge],
    prepare: ({ shop, staff, query, c }) =>
      receiveImport(shop, staff, query.name || 'products.csv', c.req.raw),
  }),
  staffRead({
    id: 'getImport',
    path: '/admin/imports/{id}',
    summary: 'Read the progress of an import and the errors in its file',
    ...oneImport,
    problems: [NoSuchImport],
    run: ({ shop, params }) => readImport(shop, params.id),
  }),
  staffAction({
    id: 'startImport',
    method: 'post',
    path: '/admin/imports/{id}/start',
    audit: 'import.start',
    summary: 'Start the import of a checked file, in the background',
    ...oneImport,
    problems: [NoSuchImport, NotChecked, ImportRunning],
    run: (tx, { params }) => startImport(tx, params.id),
  }),
  staffAction({
    id: 'cancelImport',
    method: 'post',
    path: '/admin/imports/{id}/cancel',
    audit: 'import.cancel',
    summary: 'Cancel an import; products that are already imported stay',
    ...oneImport,
    problems: [NoSuchImport, NotChecked],
    run: (tx, { params }) => cancelImport(tx, params.id),
  }),
  staffRead({
    id: 'exportProducts',
    path: '/admin/exports/products',
    summary: 'Export all products as a file that can be imported again',
    response: z.string(),
    responseType: 'text/csv',
    run: ({ shop }) => csvFile('products.csv', exportProducts(shop)),
  }),
  endpoint({
    id: 'exportOrders',
    method: 'post',
    path: '/admin/exports/orders',
    summary: 'Export all placed orders with their addresses, one row for each line',
    access: staff({ owner: true, fresh: true }),
    response: z.string(),
    responseType: 'text/csv',
    async run({ shop, staff }) {
      const action = { action: 'orders.export', subject: { kind: 'orders', id: 'all' } };
      await audited(shop, staff, action, async () => ({ result: undefined }));
      return csvFile('orders.csv', exportOrders(shop));
    },
  }),
]);
