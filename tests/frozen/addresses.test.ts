/**
 * The names by which the world outside knows the shop: bookmarks and links in e-mails (page paths), what merchants have
 * typed at Razorpay and Shiprocket (webhook addresses) and into their servers (environment variables), and what waits in
 * shoppers' browsers (storage keys). None of them changes with the names in the code.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { describedEndpoints, valueAt } from '../security/described-endpoints.ts';
import { appFolder, findAll, readSources, root } from './app-folder.ts';

const sources = readSources();
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const pagePaths = [
  '/',
  '/*',
  '/:category',
  '/:category/:slug/:proId',
  '/account',
  '/account-form',
  '/cart',
  '/category',
  '/checkout',
  '/craft/:craft',
  '/fabric/:fabric',
  '/legal-policies',
  '/login',
  '/orderdetail/:proId',
  '/our-story',
  '/privacy-policy',
  '/products/:proId',
  '/profile',
  '/reach-us',
  '/return-policy',
  '/search',
  '/shipping-policy',
  '/terms-and-conditions',
  '/wishlist',
  '/wishlist/shared/:key',
];

/** The paths of React Router's table of routes; a route without a file of its own path only lays out its children. */
function pathsOf(routes: unknown, above = ''): string[] {
  return (Array.isArray(routes) ? routes : []).flatMap((route: unknown) => {
    const own = valueAt(route, 'path');
    const here = typeof own === 'string' ? `${above}/${own}` : above;
    const children = pathsOf(valueAt(route, 'children'), here);
    const isPage = typeof own === 'string' || valueAt(route, 'index') === true;
    return isPage ? [here || '/', ...children] : children;
  });
}

it('pages have the same paths', async () => {
  const table: unknown = await import(pathToFileURL(path.join(root, appFolder, 'routes.ts')).href);
  const paths = pathsOf(valueAt(table, 'default'));
  // The places in a path may get other names: nobody outside sees them.
  const unnamed = (found: string[]) => found.map((one) => one.replaceAll(/:\w+/g, ':')).sort();
  expect(unnamed(paths.filter((one) => !one.startsWith('/admin')))).toEqual(unnamed(pagePaths));
  // Those of the back office will change; none of them may get lost.
  expect(paths.filter((one) => one.startsWith('/admin'))).toHaveLength(20);
});

it('webhooks have the same addresses, which merchants have typed elsewhere', async () => {
  const { endpoints } = await describedEndpoints();
  const webhooks = endpoints.map(({ name }) => name).filter((name) => /hook/.test(name));
  expect(webhooks.sort()).toEqual(['POST /hooks/courier', 'POST /payment/webhook/{provider}']);
  const input = ['/api/payment/webhook/razorpay', '/api/hooks/courier'];
  for (const guide of ['docs/running.md'])
    for (const address of input) expect(read(guide)).toContain(address);
  // The provider's part of the address.
  expect(findAll(sources, /'(razorpay)'/g)).toEqual(['razorpay']);
});

const variables = [
  'ADMIN_EMAIL',
  'ALLOW_PRETEND',
  'DATABASE_URL',
  'DATA_DIR',
  'GOOGLE_CLIENT_ID',
  'HOST',
  'LOG_LEVEL',
  'MAIL_FROM',
  'METRICS_TOKEN',
  'NODE_ENV',
  'PORT',
  'PUBLIC_URL',
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'SHIPROCKET_EMAIL',
  'SHIPROCKET_PASSWORD',
  'SHIPROCKET_PICKUP',
  'SHIPROCKET_URL',
  'SHIPROCKET_WEBHOOK_TOKEN',
  'SHOP_SECRET',
  'SMTP_URL',
  'TRUSTED_PROXIES',
  'UPLOADS_S3_BUCKET',
  'UPLOADS_S3_ENDPOINT',
  'UPLOADS_S3_KEY_ID',
  'UPLOADS_S3_REGION',
  'UPLOADS_S3_SECRET',
  'WEB_CONCURRENCY',
];

it('the shop reads the same environment variables', () => {
  const server = sources.filter(({ file }) => file.includes('.server.'));
  // As the schema of the settings names them: `  PORT: z…`.
  expect(findAll(server, /^ +([A-Z][A-Z0-9_]{3,}): /gm)).toEqual(variables);
  const readDirectly = findAll(sources, /process\.env\.(\w+)/g);
  expect(readDirectly.filter((name) => !variables.includes(name))).toEqual([]);
});

it('merchants find the same variables in the example and in the guides', () => {
  const example = [...read('.env.example').matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name = '']) => name);
  expect(example.filter((name) => !variables.includes(name))).toEqual(['POSTGRES_PASSWORD']);
  // A stand-in for Shiprocket is for tests and drills only.
  const forMerchants = variables.filter((name) => name !== 'SHIPROCKET_URL');
  for (const name of forMerchants) expect(read('docs/running.md')).toContain(`\`${name}\``);
  // compose.yaml gives the database, the address and the folder.
  const byCompose = ['DATABASE_URL', 'DATA_DIR', 'HOST', 'NODE_ENV', 'PORT'];
  expect(example.filter((name) => name !== 'POSTGRES_PASSWORD').sort()).toEqual(
    forMerchants.filter((name) => !byCompose.includes(name)),
  );
  for (const name of byCompose) expect(read('compose.yaml') + read('Dockerfile')).toContain(name);
});

/** With the keys of the back office: there a draft or a session would get lost. */
const storageKeys = [
  'guestCart',
  'tanabana.attempt',
  'tanabana.cartVersion',
  'tanabana.codeSent',
  'tanabana.delivery',
  'tanabana.device',
  'tanabana.door',
  'tanabana.guestCart',
  'tanabana.guestCart.name',
  'tanabana.guestCart.tried',
  'tanabana.lite',
  'tanabana.piece.',
  'tanabana.staff',
  'tanabana.token',
  'tanabana.user',
  'tanabana.wish',
];

it('browsers keep what is theirs under the same keys', () => {
  const browser = sources.filter(({ file }) => !file.includes('.server.'));
  expect(findAll(browser, /['"`](guestCart|tanabana\.[\w.]*)/g)).toEqual(storageKeys);
});

it('browsers keep nothing under a key that is written where it is used, nor anywhere else', () => {
  const browser = sources.filter(({ file }) => !file.includes('.server.'));
  const inPlace = /(?:(?:local|session)Storage\.\w+|locks\.request|caches\.open)\(['"`]([^'"`]*)/g;
  expect(findAll(browser, inPlace)).toEqual(['tanabana.guestCart']);
  const otherKeepers = /\b(document\.cookie|cookieStore|indexedDB|BroadcastChannel|caches)\b/g;
  expect(findAll(browser, otherKeepers)).toEqual([]);
  // The server sets no cookie either: it only looks whether an answer has one.
  const setting = /(?:setCookie\(|(?:append|set|header)\(\s*['"](?:set-)?cookie['"])/gi;
  expect(findAll(sources, setting)).toEqual([]);
});
