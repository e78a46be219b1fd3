/** The headers of every call of the shop, whatever it answers. Pages have theirs in e2e/headers.spec.ts. */
import { describe, expect } from 'vitest';
import { it } from '../fixtures/world.ts';
import { describedOperations } from './operations.ts';
import { rolledBackApp, seedEverything } from './seeded.ts';

const { operations } = await describedOperations();

const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
/** What tells a stranger of which parts a shop is made, or keeps something in a browser that nobody asked for. */
const never = ['x-powered-by', 'server', 'via', 'set-cookie', 'sourcemap', 'x-sourcemap'];

describe('every call', { timeout: 120_000 }, () => {
  it('answers, refuses and breaks off with the same headers, and what is somebody’s own is kept by nobody', async ({
    shop,
  }) => {
    const { app, andRolledBack } = rolledBackApp(shop);
    const exampleOf = await seedEverything(shop);
    for (const { name, method, needsAuth } of operations) {
      const { path, body, token } = exampleOf(name);
      const ask = (sent: string, headers: Record<string, string>) =>
        andRolledBack(async () =>
          app.request(`/api${path}`, {
            method,
            headers: { 'content-type': 'application/json', ...headers },
            ...(method === 'GET' ? {} : { body: sent }),
          }),
        );
      const own: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const responses = [
        await ask(JSON.stringify(body ?? {}), own),
        await ask('{', own),
        await ask('x'.repeat(70_000), own),
        await ask(JSON.stringify(body ?? {}), { authorization: 'Bearer nonsense-nonsense-nonsense' }),
      ];
      for (const response of responses) {
        const reported = `${name} ${response.status}`;
        expect(Object.fromEntries(response.headers), reported).toMatchObject(always);
        for (const header of never) expect(response.headers.has(header), `${reported} ${header}`).toBe(false);
        const mayBeKept = method === 'GET' && !needsAuth && response.status === 200;
        if (!mayBeKept)
          expect(response.headers.get('cache-control') ?? 'nothing said', reported).toMatch(
            /^(no-store|nothing said)$/,
          );
        if (needsAuth || response.status >= 400)
          expect(response.headers.get('cache-control'), reported).toBe('no-store');
        expect(response.headers.get('x-request-id'), reported).toMatch(/^[\w-]{10,64}$/);
        expect(await response.text(), reported).not.toMatch(
          /node_modules|\.server\.ts|at Object\.|\/work\/|select .* from/,
        );
      }
    }
  });
});
