/** Requests that another site can make a shopper's browser send: forms, text that contains JSON, and scripts' requests. */
import { describe, expect } from 'vitest';
import { it } from '../fixtures/world.ts';
import { describedOperations } from './described-operations.ts';
import { rolledBackApp, seedEverything } from './seeded.ts';

const { operations } = await describedOperations();
const writes = operations.filter(({ method }) => method !== 'GET');
const paths = [...new Set(operations.map(({ path }) => path))];

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
    const { app, andRolledBack } = rolledBackApp(shop);
    const exampleOf = await seedEverything(shop);
    for (const [index, { name, method }] of operations.entries()) {
      const { path, body, token } = exampleOf(name);
      for (const origin of origins.slice(index % 3, (index % 3) + 1)) {
        const preflight = await app.request(`/api${path}`, {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': method,
            'access-control-request-headers': 'authorization, content-type',
          },
        });
        expect(preflight.status, name).toBe(405);
        expect(corsHeaders(preflight.headers), name).toEqual([]);
      }
      const response = await andRolledBack(async () =>
        app.request(`/api${path}`, {
          method,
          headers: {
            origin: 'https://evil.example',
            'content-type': 'application/json',
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          },
          ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
        }),
      );
      expect(corsHeaders(response.headers), name).toEqual([]);
      expect(response.headers.get('cross-origin-resource-policy'), name).toBe('same-origin');
    }
  });

  it('cannot act for a customer, because cookies give no access', async ({ shop }) => {
    const { app, andRolledBack } = rolledBackApp(shop);
    const exampleOf = await seedEverything(shop);
    for (const { name, method, needsAuth } of writes.filter(({ needsAuth }) => needsAuth)) {
      const { path, body, token } = exampleOf(name);
      for (const [kind, write] of simpleBodies) {
        const response = await andRolledBack(async () =>
          app.request(`/api${path}`, {
            method,
            headers: { origin: 'https://evil.example', 'content-type': kind, cookie: `token=${token}` },
            body: write(body ?? {}),
          }),
        );
        expect({ name, needsAuth, status: response.status }).toMatchObject({ status: 401 });
      }
    }
  });

  it('cannot post a form to a public endpoint', async ({ shop }) => {
    const { app, andRolledBack } = rolledBackApp(shop);
    const exampleOf = await seedEverything(shop);
    const publicWrites = writes.filter(({ needsAuth, body }) => !needsAuth && body?.kind === 'json');
    expect(publicWrites.length).toBeGreaterThan(5);
    for (const { name, method } of publicWrites) {
      const { path, body } = exampleOf(name);
      for (const [kind, write] of simpleBodies) {
        const response = await andRolledBack(async () =>
          app.request(`/api${path}`, {
            method,
            headers: { origin: 'null', 'content-type': kind },
            body: write(body ?? {}),
          }),
        );
        expect([404, 415], `${name} ${kind}`).toContain(response.status);
      }
    }
  });
});

describe('a request with another method', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'PROPFIND', 'LOCK'];

  const matches = (path: string, url: string) =>
    new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url);

  it('gets 405 with the allowed methods', async ({ shop }) => {
    const { app } = rolledBackApp(shop);
    for (const path of paths) {
      const url = path.replaceAll(/\{\w+\}/g, 'x');
      const described = operations.filter((operation) => operation.path === path).map(({ method }) => method);
      const supported = operations
        .filter((operation) => matches(operation.path, url))
        .map(({ method }) => method);
      for (const method of methods.filter((other) => !supported.includes(other))) {
        const response = await app.request(`/api${url}`, { method });
        expect(response.status, `${method} ${path}`).toBe(405);
        const allowed = response.headers.get('allow')?.split(', ') ?? [];
        expect(allowed, path).toEqual(expect.arrayContaining(described));
        expect(allowed, path).not.toContain(method);
      }
    }
  });
});
