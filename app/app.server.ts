import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { except } from 'hono/combine';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { requestId } from 'hono/request-id';
import { routePath } from 'hono/route';
import { RouterContextProvider } from 'react-router';
import { api } from './api.server.ts';
import { createServices, type Services, withServices } from './checkout/checkout-services.server.ts';
import type { ResponseCache } from './foundation/cache/cached-response.server.ts';
import { responseCache } from './foundation/cache/response-cache.server.ts';
import { isOwnMachine } from './foundation/config/config.server.ts';
import { devMailbox } from './foundation/email/dev-mailbox.server.ts';
import { diskSpaceGuard } from './foundation/files/disk-space.server.ts';
import { uploads } from './foundation/files/uploads.server.ts';
import { clientAddressContext } from './foundation/http/client-address.server.ts';
import { createConcurrencyLimit } from './foundation/http/concurrency-limit.server.ts';
import { errorResponse, notFoundResponse, type ShopEnv } from './foundation/http/http.server.ts';
import { isLoopback } from './foundation/http/loopback.server.ts';
import { BadInput, Problem } from './foundation/http/problem.ts';
import { endpointPattern, pagePatternFinder, routePattern } from './foundation/http/route-patterns.server.ts';
import { securityHeaders } from './foundation/http/security-headers.server.ts';
import { canonicalPath } from './foundation/pages/canonical-path.server.ts';
import { negotiateError } from './foundation/pages/error-page.server.ts';
import { shopContext } from './foundation/pages/page.server.ts';
import { createPageHandler, type Pages } from './foundation/pages/page-handler.server.ts';
import type { Shop } from './foundation/shop.server.ts';
import { type Metrics, metricsHandler } from './operations/metrics.server.ts';
import { invoiceFiles } from './orders/invoices/invoice-file.server.ts';
import { pretendBankPopup } from './payments/pretend-bank-popup.server.ts';
import { robots, sitemap } from './shell/robots-and-sitemap.server.ts';
import { pretendCourierPage } from './shipping/pretend-courier-page.server.ts';
import { fixedPaths } from './urls.ts';

export type AppParts = {
  shop: Shop;
  /** Who takes the money; without it, whoever the settings name. */
  services?: Services;
  /** The folder that /uploads/ serves. */
  uploadsFolder: string;
  /** React Router's build; without it the app has no pages, which is how API tests use it. */
  pages?: Pages;
  /** The folder of built assets, each beside its compressed forms. */
  assetsFolder?: string;
  /** Where answers that are the same for everybody are kept whole; without it each is made anew. */
  cachedResponses?: ResponseCache;
  /** What the shop counts of itself; without it, it does not. */
  metrics?: Metrics;
  /** False while the shop is starting or stopping, or its database is away. */
  isReady?: () => Promise<boolean>;
};

/** How many answers may be under way before new visitors are asked to come back in a moment. */
const maxConcurrentRequests = 200;
const tooBusy = () =>
  new Problem('too-busy', 503, 'Many people are here. Please try again in a moment.', [], 2);

/** Nobody waits for longer, in milliseconds: whatever hangs behind, they hear of it. */
const requestTimeoutMs = 20_000;
const tooSlow = () =>
  new Problem('too-slow', 503, 'This takes longer than it should. Please try again in a moment.', [], 5);

/** What is asked for dozens of times with each page, or every few seconds by machines: nobody reads that in a log. */
const askedAllTheTime = /^\/(assets|uploads)\/|^\/(healthz|readyz|metrics)$/;

/** What providers tell, and the pictures and files that the staff bring: their calls have limits of their own. */
const ownLimits = ['/api/payment/webhook/*', '/api/hooks/*', '/api/admin/upload/*'];

/** The screens of the back office. */
const isAdmin = (path: string) => /^\/admin(\/|\.data$|$)/.test(path);

