import { Hono } from 'hono';
import type { ServerBuild } from 'react-router';
import { expect, it } from 'vitest';
import { pagePatternFinder, routePattern } from './route-patterns.server.ts';

const paths = [
  ['root', undefined, ''],
  ['home', 'root', undefined],
  ['search', 'root', 'search'],
  ['shared', 'root', 'wishlist/shared/:key'],
  ['admin-layout', 'root', undefined],
  ['order', 'admin-layout', 'admin/orders/:id'],
  ['content', 'admin-layout', 'admin/content/:part?'],
  ['lost', 'admin-layout', 'admin/*'],
  ['category', 'root', ':category'],
  ['product', 'root', ':category/:slug/:proId'],
  ['nothing', 'root', '*'],
] as const;
const routes = Object.fromEntries(
  paths.map(([id, parentId, path]) => [id, { id, parentId, path, module: { default: () => null } }]),
);
const build: Pick<ServerBuild, 'routes'> = { routes };

const app = new Hono();
app.get('/api/product/:id{[A-Z-]+}', (c) => c.text('a piece'));
app.post('/api/cart/add/:id', (c) => c.text('added'));
app.all('*', (c) => c.text('a page'));

it.each([
  ['/', '/'],
  ['/search', '/search'],
  ['/search/', '/search'],
  ['/Sarees', '/:category'],
  ['/Sarees/gulnar/TB-SAR-001', '/:category/:slug/:proId'],
  ['/Sarees/gulnar/TB-SAR-001.data', '/:category/:slug/:proId.data'],
  ['/_root.data', '/.data'],
  ['/wishlist/shared/a-key', '/wishlist/shared/:key'],
  ['/admin/orders/7', '/admin/orders/:id'],
  ['/admin/content', '/admin/content/:part?'],
  ['/admin/content/texts', '/admin/content/:part?'],
  ['/admin/where/to', '/admin/*'],
  ['/one/two', '*'],
  ['/%E0%A4%A', '/:category'],
])('returns for the path %s the route pattern %s', (path, pattern) => {
  expect(routePattern(app, 'GET', path, pagePatternFinder(build))).toBe(pattern);
});

it.each([
  ['GET', '/api/product/TB-SAR', '/api/product/:id'],
  ['HEAD', '/api/product/TB-SAR', '/api/product/:id'],
  ['POST', '/api/cart/add/x', '/api/cart/add/:id'],
])('returns for the request %s %s the pattern of its endpoint %s', (method, path, pattern) => {
  expect(routePattern(app, method, path, pagePatternFinder(build))).toBe(pattern);
});
