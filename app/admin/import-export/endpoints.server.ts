import { createRoute, z } from '@hono/zod-openapi';
import { createRouter, errorResponses, respond } from '../../foundation/http/http.server.ts';
import { forFreshOwner, forStaff, staffErrorResponses } from '../sign-in/for-staff.server.ts';
import { CsvImport, CsvImports } from './contract.ts';
import { exportOrdersAsStaff } from './export-orders.server.ts';
import { exportProducts } from './export-products.server.ts';
import { createImport, deleteImport, listImports, readImport, startImport } from './imports.server.ts';

const tags = ['Back office: import & export'];
const params = z.object({ id: z.uuid('There is no such import.') });
const { 400: notRight, 404: notThere } = errorResponses;
const conflict = (description: string) => ({ ...notRight, description });
const oneImport = respond('The import as it is now', CsvImport);

/** The file itself is the body. */
const file = {
  required: true,
  content: { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } },
};

const csvAnswer = (description: string) => ({
  description,
  content: { 'text/csv': { schema: z.string() } },
});

/** A file that is made while it is sent: a long one is never whole in memory. */
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

/** Files in and out. */
export const importExportEndpoints = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/csv',
      tags,
      summary: 'The last imports, the newest first',
      ...forStaff,
      responses: { 200: respond('Ten at most', CsvImports), ...staffErrorResponses },
    }),
    async (c) => c.json({ imports: await listImports(c.get('shop')) }, 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/upload/csv/pieces',
      tags,
      summary: 'Checks a file of pieces; writes nothing of it',
      ...forStaff,
      request: {
        query: z.object({
          name: z
            .string()
            .overwrite((name) => name.replaceAll('\0', '').trim().slice(-120))
            .default(''),
        }),
        body: file,
      },
      responses: {
        200: oneImport,
        400: notRight,
        413: conflict('Larger than 5 MB.'),
        ...staffErrorResponses,
      },
    }),
    async (c) => {
      const { name } = c.req.valid('query');
      const brought = await createImport(c.get('shop'), c.get('staff'), name || 'pieces.csv', c.req.raw);
      return c.json(brought, 200);
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/csv/imports/{id}',
      tags,
      summary: 'How far an import has got, and what is wrong with its file',
      ...forStaff,
      request: { params },
      responses: { 200: oneImport, 400: notRight, 404: notThere, ...staffErrorResponses },
    }),
    async (c) => c.json(await readImport(c.get('shop'), c.req.valid('param').id), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/csv/imports/{id}/start',
      tags,
      summary: 'Has a checked file read in, behind',
      ...forStaff,
      request: { params },
      responses: {
        200: oneImport,
        400: notRight,
        404: notThere,
        409: conflict('The file has problems, or another import is under way.'),
        ...staffErrorResponses,
      },
    }),
    async (c) => c.json(await startImport(c.get('shop'), c.get('staff'), c.req.valid('param').id), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/csv/imports/{id}/drop',
      tags,
      summary: 'Gives an import up; what is written stays',
      ...forStaff,
      request: { params },
      responses: {
        200: oneImport,
        400: notRight,
        404: notThere,
        409: conflict('It has ended already.'),
        ...staffErrorResponses,
      },
    }),
    async (c) => c.json(await deleteImport(c.get('shop'), c.get('staff'), c.req.valid('param').id), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/csv/export/pieces',
      tags,
      summary: 'All pieces as a file, which can be read in again',
      ...forStaff,
      responses: { 200: csvAnswer('The file'), ...staffErrorResponses },
    }),
    (c) => csvFile('pieces.csv', exportProducts(c.get('shop'))),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/csv/export/orders',
      tags,
      summary: 'All placed orders as a file, with their addresses: one row for each line',
      ...forFreshOwner,
      responses: { 200: csvAnswer('The file'), ...staffErrorResponses },
    }),
    async (c) => csvFile('orders.csv', await exportOrdersAsStaff(c.get('shop'), c.get('staff'))),
  );
