import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { except } from 'hono/combine';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { requestId } from 'hono/request-id';
import { routePath } from 'hono/route';
import { tryDecodeURIComponent } from 'hono/utils/url';
import { RouterContextProvider } from 'react-router';
import { createPretendServices, mountSandbox } from '../sandbox/sandbox.server.ts';
import { api } from './api.server.ts';
import { createServices, type Services, withServices } from './checkout/checkout-services.server.ts';
import type { ResponseCache } from './foundation/cache/response-cache.server.ts';
import { responseCacheMiddleware } from './foundation/cache/response-cache-middleware.server.ts';
import { diskSpaceGuard } from './foundation/files/disk-space.server.ts';
import { uploads } from './foundation/files/uploads.server.ts';
import { createConcurrencyLimit } from './foundation/http/concurrency-limit.server.ts';
import { errorResponse, type ShopEnv } from './foundation/http/http.server.ts';
import { BadInput, Problem } from './foundation/http/problem.ts';
import { endpointPattern, pagePatternFinder, routePattern } from './foundation/http/route-patterns.server.ts';
import { assetHeaders, securityHeaders } from './foundation/http/security-headers.server.ts';
import { canonicalPath } from './foundation/pages/canonical-path.server.ts';
import { negotiateError } from './foundation/pages/error-page.server.ts';
import { clientAddressContext, shopContext } from './foundation/pages/page.server.ts';
import { createPageHandler, type Pages } from './foundation/pages/page-handler.server.ts';
import type { Shop } from './foundation/shop.server.ts';
import { type Metrics, metricsHandler } from './operations/metrics.server.ts';
import { invoiceFiles, returnPhotoFiles } from './orders/signed-files.server.ts';
import { providerSources } from './provider-sources.server.ts';
import { robots, sitemap } from './shell/robots-and-sitemap.server.ts';

export type AppParts = {
  shop: Shop;
  /** The payment provider, the courier and the worker. By default, they are created from the configuration. */
  services?: Services;
  /** The React Router build. If it is missing, as in API tests, the app serves no pages. */
  pages?: Pages;
  /** The folder of built assets. Each asset has compressed copies in the same folder. */
  assetsFolder?: string;
  /** The cache of public responses. If it is missing, the app renders every response. */
  cachedResponses?: ResponseCache;
  /** The metrics to record. If they are missing, the app does not serve `/metrics`. */
  metrics?: Metrics;
  /** Returns true if the shop can handle requests. Returns false while the shop is closing or its database is unavailable. */
  isReady?: () => Promise<boolean>;
};

/**
 * Maximum number of concurrent requests per process. Uploaded files, health checks, metrics and cached responses are not counted.
 */
const maxConcurrentRequests = 200;
const tooBusy = () =>
  new Problem('too-busy', 503, 'The shop is very busy at the moment. Please try again in a moment.', [], 2);

/** Request timeout in milliseconds. Slower requests receive 503 `too-slow`. Uploads and uploaded files have no such timeout. */
const requestTimeoutMs = 20_000;
const tooSlow = () =>
  new Problem('too-slow', 503, 'This is taking longer than it should. Please try again in a moment.', [], 5);

/** Paths of assets, uploads, health checks and metrics. Their many requests are logged only at the level `debug`. */
const highVolumePaths = /^\/(assets|uploads)\/|^\/(healthz|readyz|metrics)$/;

/** Paths of webhook and upload endpoints. Each of these endpoints sets its own limit for the body size. */
const pathsWithOwnBodyLimit = [
  '/api/payment/webhook/*',
  '/api/hooks/*',
  '/api/admin/upload/*',
  '/api/shipment/return/:id/photos',
];

/** True for an admin page or its data request. */
const isAdmin = (path: string) => /^\/admin(\/|\.data$|$)/.test(path);

/**
 * Creates the Hono app: API, pages, files, health checks, metrics, robots and sitemap. Also adds the pages of the pretend
 * services.
 */
export function createApp({
  shop,
  services = createServices(shop, createPretendServices(shop)),
  pages,
  assetsFolder,
  cachedResponses,
  metrics,
  isReady = async () => true,
}: AppParts) {
  const app = new Hono<ShopEnv>();
  app.use(requestId({ limitLength: 64 }));
  app.use(requestContext(app, shop, pages, metrics));
  app.onError((error, c) => negotiateError(c, errorResponse(error, c)));

  const noStore = { 'cache-control': 'no-store' };
  app.get('/healthz', (c) => c.text('the shop responds', 200, noStore));
  app.get('/readyz', async (c) =>
    (await isReady()) ? c.text('ready', 200, noStore) : c.text('not ready', 503, noStore),
  );
  if (metrics) app.get('/metrics', metricsHandler(metrics));

  app.use(rejectNul);
  // Requests for uploaded images wait in a separate queue, so they are not counted in the concurrency limit.
  app.route('/uploads', uploads);
  app.use(limitRequests());
  app.use(compress());
  if (assetsFolder) mountAssets(app, assetsFolder);

  app.use(etag({ weak: true }));
  if (cachedResponses) app.use(responseCacheMiddleware(cachedResponses));
  app.use('/api/*', diskSpaceGuard(shop));
  app.use('/api/*', except(pathsWithOwnBodyLimit, bodyLimit({ maxSize: 64 * 1024 })), withServices(services));
  app.route('/api', api);
  mountSandbox(app, shop, () => services.worker.wake());
  app.route('/invoice', invoiceFiles);
  app.route('/return-photo', returnPhotoFiles);
  app.get('/robots.txt', robots);
  app.get('/sitemap.xml', sitemap);
  if (pages) mountPages(app, pages, shop.config.publicUrl);
  return app;
}

