import { OpenAPIHono } from '@hono/zod-openapi';
import { admin } from './admin/endpoints.server.ts';
import { cartEndpoints } from './cart/endpoints.server.ts';
import { catalogueEndpoints } from './catalogue/endpoints.server.ts';
import { checkoutEndpoints } from './checkout/endpoints.server.ts';
import { contentEndpoints } from './content/endpoints.server.ts';
import { customerEndpoints } from './customers/endpoints.server.ts';
import { apiDocs, apiDocsStyle } from './foundation/http/api-docs.server.ts';
import {
  errorResponse,
  methodNotAllowedResponse,
  notFoundResponse,
  type ShopEnv,
} from './foundation/http/http.server.ts';
import { messageEndpoints } from './messages/endpoints.server.ts';
import { orderEndpoints } from './orders/endpoints.server.ts';
import { reviewEndpoints } from './reviews/endpoints.server.ts';
import { shippingEndpoints } from './shipping/endpoints.server.ts';
import { wishlistEndpoints } from './wishlist/endpoints.server.ts';

const about = {
  openapi: '3.1.0',
  info: {
    title: 'Tanabana',
    version: '1.0.0',
    license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
    description:
      'The API of the shop. Money is in rupees. A failed request is answered by `application/problem+json` with `message` and `errors`.',
  },
  servers: [{ url: '/api' }],
};

/** Every module's endpoints, and their OpenAPI description. It knows no shop, so every app of a process shares it. */
export const api = buildApi();

function buildApi() {
  const calls = new OpenAPIHono<ShopEnv>()
    .route('/', catalogueEndpoints)
    .route('/', contentEndpoints)
    .route('/', customerEndpoints)
    .route('/', wishlistEndpoints)
    .route('/', cartEndpoints)
    .route('/', shippingEndpoints)
    .route('/', orderEndpoints)
    .route('/', checkoutEndpoints)
    .route('/', reviewEndpoints)
    .route('/', messageEndpoints)
    .route('/', admin);
  calls.openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  for (const name of ['staff', 'pendingStaff'])
    calls.openAPIRegistry.registerComponent('securitySchemes', name, { type: 'http', scheme: 'bearer' });
  const described = calls.getOpenAPI31Document(about);
  const app = new OpenAPIHono<ShopEnv>();
  app.onError(errorResponse);
  app.use(async (c, next) => {
    await next();
    // What is somebody's own has said already that nobody may keep it.
    if (c.req.method === 'GET' && c.res.status === 200 && !c.res.headers.has('cache-control'))
      c.header('cache-control', 'public, max-age=0, must-revalidate');
  });
  app.get('/openapi.json', (c) => c.json(described));
  app.get('/docs', (c) => {
    c.header(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    return c.html(apiDocs(described));
  });
  app.get('/docs.css', (c) => c.body(apiDocsStyle, 200, { 'content-type': 'text/css; charset=utf-8' }));
  app.route('/', calls);
  // A path of words goes before one with a place for any word, which it fits as well.
  const places = (path: string) => path.split('{').length;
  const paths = Object.entries(described.paths ?? {}).toSorted(([a], [b]) => places(a) - places(b));
  for (const [path, methods] of paths) {
    const inHono = path.replaceAll(/\{(\w+)\}/g, ':$1');
    const allowed = Object.keys(methods ?? {}).map((method) => method.toUpperCase());
    app.all(inHono, (c) => methodNotAllowedResponse(c, allowed));
    // Some specified paths end in a slash; whoever leaves it out is led there.
    if (path.endsWith('/')) {
      app.get(inHono.slice(0, -1), (c) => c.redirect(`/api${path}${new URL(c.req.url).search}`, 308));
    }
  }
  app.all('*', notFoundResponse);
  return app;
}
