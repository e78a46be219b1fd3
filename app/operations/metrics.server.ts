import cluster from 'node:cluster';
import { timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { z } from 'zod';
import type { ResponseCache } from '../foundation/cache/response-cache.server.ts';
import type { CacheHits } from '../foundation/cache/response-cache-listener.server.ts';
import { type Config, isOwnMachine } from '../foundation/config/config.server.ts';
import { sha256 } from '../foundation/config/secret.server.ts';
import type { ShopEnv } from '../foundation/http/http.server.ts';
import { isLoopback } from '../foundation/http/loopback.server.ts';
import { Problem } from '../foundation/http/problem.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { businessMetrics, countCachedResponses } from './business-metrics.server.ts';

export type Metrics = ReturnType<typeof openMetrics>;

/**
 * Creates the metrics of this process, including those of Node. `read` returns the metrics of all processes in Prometheus's
 * format.
 */
export function openMetrics(shop: Shop, responses: ResponseCache) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = createRequestMetrics(registry);
  countCachedResponses(registry, responses);
  businessMetrics(registry, shop);
  new Gauge({ name: 'shop_processes', help: 'Worker processes of the shop.', registers: [registry] }).set(1);
  if (!cluster.isWorker) return { requests, read: () => registry.metrics() };
  // The primary process requests the metrics of each worker.
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
  return { requests, read: requestMetrics };
}

const MetricsUnavailable = () =>
  new Problem('metrics-unavailable', 503, 'The metrics of a process did not arrive in time.', [], 5);
const timeoutMs = 6000;
let nextRequestId = 0;

const Reply = z.object({
  type: z.literal('shop:metrics'),
  requestId: z.number(),
  text: z.string().nullish(),
});

/** Requests the metrics of all processes from scripts/processes.mjs, which runs in the primary process. */
function requestMetrics(): Promise<string> {
  const requestId = nextRequestId++;
  return new Promise((resolve, reject) => {
    const end = (text?: string | null) => {
      process.off('message', listen);
      clearTimeout(timer);
      if (typeof text === 'string') resolve(text);
      else reject(MetricsUnavailable());
    };
    const listen = (message: unknown) => {
      const { data } = Reply.safeParse(message);
      if (data?.requestId === requestId) end(data.text);
    };
    const timer = setTimeout(end, timeoutMs);
    process.on('message', listen);
    process.send?.({ type: 'shop:metrics', requestId });
  });
}

/** Handler of `GET /metrics`. Callers without access get the same response as for an unknown path. */
export function metricsHandler({ read }: Metrics): MiddlewareHandler<ShopEnv> {
  return async (c, next) => {
    if (!mayRead(c)) return next();
    const headers = { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE, 'cache-control': 'no-store' };
    return c.body(await read(), 200, headers);
  };
}

/**
 * True if the request has the token. Also true for a request from this machine if the shop has neither a proxy nor a public host
 * name.
 */
function mayRead(c: Context<ShopEnv>): boolean {
  const { config } = c.get('shop');
  return isBearer(config, c.req.header('authorization')) || (hasNoPublicAddress(config) && isLoopback(c));
}

const hasNoPublicAddress = ({ trustedProxies, publicUrl }: Config) =>
  trustedProxies === 0 && isOwnMachine(publicUrl);

function isBearer({ metricsToken }: Config, given: string | undefined): boolean {
  if (metricsToken === undefined || given === undefined) return false;
  // Compare hashes, because `timingSafeEqual` requires buffers of the same length.
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(`Bearer ${metricsToken}`)));
}

/**
 * HTTP methods that are counted separately. All others are counted as `other`, because clients could invent any number of
 * methods.
 */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Registers the request metrics. A cached response takes microseconds, so it only increments a plain number. The number is added
 * to the metric when the metrics are collected. The histogram excludes cached responses, because they are so many that they would
 * hide the durations of the app's responses.
 */
function createRequestMetrics(registry: Registry) {
  const cacheHits = new Map<string, CacheHits>();
  const responses = new Counter({
    name: 'http_requests_total',
    help: 'Responses by route pattern; from="cache" for those served from the response cache.',
    labelNames: ['route', 'method', 'status', 'from'],
    registers: [registry],
    collect() {
      for (const [route, hits] of cacheHits) {
        const labels = { route, method: 'GET', from: 'cache' };
        if (hits.served > 0) this.inc({ ...labels, status: '2xx' }, hits.served);
        if (hits.notModified > 0) this.inc({ ...labels, status: '3xx' }, hits.notModified);
        hits.served = 0;
        hits.notModified = 0;
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
    /**
     * Records a response of the app by its route pattern. Not called for cached responses, which are counted by {@link
     * cacheHitsOf}.
     */
    record(response: { route: string; method: string; status: number; ms: number }): void {
      const { route, method: requestedMethod, status, ms } = response;
      const labels = {
        route,
        method: methods.has(requestedMethod) ? requestedMethod : 'other',
        status: `${Math.floor(status / 100)}xx`,
      };
      responses.inc({ ...labels, from: 'shop' });
      durations.observe(labels, ms / 1000);
    },
    /** Returns the counters of a route's cache hits. The caller increments them. HEAD requests count as GET. */
    cacheHitsOf(route: string): CacheHits {
      const count = cacheHits.get(route) ?? { served: 0, notModified: 0 };
      cacheHits.set(route, count);
      return count;
    },
  };
}
