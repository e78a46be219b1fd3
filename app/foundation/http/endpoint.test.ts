import { tmpdir } from 'node:os';
import { z } from '@hono/zod-openapi';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Hono } from 'hono';
import { expect, it, vi } from 'vitest';
import { shopWithFixtures } from '../../../tests/fixtures/shop.ts';
import { type Access, anyone, type Endpoint, endpoint, router } from './endpoint.server.ts';
import { errorResponse, type ShopEnv } from './http.server.ts';
import { problem } from './problem.ts';

const NoSuchThing = problem('no-such-thing', 404, 'There is no such thing.');
const NotKnown = problem('not-known', 401, 'Please say who you are.');
const Thing = z.object({ name: z.string() }).openapi('Thing');

const member: Access<{ name: string }> = {
  security: [{ bearer: [] }],
  problems: [NotKnown],
  caller(c) {
    const name = c.req.header('authorization');
    if (!name) throw NotKnown();
    return { name };
  },
};

const readThing = endpoint({
  id: 'readThing',
  method: 'get',
  path: '/thing/{id}',
  summary: 'Read a thing',
  access: anyone,
  params: z.object({ id: z.string() }),
  response: Thing,
  problems: [NoSuchThing],
  run({ params }) {
    if (params.id === '0') throw NoSuchThing();
    if (params.id === '1') throw NotKnown();
    if (params.id === '2') throw Object.assign(new Error('refused by another service'), { status: 403 });
    return { name: params.id };
  },
});

const saveThing = endpoint({
  id: 'saveThing',
  method: 'put',
  path: '/thing',
  summary: 'Save a thing',
  access: member,
  body: z.object({ size: z.number().default(1) }),
  bodyMayBeEmpty: true,
  response: Thing,
  run: ({ name, body, client }) => ({ name: `${name} ${body.size} ${client.address} ${client.browser}` }),
});

function serve(...endpoints: Endpoint[]) {
  const shop = shopWithFixtures(drizzle('postgresql://user@127.0.0.1:1/nowhere'), tmpdir());
  const log = vi.spyOn(shop.log, 'error');
  const app = new Hono<ShopEnv>();
  app.onError(errorResponse);
  app.use(async (c, next) => {
    c.set('shop', shop);
    c.set('requestId', 'r');
    c.set('clientAddress', '203.0.113.7');
    await next();
  });
  app.route('/', router('Things', endpoints));
  return { app, log };
}

const asAsha = { authorization: 'Asha', 'content-type': 'application/json', 'user-agent': 'Firefox' };

/** Sends `body` to the endpoint `saveThing`, by default with the headers of Asha. */
const put = (body: string, headers: Record<string, string> = asAsha) =>
  serve(saveThing).app.request('/thing', { method: 'PUT', body, headers });

it('checks access before it validates the input, and forbids caching of private responses', async () => {
  expect((await put('{', {})).status).toBe(401);
  const response = await put('{"size":3}');
  expect(await response.json()).toEqual({ name: 'Asha 3 203.0.113.7 Firefox' });
  expect(response.headers.get('cache-control')).toBe('no-store');
});

it.each(['', ' \n'])('treats the blank body %j as an empty object if the body is optional', async (body) => {
  expect(await (await put(body)).json()).toEqual({ name: 'Asha 1 203.0.113.7 Firefox' });
});

it('logs a problem only if the endpoint does not declare it', async () => {
  const { app, log } = serve(readThing);
  expect((await app.request('/thing/0')).status).toBe(404);
  expect(log).not.toHaveBeenCalled();
  expect((await app.request('/thing/1')).status).toBe(401);
  expect(log).toHaveBeenCalledWith({ endpoint: 'readThing', problem: 'not-known' }, expect.any(String));
});

it('responds 500 if the handler throws another service’s error with the status 403', async () => {
  const { app, log } = serve(readThing);
  const response = await app.request('/thing/2');
  expect([response.status, await response.json()]).toMatchObject([500, { title: 'broken' }]);
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ path: '/thing/2' }), 'request failed');
});

it('describes the operation id, the security and the problems of an endpoint in the OpenAPI document', () => {
  const info = { title: 'Things', version: '1' };
  const things = router('Things', [readThing, saveThing]);
  const { paths } = things.getOpenAPI31Document({ openapi: '3.1.0', info });
  expect(paths?.['/thing/{id}']?.get).toMatchObject({
    ...{ operationId: 'readThing', tags: ['Things'], summary: 'Read a thing', security: [] },
    responses: {
      200: { description: 'OK' },
      400: { description: '`bad-input`: Something in the request is not right.' },
      404: { description: '`no-such-thing`: There is no such thing.' },
    },
  });
  expect(paths?.['/thing']?.put).toMatchObject({
    security: [{ bearer: [] }],
    requestBody: { required: false },
    responses: { 401: { description: '`not-known`: Please say who you are.' } },
  });
});