/** The whole shop as one function from request to answer: calls, pictures, pages, and what machines ask for. */
export function createApp({
  shop,
  services = createServices(shop),
  uploadsFolder,
  pages,
  assetsFolder,
  cachedResponses,
  metrics,
  isReady = async () => true,
}: AppParts) {
  const app = new Hono<ShopEnv>();
  const findPagePattern = pagePatternFinder(pages);
  const places = createConcurrencyLimit(maxConcurrentRequests);

  app.use(requestId({ limitLength: 64 }));
  app.use(async (c, next) => {
    c.set('shop', { ...shop, log: shop.log.child({ requestId: c.get('requestId') }) });
    c.set('clientAddress', clientAddress(c, shop.config.trustedProxies));
    const begun = performance.now();
    await next();
    const secure = securityHeaders(c.req.path, shop.config);
    for (const [name, value] of Object.entries(secure)) c.res.headers.set(name, value);
    c.res.headers.set('x-request-id', c.get('requestId'));
    const { method } = c.req;
    const path = withoutKeys(c.req.path);
    const { status } = c.res;
    const took = performance.now() - begun;
    if (metrics) {
      const route = endpointPattern(routePath(c)) ?? routePattern(app, method, c.req.path, findPagePattern);
      metrics.requests.record({ route, method, status, ms: took });
    }
    const level = askedAllTheTime.test(path) ? 'debug' : 'info';
    c.get('shop').log[level]({ method, path, status, ms: Math.round(took) }, 'answered');
  });
  app.onError((error, c) => negotiateError(c, errorResponse(error, c)));

  const ofThisMoment = { 'cache-control': 'no-store' };
  app.get('/healthz', (c) => c.text('the shop answers', 200, ofThisMoment));
  app.get('/readyz', async (c) =>
    (await isReady()) ? c.text('ready', 200, ofThisMoment) : c.text('not ready', 503, ofThisMoment),
  );

  if (metrics) app.get('/metrics', metricsHandler(metrics));

  app.use(async (c, next) => {
    // The database cannot hold this character, and no address of ours has it.
    if (c.req.url.includes('%00')) throw BadInput('The address holds a character that no text has.');
    await next();
  });
  // Pictures have a queue of their own: whoever waits for one takes no place from those who read.
  app.route('/uploads', uploads(uploadsFolder));

  app.use(async (c, next) => {
    const release = places.acquire(c.get('clientAddress'));
    if (!release) throw tooBusy();
    // It keeps its place until it has ended, also when nobody waits for it any more.
    const work = next().finally(release);
    // A film comes as fast as a village line brings it.
    if (c.req.path.startsWith('/api/admin/upload/')) return work;
    const { promise: tooLong, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(tooSlow()), requestTimeoutMs);
    work.catch(() => undefined);
    await Promise.race([work, tooLong]).finally(() => clearTimeout(timer));
  });
  app.use(compress());

  if (assetsFolder) {
    app.use('/assets/*', files(assetsFolder, 'public, max-age=31536000, immutable'));
    // Browsers ask for it by this name where a page names no icon of its own, as a text has none.
    app.get('/favicon.ico', (c) => c.redirect('/favicon.svg', 301));
    app.get('/:file{[a-z0-9-]+\\.(svg|png|webmanifest)}', files(assetsFolder, 'public, max-age=86400'));
  }

  app.use(etag({ weak: true }));
  if (cachedResponses) app.use(responseCache(cachedResponses));
  app.use('/api/*', diskSpaceGuard(shop));
  app.use('/api/*', except(ownLimits, bodyLimit({ maxSize: 64 * 1024 })), withServices(services));
  app.route('/api', api);
  if (shop.config.pretendsPayment)
    app.route(
      '/pretend-bank',
      pretendBankPopup(() => services.worker.wake()),
    );
  if (shop.config.pretendsCourier)
    app.route(
      '/pretend-courier',
      pretendCourierPage(() => services.worker.wake()),
    );
  app.route('/invoice', invoiceFiles);
  app.get('/robots.txt', robots);
  app.get('/sitemap.xml', sitemap);
  if (shop.config.smtpUrl === undefined && isOwnMachine(shop.config.publicUrl)) {
    app.use('/dev/mail/*', async (c, next) => {
      // Everybody's mail stands there.
      if (!isLoopback(c)) return notFoundResponse(c);
      await next();
    });
    app.route('/dev/mail', devMailbox);
  }

  if (pages) {
    const answerPage = createPageHandler(pages, shop.config.publicUrl);
    app.use(bodyLimit({ maxSize: 64 * 1024 }));
    app.all('*', async (c) => {
      const canonical = canonicalPath(c.req.path, fixedPaths);
      const mayLead = c.req.method === 'GET' || c.req.method === 'HEAD';
      if (canonical && mayLead) return c.redirect(canonical + new URL(c.req.url).search, 301);
      const context = new RouterContextProvider();
      context.set(shopContext, c.get('shop'));
      context.set(clientAddressContext, c.get('clientAddress'));
      const { response, body } = await answerPage(c.req.raw, context);
      if (body) c.set('page', body);
      if (isAdmin(c.req.path)) {
        response.headers.set('cache-control', 'no-store');
        response.headers.set('x-robots-tag', 'noindex, nofollow');
      }
      if (response.status === 503) response.headers.set('retry-after', '5');
      // A page may have said already that nobody may keep it.
      if (response.headers.get('cache-control') === 'no-store') return response;
      const isFresh = response.status === 200 && c.req.method !== 'POST';
      response.headers.set('cache-control', isFresh ? 'public, max-age=0, must-revalidate' : 'no-store');
      return response;
    });
  }
  return app;
}

/** An address as it may stand in the log: whoever reads the log shall not open what was shared by an unguessable key. */
function withoutKeys(path: string): string {
  return path.replace(/^(\/wishlist\/shared\/)[^/]+/, '$1…');
}

/** Built files, each in the smallest form that the browser takes. */
function files(root: string, cacheControl: string) {
  return serveStatic<ShopEnv>({
    root,
    precompressed: true,
    onFound: (_path, c) => c.header('cache-control', cacheControl),
  });
}

/** The address of whoever asks. `X-Forwarded-For` counts only as far as our own proxies have written it. */
function clientAddress(c: Context<ShopEnv>, trustedProxies: number): string {
  const forwarded = c.req.header('x-forwarded-for')?.split(',') ?? [];
  const reported = trustedProxies > 0 ? forwarded.at(-trustedProxies)?.trim() : undefined;
  if (reported) return reported;
  return c.env?.incoming?.socket.remoteAddress ?? 'unknown';
}
