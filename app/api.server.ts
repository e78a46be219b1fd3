import { OpenAPIHono } from '@hono/zod-openapi';
import { admin } from './admin/endpoints.server.ts';
import { cartEndpoints } from './cart/endpoints.server.ts';
import { catalogueEndpoints } from './catalogue/endpoints.server.ts';
import { checkoutEndpoints } from './checkout/endpoints.server.ts';
import { readSettings } from './content/content.server.ts';
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

const openApiConfig = {
  openapi: '3.1.0',
  info: {
    title: 'Shop API',
    version: '1.0.0',
    license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
    description:
      'Money is in rupees. Failed requests respond with `application/problem+json` that has a `message` and `errors`.',
  },
  servers: [{ url: '/api' }],
};

/**
 * The router of all API endpoints, with the OpenAPI document. It does not depend on a `Shop`, so all apps of a process share it.
 */
export const api = buildApi();

function buildApi() {
  const endpoints = new OpenAPIHono<ShopEnv>()
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
  for (const name of ['bearer', 'staff', 'pendingStaff'])
    endpoints.openAPIRegistry.registerComponent('securitySchemes', name, { type: 'http', scheme: 'bearer' });
  const openApi = endpoints.getOpenAPI31Document(openApiConfig);
  const app = new OpenAPIHono<ShopEnv>();
  app.onError(errorResponse);
  app.use(async (c, next) => {
    await next();
    // Keep `no-store` if the endpoint has set it.
    if (c.req.method === 'GET' && c.res.status === 200 && !c.res.headers.has('cache-control'))
      c.header('cache-control', 'public, max-age=0, must-revalidate');
  });
  app.get('/openapi.json', (c) => c.json(openApi));
  app.get('/docs', async (c) => {
    c.header(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    return c.html(apiDocs(openApi, (await readSettings(c.get('shop'))).name));
  });
  app.get('/docs.css', (c) => c.body(apiDocsStyle, 200, { 'content-type': 'text/css; charset=utf-8' }));
  app.route('/', endpoints);
  // Register paths with fewer parameters first. Otherwise a parameter such as `:id` could match the literal segment of another
  // path.
  const parameterCount = (path: string) => path.split('{').length;
  const paths = Object.entries(openApi.paths ?? {}).toSorted(
    ([a], [b]) => parameterCount(a) - parameterCount(b),
  );
  for (const [path, methods] of paths) {
    const honoPath = path.replaceAll(/\{(\w+)\}/g, ':$1');
    const allowed = Object.keys(methods ?? {}).map((method) => method.toUpperCase());
    app.all(honoPath, (c) => methodNotAllowedResponse(c, allowed));
    // Some paths of the specification end with a slash. Redirect a GET request that omits this slash.
    if (path.endsWith('/')) {
      app.get(honoPath.slice(0, -1), (c) => c.redirect(`/api${path}${new URL(c.req.url).search}`, 308));
    }
  }
  app.all('*', notFoundResponse);
  return app;
}
