/** The headers of every response of the API, errors included. e2e/headers.spec.ts covers pages. */
import { describe, expect } from 'vitest';
import { it } from '../fixtures/world.ts';
import { describedOperations } from './described-operations.ts';
import { rolledBackApp, seedEverything } from './seeded.ts';

const { operations } = await describedOperations();

const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
/** Headers that expose software or source maps, or that set cookies. */
const never = ['x-powered-by', 'server', 'via', 'set-cookie', 'sourcemap', 'x-sourcemap'];

describe('every API operation', { timeout: 120_000 }, () => {
  it('sends the security headers with every success and every problem', async ({ shop }) => {
    const { send } = rolledBackApp(shop);
    const exampleOf = await seedEverything(shop);
    for (const { name, method, needsAuth } of operations) {
      const example = exampleOf(name);
      const responses = [
        await send(method, example),
        await send(method, example, {}, '{'),
        await send(method, example, {}, 'x'.repeat(70_000)),
        await send(method, example, { authorization: 'Bearer unknown-unknown-unknown' }),
      ];
      for (const response of responses) {
        const title = `${name} ${response.status}`;
        expect(Object.fromEntries(response.headers), title).toMatchObject(always);
        for (const header of never) expect(response.headers.has(header), `${title} ${header}`).toBe(false);
        const mayBeCached = method === 'GET' && !needsAuth && response.status === 200;
        const cacheControl = response.headers.get('cache-control') ?? 'no header';
        if (!mayBeCached) expect(cacheControl, title).toMatch(/^(no-store|no header)$/);
        if (needsAuth || response.status >= 400) expect(cacheControl, title).toBe('no-store');
        expect(response.headers.get('x-request-id'), title).toMatch(/^[\w-]{10,64}$/);
        expect(await response.text(), title).not.toMatch(
          /node_modules|\.server\.ts|at Object\.|\/work\/|select .* from/,
        );
      }
    }
  });
});
