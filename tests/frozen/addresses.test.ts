/**
 * Names that exist outside the code and must not change when names in the code change:
 * - page paths, in bookmarks and emails
 * - webhook paths, in merchants' accounts at Razorpay and Shiprocket
 * - environment variables, on merchants' servers
 * - storage keys, in customers' browsers
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { describedOperations, valueAt } from '../security/described-operations.ts';
import { appFolder, findAll, readSources, root } from './app-folder.ts';

const sources = readSources();
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const pagePaths = [
  ...['/', '/*', '/:category', '/:category/:slug/:proId', '/account', '/account-form', '/cart'],
  ...['/category', '/checkout', '/craft/:craft', '/fabric/:fabric', '/legal-policies', '/login'],
  ...['/orderdetail/:proId', '/our-story', '/privacy-policy', '/products/:proId', '/profile'],
  ...['/reach-us', '/return-policy', '/search', '/shipping-policy', '/terms-and-conditions'],
  ...['/wishlist', '/wishlist/shared/:key'],
];

/** Lists the paths in React Router's routes. A route without a path is only the layout of its children. */
function pathsOf(routes: unknown, above = ''): string[] {
  return (Array.isArray(routes) ? routes : []).flatMap((route: unknown) => {
    const own = valueAt(route, 'path');
    const full = typeof own === 'string' ? `${above}/${own}` : above;
    const children = pathsOf(valueAt(route, 'children'), full);
    const isPage = typeof own === 'string' || valueAt(route, 'index') === true;
    return isPage ? [full || '/', ...children] : children;
  });
}

it('keeps the recorded paths of pages', async () => {
  const table: unknown = await import(pathToFileURL(path.join(root, appFolder, 'routes.ts')).href);
  const paths = pathsOf(valueAt(table, 'default'));
  // The names of path parameters may change, because URLs do not contain them.
  const unnamed = (found: string[]) => found.map((one) => one.replaceAll(/:\w+/g, ':')).sort();
  expect(unnamed(paths.filter((one) => !one.startsWith('/admin')))).toEqual(unnamed(pagePaths));
  // The paths of the admin may change, so only their number is recorded.
  expect(paths.filter((one) => one.startsWith('/admin'))).toHaveLength(20);
});

it('keeps the recorded paths of webhooks', async () => {
  const { operations } = await describedOperations();
  const webhooks = operations.map(({ name }) => name).filter((name) => /hook/.test(name));
  expect(webhooks.sort()).toEqual(['POST /hooks/courier', 'POST /payment/webhook/{provider}']);
  for (const address of ['/api/payment/webhook/razorpay', '/api/hooks/courier'])
    expect(read('docs/running.md')).toContain(address);
  // The webhook path also contains the provider's name.
  expect(findAll(sources, /'(razorpay)'/g)).toEqual(['razorpay']);
});

const variables = [
  ...['ADMIN_EMAIL', 'ALLOW_PRETEND', 'DATABASE_URL', 'DATA_DIR', 'GOOGLE_CLIENT_ID', 'HOST'],
  ...['LOG_LEVEL', 'MAIL_FROM', 'METRICS_TOKEN', 'NODE_ENV', 'PORT', 'PUBLIC_URL', 'RAZORPAY_KEY_ID'],
  ...['RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET', 'SHIPROCKET_EMAIL', 'SHIPROCKET_PASSWORD'],
  ...['SHIPROCKET_PICKUP', 'SHIPROCKET_URL', 'SHIPROCKET_WEBHOOK_TOKEN', 'SHOP_SECRET', 'SMTP_URL'],
  ...['TRUSTED_PROXIES', 'UPLOADS_S3_BUCKET', 'UPLOADS_S3_ENDPOINT', 'UPLOADS_S3_KEY_ID'],
  ...['UPLOADS_S3_REGION', 'UPLOADS_S3_SECRET', 'WEB_CONCURRENCY'],
];

it('reads the recorded environment variables and no others', () => {
  const server = sources.filter(({ file }) => file.includes('.server.'));
  // In the schema of the configuration, a variable has the form ` PORT: z…`.
  expect(findAll(server, /^ +([A-Z][A-Z0-9_]{3,}): /gm)).toEqual(variables);
  const readDirectly = findAll(sources, /process\.env\.(\w+)/g);
  expect(readDirectly.filter((name) => !variables.includes(name))).toEqual([]);
});

it('mentions every environment variable in .env.example, in docs/running.md and in the files for Docker', () => {
  const example = [...read('.env.example').matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name = '']) => name);
  expect(example.filter((name) => !variables.includes(name))).toEqual(['POSTGRES_PASSWORD']);
  // The URL of a stand-in for Shiprocket is for tests and drills only.
  const forMerchants = variables.filter((name) => name !== 'SHIPROCKET_URL');
  for (const name of forMerchants) expect(read('docs/running.md')).toContain(`\`${name}\``);
  // compose.yaml and the Dockerfile set the database, the address and the folder.
  const byCompose = ['DATABASE_URL', 'DATA_DIR', 'HOST', 'NODE_ENV', 'PORT'];
  expect(example.filter((name) => name !== 'POSTGRES_PASSWORD').sort()).toEqual(
    forMerchants.filter((name) => !byCompose.includes(name)),
  );
  for (const name of byCompose) expect(read('compose.yaml') + read('Dockerfile')).toContain(name);
});

/** Includes the keys of the admin, because a renamed key would lose stored drafts and sessions. */
const storageKeys = [
  ...['guestCart', 'tanabana.attempt', 'tanabana.cartVersion', 'tanabana.codeSent'],
  ...['tanabana.delivery', 'tanabana.device', 'tanabana.door', 'tanabana.guestCart'],
  ...['tanabana.guestCart.name', 'tanabana.guestCart.tried', 'tanabana.lite', 'tanabana.piece.'],
  ...['tanabana.staff', 'tanabana.token', 'tanabana.user', 'tanabana.wish'],
];

it('stores data in the browser only under the recorded keys, and sets no cookie', () => {
  const browser = sources.filter(({ file }) => !file.includes('.server.'));
  expect(findAll(browser, /['"`](guestCart|tanabana\.[\w.]*)/g)).toEqual(storageKeys);
  const inlineKeys = /(?:(?:local|session)Storage\.\w+|locks\.request|caches\.open)\(['"`]([^'"`]*)/g;
  expect(findAll(browser, inlineKeys)).toEqual(['tanabana.guestCart']);
  const otherStorage = /\b(document\.cookie|cookieStore|indexedDB|BroadcastChannel|caches)\b/g;
  expect(findAll(browser, otherStorage)).toEqual([]);
  // The server sets no cookie. It only checks whether a response has one.
  const setting = /(?:setCookie\(|(?:append|set|header)\(\s*['"](?:set-)?cookie['"])/gi;
  expect(findAll(sources, setting)).toEqual([]);
});
