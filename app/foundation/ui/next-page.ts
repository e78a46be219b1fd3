/**
 * Loads `prefetcher.ts` on the first interaction, or at once if a product card is visible. The files are separate, because this
 * file is in the bundle of every page. See docs/decisions/0020-the-next-page.md.
 */
import { type ContextType, useContext, useEffect, useLayoutEffect } from 'react';
import {
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  UNSAFE_DataRouterContext as RouterContext,
  useLocation,
} from 'react-router';

export type Results = Record<string, DataStrategyResult>;
export type Router = NonNullable<ContextType<typeof RouterContext>>['router'];

type Prefetcher = {
  respond: MiddlewareFunction<Results>;
  /**
   * Shows the preview of the page to which the clicked link leads, and resolves when the preview is painted. Returns undefined if
   * there is no preview.
   */
  show: (link: HTMLAnchorElement) => Promise<void> | undefined;
  /** Called after React has rendered the page of a history entry. */
  onRendered: (key: string) => void;
};

let prefetcher: Prefetcher | undefined;

/** Middleware that responds to a navigation with the data of a prefetched or visited page. */
export const respondFromPrefetched: MiddlewareFunction<Results> = (visit, next) =>
  prefetcher ? prefetcher.respond(visit, next) : next();

/**
 * Shows the preview of the page to which a clicked link leads, and resolves when the preview is painted. Returns undefined if
 * there is no preview.
 */
export const showNextPage = (link: HTMLAnchorElement) => prefetcher?.show(link);

/** True for a request without a response, and for a 5xx response. False for a redirect or a 4xx response. */
export const isOutage = (error: unknown) =>
  isRouteErrorResponse(error) ? error.status >= 500 : error instanceof Error;

/** Hook that prefetches the pages of links. Use it once, in the root. */
export function usePrefetch(): void {
  const router = useContext(RouterContext)?.router;
  const { key } = useLocation();
  useLayoutEffect(() => prefetcher?.onRendered(key), [key]);
  useEffect(() => {
    if (!router) return undefined;
    const stop = new AbortController();
    const start = (event?: Event) =>
      import('./prefetcher.ts').then(
        ({ createPrefetcher }) => {
          if (!stop.signal.aborted) prefetcher ??= createPrefetcher(router, stop.signal, event);
        },
        () => undefined,
      );
    for (const type of ['pointerover', 'focusin', 'scroll'])
      addEventListener(type, start, { capture: true, once: true, signal: stop.signal });
    const card = document.querySelector('.product-card');
    if (card && card.getBoundingClientRect().top < innerHeight) start();
    return () => {
      prefetcher = undefined;
      stop.abort();
    };
  }, [router]);
}
