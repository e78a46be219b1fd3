/**
 * Loads `prefetcher.ts` on the first interaction, or at once if a product card is visible. The files are separate, because this
 * file is in the bundle of every page. See docs/decisions/0020-the-next-page.md.
 */
import { type ContextType, useContext, useEffect, useLayoutEffect } from 'react';
import {
  type DataStrategyResult,
  type MiddlewareFunction,
  UNSAFE_DataRouterContext as RouterContext,
  useLocation,
} from 'react-router';

export type Results = Record<string, DataStrategyResult>;
export type Router = NonNullable<ContextType<typeof RouterContext>>['router'];

type Prefetcher = {
  respond: MiddlewareFunction<Results>;
  show: (link: HTMLAnchorElement) => Promise<void> | undefined;
  /** Called after React has rendered the page of a history entry. */
  onRendered: (key: string) => void;
};

let prefetcher: Prefetcher | undefined;

/** Middleware that responds to a navigation with the data of a prefetched or visited page. */
export const respondFromPrefetched: MiddlewareFunction<Results> = (visit, next) =>
  prefetcher ? prefetcher.respond(visit, next) : next();

/**
 * Shows the preview of the page to which a clicked link leads. Returns undefined if there is no preview. Resolves when the
 * preview is painted. The navigation waits for it, because React Router's work would delay the preview.
 */
export const showNextPage = (link: HTMLAnchorElement) => prefetcher?.show(link);

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
