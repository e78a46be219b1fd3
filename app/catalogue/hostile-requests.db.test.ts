import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { it } from '../../tests/fixtures/world.ts';
import { ProblemBody } from '../foundation/http/http.server.ts';

const Described = z.object({
  paths: z.record(
    z.string(),
    z.object({
      get: z
        .object({ parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]) })
        .optional(),
    }),
  ),
});

const evil = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '\u0000', 'Sarees\u0000', '\ud800', '\udfff\ud800', '..', '%', '%%%'],
    ...["'; drop table products; --", '{"$ne":null}', '-1', '1e309', 'NaN', '0x10', '9999999999999999999999'],
    ...['__proto__', 'constructor', 'a'.repeat(10_000), 'साड़ी'.repeat(2000), ','.repeat(900)],
    ...['Sarees', 'TB-SAR-001', 'silk'],
  ),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
);

/** A value in a URL, encoded by a browser or malformed on purpose. */
const written = fc.oneof(
  evil.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom('%', '%ZZ', '%E0%A4%A', '%C0%80', '%ED%A0%80', '%FF%FE', '%25%30%30', '%00', '%2e%2e', '+'),
  fc.string({ maxLength: 40 }).map((text) => text.replace(/[/?#]/g, '')),
);

const names = [
  ...'limit offset sort catName color fabric type craft pattern availability query'.split(' '),
  'limit[]',
  'color[$gt]',
  '__proto__',
  '%00',
];
const queries = fc.array(fc.tuple(fc.constantFrom(...names), written), { maxLength: 5 });

describe('hostile requests [S-API-02]', () => {
  it('cause no server error, and get a problem response with a message', {
    timeout: 60_000,
  }, async ({ app }) => {
    const description = await app.request('/api/openapi.json');
    const { paths } = Described.parse(await description.json());
    const getPaths = Object.entries(paths).flatMap(([path, { get }]) => (get ? [path] : []));
    expect(getPaths.length).toBeGreaterThanOrEqual(15);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...getPaths), written, queries, async (path, value, query) => {
        const search = query.map(([name, text]) => `${name}=${text}`).join('&');
        const url = new URL(`/api${path.replace(/\{\w+\}/, () => value)}?${search}`, 'http://shop.test');
        const response = await app.request(url.href);
        expect(response.status, url.href).toBeLessThan(500);
        if (response.status < 400 || !url.pathname.startsWith('/api/')) return;
        expect(response.headers.get('content-type'), url.href).toBe('application/problem+json');
        expect(ProblemBody.parse(await response.json()).message).not.toBe('');
      }),
      { seed: 2, numRuns: 400 },
    );
  });
});
