/** Requests that another site can make a shopper's browser send: forms, text that contains JSON, and scripts' requests. */
import { describe, expect } from 'vitest';
import { it } from '../fixtures/world.ts';
import { describedOperations } from './described-operations.ts';
import { rolledBackApp, seedEverything } from './seeded.ts';

const { operations } = await describedOperations();
const writes = operations.filter(({ method }) => method !== 'GET');
const paths = [...new Set(operations.map(({ path }) => path))];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'PROPFIND', 'LOCK'];

/** Content types that a browser sends to other sites without a preflight request. */
const simpleBodies = [
  ['text/plain', JSON.stringify],
  ['text/plain;charset=UTF-8', JSON.stringify],
  ['application/x-www-form-urlencoded', () => 'quantity=1&email=asha%40example.in'],
  [
    'multipart/form-data; boundary=x',
    () => '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
  ],
] as const;
const origins = ['https://evil.example', 'null', 'http://shop.test.evil.example'];

/** Lists the headers that let another site's script read a response. */
const corsHeaders = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('another site', { timeout: 120_000 }, () => {
  it('can read no response and passes no preflight request', async ({ shop }) => {
    const { app, send } = rolledBackApp(shop);
    const exampleOf = await seedEverything(shop);
    for (const [index, { name, method }] of operations.entries()) {
      const example = exampleOf(name);
      const preflight = await app.request(`/api${example.path}`, {
        method: 'OPTIONS',
        headers: {
          origin: origins[index % 3] ?? '',
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization, content-type',
        },
      });
      expect([preflight.status, corsHeaders(preflight.headers)], name).toEqual([405, []]);
      const { headers } = await send(method, example, { origin: 'https://evil.example' });
      expect(corsHeaders(headers), name).toEqual([]);
      expect(headers.get('cross-origin-resource-policy'), name).toBe('same-origin');
    }
  });

  it('can neither act for a customer by a cookie nor post a form', async ({ shop }) => {
    const { send } = rolledBackApp(shop);
    const exampleOf = await seedEverything(shop);
    for (const { name, method, needsAuth } of writes.filter(
      ({ needsAuth, body }) => needsAuth || body?.kind === 'json',
    )) {
      const { token, ...example } = exampleOf(name);
      for (const [kind, write] of simpleBodies) {
        const headers = { origin: 'null', 'content-type': kind, cookie: `token=${token}` };
        const sent = write(example.body ?? {});
        const { status } = await send(method, { ...example, token: undefined }, headers, sent);
        expect(needsAuth ? [401] : [404, 415], `${name} ${kind}`).toContain(status);
      }
    }
  });

  it('gets status 405 with the supported methods for a request with another method', async ({ shop }) => {
    const { app } = rolledBackApp(shop);
    for (const path of paths) {
      const url = path.replaceAll(/\{\w+\}/g, 'x');
      const methodsOf = (isSame: (path: string) => boolean) =>
        operations.filter((operation) => isSame(operation.path)).map(({ method }) => method);
      const supported = methodsOf((other) =>
        new RegExp(`^${other.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url),
      );
      for (const method of methods.filter((other) => !supported.includes(other))) {
        const response = await app.request(`/api${url}`, { method });
        expect(response.status, `${method} ${path}`).toBe(405);
        const allowed = response.headers.get('allow')?.split(', ') ?? [];
        expect(allowed, path).toEqual(expect.arrayContaining(methodsOf((other) => other === path)));
        expect(allowed, path).not.toContain(method);
      }
    }
  });
});
