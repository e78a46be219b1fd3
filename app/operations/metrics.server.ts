import cluster from 'node:cluster';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ResponseCache } from '../foundation/cache/response-cache.server.ts';
import type { CacheHits } from '../foundation/cache/response-cache-listener.server.ts';
import { type Config, isOwnMachine } from '../foundation/config/config.server.ts';
import type { ShopEnv } from '../foundation/http/http.server.ts';
import { isLoopback } from '../foundation/http/loopback.server.ts';
import { Problem } from '../foundation/http/problem.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { businessMetrics, countCachedResponses } from './business-metrics.server.ts';

export type Metrics = {
  requests: RequestMetrics;
  /** Everything as Prometheus reads it: of this process, or of all where several share the door. */
  read(): Promise<string>;
};

/** What the shop counts of itself. One for each process: Node's own figures are in it. */
export function openMetrics(shop: Shop, responses: ResponseCache): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = createRequestMetrics(registry);
  countCachedResponses(registry, responses);
  businessMetrics(registry, shop);
  new Gauge({ name: 'shop_processes', help: 'Processes that share the door.', registers: [registry] }).set(1);
  if (!cluster.isWorker) return { requests, read: () => registry.metrics() };
  // The first process asks each of its workers, this one included.
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
  return { requests, read: askFirstProcess };
}

const Away = () =>
  new Problem('metrics-unavailable', 503, 'The figures of a process did not come in time.', [], 5);
const timeoutMs = 6000;
let nextRequestId = 0;

/** The answer of scripts/processes.mjs, which runs in the process that started this one. */
function askFirstProcess(): Promise<string> {
  const requestId = nextRequestId++;
  return new Promise((resolve, reject) => {
    const listen = (message: unknown) => {
      if (!isAnswerTo(message, requestId)) return;
      end();
      if (typeof message.text === 'string') resolve(message.text);
      else reject(Away());
    };
    const end = () => {
      process.off('message', listen);
      clearTimeout(timer);
    };
    const timer = setTimeout(() => {
      end();
      reject(Away());
    }, timeoutMs);
    process.on('message', listen);
    process.send?.({ type: 'shop:metrics', requestId });
  });
}

function isAnswerTo(message: unknown, requestId: number): message is { text: unknown } {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    message.type === 'shop:metrics' &&
    'requestId' in message &&
    message.requestId === requestId &&
    'text' in message
  );
}

/** `GET /metrics`, for those who may; everybody else goes on to whatever else there is at this address: nothing. */
export function metricsHandler({ read }: Metrics): MiddlewareHandler<ShopEnv> {
  return async (c, next) => {
    if (!mayRead(c)) return next();
    const headers = { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE, 'cache-control': 'no-store' };
    return c.body(await read(), 200, headers);
  };
}

/** Behind a proxy everybody comes from this machine, so without a token that counts only where nobody else can. */
function mayRead(c: Context<ShopEnv>): boolean {
  const { config } = c.get('shop');
  return isBearer(config, c.req.header('authorization')) || (isAlone(config) && isLoopback(c));
}

const isAlone = ({ trustedProxies, publicUrl }: Config) => trustedProxies === 0 && isOwnMachine(publicUrl);

function isBearer({ metricsToken }: Config, given: string | undefined): boolean {
  if (metricsToken === undefined || given === undefined) return false;
  return timingSafeEqual(digestOf(given), digestOf(`Bearer ${metricsToken}`));
}

/** Of one length, whatever was given. */
const digestOf = (text: string) => createHash('sha256').update(text).digest();

type RequestMetrics = {
  /**
   * Records a response of the app by route pattern (`/api/product/get-single/:id`), with its duration in milliseconds. The
   * cache's listener counts its own responses.
   */
  record(response: { route: string; method: string; status: number; ms: number }): void;
  /**
   * Returns the counters of a route's responses from the cache's listener. The caller increments them. HEAD hits count as
   * GET.
   */
  cacheHitsOf(route: string): CacheHits;
};

/** Known methods. All other methods are counted as `other`, because clients could invent any number of them. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Registers request metrics in `registry`. Responses of the cache's listener take microseconds, so plain numbers count
 * them; the numbers are copied to `http_requests_total` when metrics are collected. The histogram excludes these responses,
 * because their number would hide the durations of the app's responses.
 */
function createRequestMetrics(registry: Registry): RequestMetrics {
  const cacheHits = new Map<string, CacheHits>();
  const responsesOfApp = new Map<
    string,
    { labels: { route: string; method: string; status: string }; count: number }
  >();

  new Counter({
    name: 'http_requests_total',
    help: 'Responses by route pattern; from="cache" for those served from the response cache.',
    labelNames: ['route', 'method', 'status', 'from'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, count } of responsesOfApp.values()) this.inc({ ...labels, from: 'shop' }, count);
      for (const [route, { served, notModified }] of cacheHits) {
        const labels = { route, method: 'GET', from: 'cache' };
        if (served > 0) this.inc({ ...labels, status: '2xx' }, served);
        if (notModified > 0) this.inc({ ...labels, status: '3xx' }, notModified);
      }
    },
  });

  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the response began. Excludes cached responses, which take microseconds.',
    labelNames: ['route', 'method', 'status'],
    buckets: durationBuckets,
    registers: [registry],
  });

  return {
    record({ route, method: requestedMethod, status, ms }) {
      const labels = {
        route,
        method: methods.has(requestedMethod) ? requestedMethod : 'other',
        status: `${Math.floor(status / 100)}xx`,
      };
      const key = `${labels.method} ${labels.status} ${route}`;
      const recorded = responsesOfApp.get(key);
      if (recorded) recorded.count += 1;
      else responsesOfApp.set(key, { labels, count: 1 });
      durations.observe(labels, ms / 1000);
    },
    cacheHitsOf(route) {
      const count = cacheHits.get(route) ?? { served: 0, notModified: 0 };
      cacheHits.set(route, count);
      return count;
    },
  };
}
