import { createRoute, z } from '@hono/zod-openapi';
import { createRouter, errorResponses, respond } from '../../foundation/http/http.server.ts';
import { forFreshOwner, forStaff, staffErrorResponses } from '../sign-in/for-staff.server.ts';
import {
  AdminCustomer,
  CustomerExport,
  CustomerList,
  CustomersQuery,
  EraseCustomerInput,
  ErasedCustomer,
} from './contract.ts';
import { listCustomersWithOrders, readCustomer } from './customers.server.ts';
import { eraseCustomer, exportCustomer } from './personal-data.server.ts';

const tags = ['Back office: people'];
const params = z.object({ id: z.uuid('There is nobody like that.') });
const { 400: notRight, 404: notThere } = errorResponses;

/** Customers. */
export const customerEndpoints = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/people',
      tags,
      summary: 'Everybody who has an account',
      ...forStaff,
      request: { query: CustomersQuery },
      responses: { 200: respond('The people', CustomerList), 400: notRight, ...staffErrorResponses },
    }),
    async (c) => c.json(await listCustomersWithOrders(c.get('shop'), c.req.valid('query')), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/people/{id}',
      tags,
      summary: 'Somebody with what they ordered, rated and wrote',
      ...forStaff,
      request: { params },
      responses: {
        200: respond('Who they are', AdminCustomer),
        400: notRight,
        404: notThere,
        ...staffErrorResponses,
      },
    }),
    async (c) => c.json(await readCustomer(c.get('shop'), c.req.valid('param').id), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/people/{id}/export',
      tags,
      summary: 'All that is kept of somebody, who has asked for it',
      ...forFreshOwner,
      request: { params },
      responses: {
        200: respond('All of it', CustomerExport),
        400: notRight,
        404: notThere,
        ...staffErrorResponses,
      },
    }),
    async (c) => c.json(await exportCustomer(c.get('shop'), c.get('staff'), c.req.valid('param').id), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/people/{id}/erase',
      tags,
      summary: 'Forgets somebody, who has asked for it',
      description:
        'As when they delete their account themselves. Orders stay, with name and address, because the tax law wants them kept.',
      ...forFreshOwner,
      request: {
        params,
        body: { required: true, content: { 'application/json': { schema: EraseCustomerInput } } },
      },
      responses: {
        200: respond('They are forgotten.', ErasedCustomer),
        400: notRight,
        404: notThere,
        ...staffErrorResponses,
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await eraseCustomer(c.get('shop'), c.get('staff'), id, c.req.valid('json')), 200);
    },
  );
