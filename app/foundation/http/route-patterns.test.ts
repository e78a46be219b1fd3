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
  ['GET', '/', '/'],
  ['GET', '/search', '/search'],
  ['GET', '/search/', '/search'],
  ['GET', '/Sarees', '/:category'],
  ['GET', '/Sarees/gulnar/TB-SAR-001', '/:category/:slug/:proId'],
  ['GET', '/Sarees/gulnar/TB-SAR-001.data', '/:category/:slug/:proId.data'],
  ['GET', '/_root.data', '/.data'],
  ['GET', '/wishlist/shared/a-key', '/wishlist/shared/:key'],
  ['GET', '/admin/orders/7', '/admin/orders/:id'],
  ['GET', '/admin/content', '/admin/content/:part?'],
  ['GET', '/admin/content/texts', '/admin/content/:part?'],
  ['GET', '/admin/where/to', '/admin/*'],
  ['GET', '/one/two', '*'],
  ['GET', '/%E0%A4%A', '/:category'],
  ['GET', '/api/product/TB-SAR', '/api/product/:id'],
  ['HEAD', '/api/product/TB-SAR', '/api/product/:id'],
  ['POST', '/api/cart/add/x', '/api/cart/add/:id'],
])('returns the route pattern of the request %s %s: %s', (method, path, pattern) => {
  expect(routePattern(app, method, path, pagePatternFinder(build))).toBe(pattern);
});
