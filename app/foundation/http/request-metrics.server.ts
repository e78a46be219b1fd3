import { Counter, Histogram, type Registry } from 'prom-client';
import type { CacheHits } from '../cache/response-cache-listener.server.ts';

export type RequestMetrics = {
  /** Notes an answer that was made: for a route's pattern (`/api/product/get-single/:id`), in so many milliseconds. */
  record(response: { route: string; method: string; status: number; ms: number }): void;
  /** The numbers in which answers of a route count that are given away from memory. */
  cacheHitsOf(route: string): CacheHits;
};

/** Anybody can invent a method; each would be a row of its own for ever. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts the answers of a shop into `registry`. What is given away from memory is counted in plain numbers, which are
 * handed over when somebody asks: it takes microseconds, and counting it otherwise would take as long again. It is not
 * in the histogram, where it would hide everything else.
 */
export function createRequestMetrics(registry: Registry): RequestMetrics {
  const stored = new Map<string, CacheHits>();
  const made = new Map<
    string,
    { labels: { route: string; method: string; status: string }; count: number }
  >();

  new Counter({
    name: 'http_requests_total',
    help: 'Answers, by the pattern of the address; from="cache" for those that were kept whole.',
    labelNames: ['route', 'method', 'status', 'from'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, count } of made.values()) this.inc({ ...labels, from: 'shop' }, count);
      for (const [route, { served, notModified }] of stored) {
        const labels = { route, method: 'GET', from: 'cache' };
        if (served > 0) this.inc({ ...labels, status: '2xx' }, served);
        if (notModified > 0) this.inc({ ...labels, status: '3xx' }, notModified);
      }
    },
  });

  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long it took until an answer began. Answers from memory take microseconds, and are not in here.',
    labelNames: ['route', 'method', 'status'],
    buckets: seconds,
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
      const row = made.get(key);
      if (row) row.count += 1;
      else made.set(key, { labels, count: 1 });
      durations.observe(labels, ms / 1000);
    },
    cacheHitsOf(route) {
      const count = stored.get(route) ?? { served: 0, notModified: 0 };
      stored.set(route, count);
      return count;
    },
  };
}
