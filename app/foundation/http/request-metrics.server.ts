import { Counter, Histogram, type Registry } from 'prom-client';
import type { CacheHits } from '../cache/response-cache-listener.server.ts';

export type RequestMetrics = {
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
export function createRequestMetrics(registry: Registry): RequestMetrics {
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
