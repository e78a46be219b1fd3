/** Response headers of every URL in the route table, and URLs that must not be found. */
import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '../../app/routes.ts';
import { expect, test } from './support/test.ts';

/** Example values for the parameters in route paths. */
const examples: Record<string, string> = {
  category: 'Sarees',
  slug: 'gulnar-banarasi-katan-silk-saree',
  proId: 'TB-SAR-001',
  craft: 'Ikat',
  fabric: 'Linen',
  key: 'x'.repeat(22),
  id: '7a6bd4f6-8a54-4d3a-9e1b-0c1f5f0a6c11',
  'part?': 'words',
  lost: 'lost',
  way: 'way',
};

function addresses(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, index, children = [] }) => [
    ...(path === undefined && !index ? [] : [`/${path ?? ''}`]),
    ...addresses(children),
  ]);
}

const paths = addresses(routes).map((path) =>
  path
    .replaceAll(/:([\w?]+)/g, (_, name: string) => examples[name] ?? 'no-example')
    .replace('*', 'no/such/page'),
);

/** URLs that are missing in the route table. */
const others = `
  /admin/orders.data /_root.data /%E0%A4%A /api/category/get-all /uploads/hero-1.jpg /favicon.svg
  /assets/none.js /Login`;

test('every response has the security headers, also a redirect and an error', async ({ request }) => {
  test.slow();
  expect(paths.length).toBeGreaterThan(35);
  expect(paths.filter((path) => path.includes('no-example'))).toEqual([]);
  for (const path of [...paths, ...others.trim().split(/\s+/)]) {
    const response = await request.get(path, { maxRedirects: 0 });
    const headers = response.headers();
    expect(response.status(), path).toBeLessThan(500);
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['permissions-policy'], path).toContain('camera=()');
    for (const never of ['x-powered-by', 'server', 'set-cookie', 'access-control-allow-origin', 'sourcemap'])
      expect(headers[never], `${path} ${never}`).toBeUndefined();
    if (path.startsWith('/admin')) expect(headers['cache-control'], path).toBe('no-store');
    if (!headers['content-type']?.startsWith('text/html') || response.status() >= 300) continue;
    const policy = headers['content-security-policy'] ?? '';
    for (const part of ['default-src', 'object-src', 'base-uri', 'frame-ancestors'])
      expect(policy, path).toContain(`${part} 'none'`);
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
    expect(scripts, path).not.toMatch(/unsafe-|\*|https?:|data:|blob:/);
    expect(await response.text(), path).not.toMatch(/ on(click|load|error|focus)=|<base |javascript:/i);
  }
});

test('URLs of internal files and endpoints respond with 400 or 404, or with a redirect', async ({
  request,
}) => {
  const hidden = `
    /.git/config /.git/HEAD /.env /.env.local /.DS_Store /package.json /package-lock.json /app/server.ts
    /server/index.js /build/server/index.js /build/client/ /node_modules/hono/ /data/postgres/PG_VERSION
    /data/secret /uploads/ /assets/ /assets/.vite/manifest.json /.vite/manifest.json
    /migrations/meta/_journal.json /metrics /debug /server-status /wp-login.php
    /.well-known/../.git/config /assets/..%2f..%2fpackage.json /api/.env /api/debug /__manifest`;
  for (const path of hidden.trim().split(/\s+/)) {
    const response = await request.get(path, { maxRedirects: 0 });
    expect([301, 308, 400, 404], `${path}: ${response.status()}`).toContain(response.status());
    expect(await response.text(), path).not.toMatch(
      /"dependencies"|\[core\]|SMTP_URL|createServer|"entries"/,
    );
  }
});
