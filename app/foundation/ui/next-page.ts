/**
 * Loads `fetch-ahead.ts` when it is needed: every page carries this file, so it is small. Reasons: docs/decisions/0020-the-next-page.md.
 */
import { type ContextType, useContext, useEffect } from 'react';
import {
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  UNSAFE_DataRouterContext as RouterContext,
} from 'react-router';

export type Results = Record<string, DataStrategyResult>;
export type Router = NonNullable<ContextType<typeof RouterContext>>['router'];

let answer: MiddlewareFunction<Results> | undefined;

/** Answers a navigation with the data that is kept for it. */
export const respondFromPrefetched: MiddlewareFunction<Results> = (visit, next) =>
  answer ? answer(visit, next) : next();

/** False for redirects and for error responses below 500, such as that of a category that no longer exists. */
export const isOutage = (error: unknown) =>
  isRouteErrorResponse(error) ? error.status >= 500 : error instanceof Error;

/** Fetches next pages. The root uses it once. */
export function usePrefetch(): void {
  const router = useContext(RouterContext)?.router;
  useEffect(() => {
    if (!router) return undefined;
    const stop = new AbortController();
    const begin = (event?: Event) =>
      import('./fetch-ahead.ts').then(
        ({ startPrefetch }) => {
          if (!stop.signal.aborted) answer ??= startPrefetch(router, stop.signal, event);
        },
        () => undefined,
      );
    for (const type of ['pointerover', 'focusin', 'scroll'])
      addEventListener(type, begin, { capture: true, once: true, signal: stop.signal });
    const piece = document.querySelector('.product-card');
    if (piece && piece.getBoundingClientRect().top < innerHeight) begin();
    return () => {
      answer = undefined;
      stop.abort();
    };
  }, [router]);
}
