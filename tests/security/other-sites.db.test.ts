/** What another site can make a visitor's browser send: forms, texts that are JSON, and what a script may ask for. */
import { describe, expect } from 'vitest';
import { it } from '../fixtures/world.ts';
import { describedOperations } from './operations.ts';
import { rolledBackApp, seedEverything } from './seeded.ts';

const { operations } = await describedOperations();
const writes = operations.filter(({ method }) => method !== 'GET');
const paths = [...new Set(operations.map(({ path }) => path))];

/** What a browser sends across sites without asking first. */
const simple = [
  ['text/plain', JSON.stringify],
  ['text/plain;charset=UTF-8', JSON.stringify],
  ['application/x-www-form-urlencoded', () => 'quantity=1&email=asha%40example.in'],
  [
    'multipart/form-data; boundary=x',
    () => '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
  ],
] as const;
const origins = ['https://evil.example', 'null', 'http://shop.test.evil.example'];

/** What would let another site's script read an answer. */
const lettingIn = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('another site', { timeout: 120_000 }, () => {
  it('may read no answer of any call, and is let through by no preflight', async ({ shop }) => {
    const { app, andRolledBack } = rolledBackApp(shop);
    const exampleOf = await seedEverything(shop);
    for (const [at, { name, method }] of operations.entries()) {
      const { path, body, token } = exampleOf(name);
      for (const origin of origins.slice(at % 3, (at % 3) + 1)) {
        const preflight = await app.request(`/api${path}`, {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': method,
            'access-control-request-headers': 'authorization, content-type',
          },
        });
        expect(preflight.status, name).toBe(405);
        expect(lettingIn(preflight.headers), name).toEqual([]);
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
      expect(lettingIn(response.headers), name).toEqual([]);
      expect(response.headers.get('cross-origin-resource-policy'), name).toBe('same-origin');
    }
  });

  it('does nothing in anybody’s name: no token is sent, and a cookie opens nothing', async ({ shop }) => {
    const { app, andRolledBack } = rolledBackApp(shop);
    const exampleOf = await seedEverything(shop);
    for (const { name, method, needsAuth } of writes.filter(({ needsAuth }) => needsAuth)) {
      const { path, body, token } = exampleOf(name);
      for (const [kind, write] of simple) {
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

  it('posts no form to a public call: a body is JSON, or it is not read', async ({ shop }) => {
    const { app, andRolledBack } = rolledBackApp(shop);
    const exampleOf = await seedEverything(shop);
    const open = writes.filter(({ needsAuth, body }) => !needsAuth && body?.kind === 'json');
    expect(open.length).toBeGreaterThan(5);
    for (const { name, method } of open) {
      const { path, body } = exampleOf(name);
      for (const [kind, write] of simple) {
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

describe('a call by another method', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'PROPFIND', 'LOCK'];

  const fits = (path: string, address: string) =>
    new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address);

  it('is answered 405, with those that there are', async ({ shop }) => {
    const { app } = rolledBackApp(shop);
    for (const path of paths) {
      const address = path.replaceAll(/\{\w+\}/g, 'x');
      const described = operations.filter((one) => one.path === path).map(({ method }) => method);
      const taken = operations.filter((one) => fits(one.path, address)).map(({ method }) => method);
      for (const method of methods.filter((one) => !taken.includes(one))) {
        const response = await app.request(`/api${address}`, { method });
        expect(response.status, `${method} ${path}`).toBe(405);
        const allowed = response.headers.get('allow')?.split(', ') ?? [];
        expect(allowed, path).toEqual(expect.arrayContaining(described));
        expect(allowed, path).not.toContain(method);
      }
    }
  });
});