/** Middleware that sets `shop` and the client's address, adds security headers and request id, and logs and measures requests. */
function requestContext(
  app: Hono<ShopEnv>,
  shop: Shop,
  pages: Pages | undefined,
  metrics: Metrics | undefined,
): MiddlewareHandler<ShopEnv> {
  const findPagePattern = pagePatternFinder(pages);
  return async (c, next) => {
    c.set('shop', { ...shop, log: shop.log.child({ requestId: c.get('requestId') }) });
    c.set('clientAddress', clientAddress(c, shop.config.trustedProxies));
    const startedAt = performance.now();
    await next();
    const { publicUrl } = shop.config;
    const isAsset = c.req.path.startsWith('/assets/') && c.res.ok;
    const headers = isAsset
      ? assetHeaders(publicUrl)
      : securityHeaders(publicUrl, providerSources(c.req.path, shop.config));
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
    c.res.headers.set('x-request-id', c.get('requestId'));
    const { method } = c.req;
    const path = redactWishlistKey(c.req.path);
    const { status } = c.res;
    const durationMs = performance.now() - startedAt;
    if (metrics) {
      const route = endpointPattern(routePath(c)) ?? routePattern(app, method, c.req.path, findPagePattern);
      metrics.requests.record({ route, method, status, ms: durationMs });
    }
    const level = highVolumePaths.test(path) ? 'debug' : 'info';
    c.get('shop').log[level]({ method, path, status, ms: Math.round(durationMs) }, 'request completed');
  };
}

/** Rejects URLs that contain the NUL character, because PostgreSQL cannot store NUL. */
const rejectNul: MiddlewareHandler<ShopEnv> = async (c, next) => {
  if (c.req.url.includes('%00')) throw BadInput('The address contains an invalid character.');
  await next();
};

/** Creates the middleware that limits the number of concurrent requests and the time until a response. */
function limitRequests(): MiddlewareHandler<ShopEnv> {
  const concurrencyLimit = createConcurrencyLimit(maxConcurrentRequests);
  return async (c, next) => {
    const release = concurrencyLimit.acquire(c.get('clientAddress'));
    if (!release) throw tooBusy();
    // The request keeps its slot until its handler has ended, even if the client has already received the timeout response.
    const work = next().finally(release);
    // Uploads have no timeout, because a video can take minutes over a slow connection.
    if (c.req.path.startsWith('/api/admin/upload/')) return work;
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(tooSlow()), requestTimeoutMs);
    work.catch(() => undefined);
    await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
  };
}

function mountAssets(app: Hono<ShopEnv>, folder: string): void {
  app.use('/assets/*', files(folder, 'public, max-age=31536000, immutable'));
  // Browsers request `/favicon.ico` for a document without an icon link, such as a plain-text response.
  app.get('/favicon.ico', (c) => c.redirect('/favicon.svg', 301));
  app.get('/:file{[a-z0-9-]+\\.(svg|png|webmanifest)}', files(folder, 'public, max-age=86400'));
}

/** Mounts React Router's pages for all remaining paths. */
function mountPages(app: Hono<ShopEnv>, pages: Pages, publicUrl: string): void {
  const handlePage = createPageHandler(pages, publicUrl);
  app.use(bodyLimit({ maxSize: 64 * 1024 }));
  app.all('*', async (c) => {
    const canonical = canonicalPath(c.req.path);
    const canRedirect = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (canonical && canRedirect) return c.redirect(canonical + new URL(c.req.url).search, 301);
    const context = new RouterContextProvider();
    context.set(shopContext, c.get('shop'));
    context.set(clientAddressContext, c.get('clientAddress'));
    const { response, body } = await handlePage(c.req.raw, context);
    if (body) c.set('page', body);
    if (isAdmin(c.req.path)) {
      response.headers.set('cache-control', 'no-store');
      response.headers.set('x-robots-tag', 'noindex, nofollow');
    }
    if (response.status === 503) response.headers.set('retry-after', '5');
    // Keep `no-store` if the page has set it.
    if (response.headers.get('cache-control') === 'no-store') return response;
    const isFresh = response.status === 200 && c.req.method !== 'POST';
    response.headers.set('cache-control', isFresh ? 'public, max-age=0, must-revalidate' : 'no-store');
    return response;
  });
}

/**
 * Replaces the secret key of a shared wishlist in a path before the path is logged. Also finds the key in a path with repeated
 * slashes, capital letters or percent-encoded characters, because the router accepts such a path.
 */
function redactWishlistKey(path: string): string {
  return path.replace(/^(\/+[^/]+\/+[^/]+\/+)[^/]+/, (whole, before: string) =>
    /^\/+wishlist\/+shared\/+$/i.test(tryDecodeURIComponent(before)) ? `${before}…` : whole,
  );
}

/** Serves built files in the smallest encoding that the client accepts. */
function files(root: string, cacheControl: string) {
  return serveStatic<ShopEnv>({
    root,
    precompressed: true,
    onFound: (_path, c) => c.header('cache-control', cacheControl),
  });
}

/**
 * Returns the client's address. This is the entry of `X-Forwarded-For` at position `trustedProxies` from the end, because clients
 * can forge earlier entries. Without such an entry, returns the address of the socket.
 */
function clientAddress(c: Context<ShopEnv>, trustedProxies: number): string {
  const forwarded = c.req.header('x-forwarded-for')?.split(',') ?? [];
  const reported = trustedProxies > 0 ? forwarded.at(-trustedProxies)?.trim() : undefined;
  if (reported) return reported;
  return c.env?.incoming?.socket.remoteAddress ?? 'unknown';
}
