import { createRoute, z } from '@hono/zod-openapi';
import { answer, refusals, room } from '../../foundation/http/http.server.ts';
import { forFreshOwner, forStaff, refusedStaff } from '../sign-in/for-staff.server.ts';
import { Erased, Erasing, People, PeopleAsked, Person, PersonFile } from './contract.ts';
import { listPeopleAndOrders, readPerson } from './customers.server.ts';
import { erasePerson, exportPerson } from './personal-data.server.ts';

const tags = ['Back office: people'];
const params = z.object({ id: z.uuid('There is nobody like that.') });
const { 400: notRight, 404: notThere } = refusals;

/** Customers. */
export const adminPeople = room()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/people',
      tags,
      summary: 'Everybody who has an account',
      ...forStaff,
      request: { query: PeopleAsked },
      responses: { 200: answer('The people', People), 400: notRight, ...refusedStaff },
    }),
    async (c) => c.json(await listPeopleAndOrders(c.get('shop'), c.req.valid('query')), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/people/{id}',
      tags,
      summary: 'Somebody with what they ordered, rated and wrote',
      ...forStaff,
      request: { params },
      responses: { 200: answer('Who they are', Person), 400: notRight, 404: notThere, ...refusedStaff },
    }),
    async (c) => c.json(await readPerson(c.get('shop'), c.req.valid('param').id), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/people/{id}/export',
      tags,
      summary: 'All that is kept of somebody, who has asked for it',
      ...forFreshOwner,
      request: { params },
      responses: { 200: answer('All of it', PersonFile), 400: notRight, 404: notThere, ...refusedStaff },
    }),
    async (c) => c.json(await exportPerson(c.get('shop'), c.get('staff'), c.req.valid('param').id), 200),
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
        body: { required: true, content: { 'application/json': { schema: Erasing } } },
      },
      responses: {
        200: answer('They are forgotten.', Erased),
        400: notRight,
        404: notThere,
        ...refusedStaff,
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await erasePerson(c.get('shop'), c.get('staff'), id, c.req.valid('json')), 200);
    },
  );
