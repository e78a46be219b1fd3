/**
 * The responses of every API operation: their fields and headers, and requests that another site can make a shopper's browser
 * send. e2e/headers.spec.ts covers the headers of pages.
 */
import { describe, expect } from 'vitest';
import { it } from '../fixtures/world.ts';
import { access } from './access.ts';
import { adminAccess } from './admin-access.ts';
import { describedOperations, schemaErrors } from './described-operations.ts';
import { rolledBackApp, seedEverything } from './seeded.ts';

const { operations } = await describedOperations();

const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
/** Headers that expose software or source maps, that set cookies, or that let another site's script read a response. */
const never = /^(x-powered-by|server|via|set-cookie|(x-)?sourcemap|access-control-.*)$/;

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

describe('every API operation', { timeout: 120_000 }, () => {
  it('sends its callers exactly the described fields, and security headers with each success and problem', async ({
    shop,
  }) => {
    const { send } = rolledBackApp(shop);
    const { exampleOf } = await seedEverything(shop);
    for (const { name, method, needsAuth, responses: schemas } of operations) {
      const example = exampleOf(name);
      const origin = { origin: 'https://evil.example' };
      const responses = [
        await send(method, example, origin),
        await send(method, example, origin, '{'),
        await send(method, example, origin, 'x'.repeat(70_000)),
        await send(method, example, { ...origin, authorization: 'Bearer unknown-unknown-unknown' }),
      ];
      const expectedStatus = (access[name] ?? adminAccess[name])?.status ?? 200;
      for (const [index, response] of responses.entries()) {
        const { status, headers } = response;
        const title = `${name} ${status}`;
        const text = await response.text();
        expect(Object.fromEntries(headers), title).toMatchObject(always);
        expect(
          [...headers.keys()].filter((header) => never.test(header)),
          title,
        ).toEqual([]);
        const cacheControl = headers.get('cache-control') ?? 'no header';
        const mayBeCached = method === 'GET' && !needsAuth && status === 200;
        if (!mayBeCached) expect(cacheControl, title).toMatch(/^(no-store|no header)$/);
        if (needsAuth || status >= 400) expect(cacheControl, title).toBe('no-store');
        expect(headers.get('x-request-id'), title).toMatch(/^[\w-]{10,64}$/);
        expect(text, title).not.toMatch(/node_modules|\.server\.ts|at Object\.|\/work\/|select .* from/);
        if (index > 0) continue;
        expect(status, `${name} ${text}`).toBe(expectedStatus);
        if (headers.get('content-type')?.startsWith('application/json'))
          expect(schemaErrors(JSON.parse(text), schemas.get(status)), name).toEqual([]);
      }
    }
  });

  it('cannot be called with a cookie or by a form of another site', async ({ shop }) => {
    const { send } = rolledBackApp(shop);
    const { exampleOf } = await seedEverything(shop);
    for (const { name, method, needsAuth, body } of operations) {
      if (method === 'GET' || !(needsAuth || body?.kind === 'json')) continue;
      const { token, ...example } = exampleOf(name);
      for (const [kind, write] of simpleBodies) {
        const headers = { origin: 'null', 'content-type': kind, cookie: `token=${token}` };
        const sent = write(example.body ?? {});
        const { status } = await send(method, { ...example, token: undefined }, headers, sent);
        expect(needsAuth ? [401] : [404, 415], `${name} ${kind}`).toContain(status);
      }
    }
  });

  it('responds to other methods, and thus to preflight requests, with 405 and the supported methods', async ({
    shop,
  }) => {
    const { app } = rolledBackApp(shop);
    for (const { path } of operations) {
      const url = path.replaceAll(/\{\w+\}/g, 'x');
      const methodsOf = (isSame: (path: string) => boolean) =>
        operations.filter((operation) => isSame(operation.path)).map(({ method }) => method);
      const supported = methodsOf((other) =>
        new RegExp(`^${other.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url),
      );
      for (const method of methods.filter((other) => !supported.includes(other))) {
        const headers = { origin: 'null', 'access-control-request-method': 'POST' };
        const response = await app.request(`/api${url}`, { method, headers });
        expect(response.status, `${method} ${path}`).toBe(405);
        expect(
          [...response.headers.keys()].filter((name) => never.test(name)),
          path,
        ).toEqual([]);
        const allowed = response.headers.get('allow')?.split(', ') ?? [];
        expect(allowed, path).toEqual(expect.arrayContaining(methodsOf((other) => other === path)));
        expect(allowed, path).not.toContain(method);
      }
    }
  });
});
