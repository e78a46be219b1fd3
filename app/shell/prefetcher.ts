/** Prefetches pages before the shopper clicks their links, and keeps the data of visited pages. `usePrefetch` loads this file. */
import { UNSAFE_decodeViaTurboStream as decode, type MiddlewareFunction, matchRoutes } from 'react-router';
import { isOutage } from '../catalogue/listing/listing-status.tsx';
import { isLightMode } from '../foundation/ui/light-mode.ts';
import { sourcesOf } from '../foundation/ui/photo.tsx';
import type { Results, Router } from './next-page.ts';
import {
  keepScreen,
  removePreview,
  screens,
  showOnRelease,
  showPreview,
  showProduct,
  takeProduct,
} from './page-preview.ts';

declare global {
  /** React Router's globals with the files of the routes and the loaded route modules. */
  interface Window {
    readonly __reactRouterManifest?: {
      routes: Record<string, { module: string; imports?: string[]; hasLoader: boolean } | undefined>;
    };
    readonly __reactRouterRouteModules?: Record<string, unknown>;
  }
}

/** The data of a page. `at` is the time of the request. It is minus infinity for a visited page, whose data is always stale. */
type CachedPage = { results: Promise<Results | undefined>; at: number };

/**
 * Maximum number of pages that are prefetched for product cards per page view. Together with `maxImages` images, these pages have
 * less than 150 kB.
 */
const maxInView = 7;
/** Maximum number of images that are prefetched per page view. Only the first image of a page is prefetched. */
const maxImages = 3;
/**
 * Time in milliseconds for which the pointer must stay on a link before its page is prefetched. When the shopper presses a link,
 * its page is prefetched at once, but not its first image.
 */
const dwellMs = 65;

/** Maximum age of fresh data in milliseconds. Older data is stale. Stale data is displayed and then revalidated. */
const freshMs = 30_000;
/** Maximum age of prefetched data in milliseconds. Older data is not displayed. */
const maxAgeMs = 300_000;
/** Data of prefetched pages by path and query. */
const prefetched = new Map<string, CachedPage>();
/** Maximum number of visited pages whose data is kept. `visited` contains the data by history entry. */
const maxVisited = 20;
const visited = new Map<string, CachedPage>();
/** The history entry of the displayed page. */
let shownEntry: string | undefined;
/** The displayed data that is stale and must be revalidated. */
let stale: Results | undefined;
let isRevalidating = false;

const urlOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;
const entryOf = (key: string, url: string) => `${key} ${url}`;

/**
 * Middleware that responds to a navigation with cached data. If a revalidation fails because the server is unavailable, keeps the
 * stale data.
 */
const respondFromCache: MiddlewareFunction<Results> = async ({ url, request }, proceed) => {
  const next = urlOf(url);
  const productPreview = takeProduct(next);
  if (isRevalidating) {
    const results = await proceed();
    return stale && Object.values(results).some(isOutage) ? stale : results;
  }
  const reentered = findReentered(next);
  const cached = request.method === 'GET' ? findCached(next, reentered) : undefined;
  const entryLeft = shownEntry;
  const painted = productPreview ?? showPreview(screens.get(reentered ?? ''));
  // Wait until the preview is painted. Otherwise, React's first work on the navigation would delay it.
  if (cached) await painted;
  if (entryLeft !== undefined) keepScreen(entryLeft);
  const results = await cached?.results;
  stale = undefined;
  if (!cached || !results || request.signal.aborted) return proceed();
  if (performance.now() - cached.at > freshMs) stale = results;
  return results;
};

/**
 * If the shopper goes back or forward to `url`, returns the history entry of `url`. `history` and `location` contain it already,
 * because Back and Forward change the URL before React Router renders the page.
 */
function findReentered(url: string): string | undefined {
  const entry = entryOf(history.state?.key ?? 'default', urlOf(location));
  return entry !== shownEntry && urlOf(location) === url ? entry : undefined;
}

function findCached(url: string, reentered: string | undefined): CachedPage | undefined {
  const page = visited.get(reentered ?? '');
  if (page) return page;
  // A request for the displayed page is a revalidation, so do not respond from the cache.
  const cached = reentered !== undefined || urlOf(location) !== url ? prefetched.get(url) : undefined;
  return cached && performance.now() - cached.at < maxAgeMs ? cached : undefined;
}

/** Caches the data of a page when the shopper leaves it. Revalidates stale data after it is displayed. */
function cachePages(router: Router, signal: AbortSignal) {
  let displayed = router.state;
  const entry = () => entryOf(displayed.location.key, urlOf(displayed.location));
  shownEntry = entry();
  const stop = router.subscribe((state) => {
    if (state.location === displayed.location) {
      // The location has not changed, so the navigation has failed or was cancelled.
      if (state.navigation.state === 'idle') removePreview();
    } else {
      const data = Object.entries(displayed.loaderData);
      const results = Object.fromEntries(data.map(([id, result]) => [id, { type: 'data', result } as const]));
      if (!displayed.errors && isShop(displayed.location.pathname))
        visited.set(entry(), { results: Promise.resolve(results), at: Number.NEGATIVE_INFINITY });
      if (visited.size > maxVisited) visited.delete(visited.keys().next().value ?? '');
    }
    displayed = state;
    shownEntry = entry();
    if (stale && state.navigation.state === 'idle') whenIdle(() => revalidate(router));
  });
  signal.addEventListener('abort', stop);
}

/**
 * Requests the stale data on the screen again. Does nothing during a navigation, because a revalidation would restart the
 * navigation.
 */
async function revalidate(router: Router): Promise<void> {
  if (!stale || isRevalidating || router.state.navigation.state !== 'idle') return;
  isRevalidating = true;
  await router.revalidate();
  isRevalidating = false;
  stale = undefined;
}

const isShop = (path: string) => !/^\/admin(\/|$)/.test(path);
const whenIdle = (work: () => unknown) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 500 }) : setTimeout(work, 1);

/**
 * Starts to prefetch the page of each link that is hovered, touched or focused. When nothing else is loading, also prefetches the
 * pages of visible product cards, one at a time.
 */
export function createPrefetcher(router: Router, signal: AbortSignal, firstEvent?: Event) {
  let view = router.state.location;
  let inView = 0;
  let isFetching = false;
  let scrollTimer: ReturnType<typeof setTimeout> | undefined;
  let dwellTimer: ReturnType<typeof setTimeout> | undefined;
  const withImage = new Set<string>();

  /** Prefetches the page of a link that is hovered, touched or focused, and the first image of that page. */
  async function fetchTargeted(link: HTMLAnchorElement) {
    const url = urlOf(link);
    const page = await fetchPage(router, link);
    if (!page || withImage.has(url) || withImage.size >= maxImages) return;
    withImage.add(url);
    fetchImage(page.module?.handle?.firstImage?.(page.data));
  }

  async function prefetchInView() {
    if (isFetching || inView >= maxInView || isBusy(router) || !mayPrefetch()) return;
    const link = findLinkInView();
    if (!link) return;
    isFetching = true;
    inView += 1;
    await fetchPage(router, link);
    isFetching = false;
    whenIdle(prefetchInView);
  }

  function schedulePrefetch() {
    clearTimeout(scrollTimer);
    scrollTimer = setTimeout(() => whenIdle(prefetchInView), 150);
  }

  function onLinkEvent(event: Event) {
    clearTimeout(dwellTimer);
    const link = linkOf(event);
    if (!link || link.origin !== location.origin || event.type === 'pointercancel') return;
    // A touch on a link can be the start of a scroll. Prefetch the image only after the dwell time.
    if (event.type === 'pointerdown') void fetchPage(router, link);
    dwellTimer = setTimeout(() => fetchTargeted(link), dwellMs);
  }

  for (const type of ['pointerover', 'pointerdown', 'pointercancel', 'focusin'])
    document.addEventListener(type, onLinkEvent, { passive: true, signal });
  showOnRelease(signal, linkOf);
  for (const type of ['scroll', 'load', 'error'])
    addEventListener(type, schedulePrefetch, { capture: true, passive: true, signal });
  const stop = router.subscribe(({ location }) => {
    if (location !== view) {
      view = location;
      inView = 0;
      withImage.clear();
    }
    schedulePrefetch();
  });
  signal.addEventListener('abort', stop);
  cachePages(router, signal);
  if (firstEvent) onLinkEvent(firstEvent);
  schedulePrefetch();
  return { respond: respondFromCache, show: showProduct, onRendered: removePreview };
}

/** Prefetches the script and the data of a page. Returns undefined if the page must not be prefetched or has no data. */
async function fetchPage({ routes }: Router, link: HTMLAnchorElement) {
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: routeModules } = window;
  const url = urlOf(link);
  const id = matchRoutes(routes, link.pathname)?.at(-1)?.route.id ?? '';
  const route = manifest?.routes[id];
  if (!route || url === urlOf(location) || !isShop(link.pathname) || !mayPrefetch()) return undefined;
  const files = [route.module, ...(route.imports ?? [])];
  const [script] = files.map((file) => import(/* @vite-ignore */ file).catch(() => undefined));
  if (route.hasLoader) await fetchData(url, link.href, id);
  const results = await prefetched.get(url)?.results;
  const module = await script;
  // Register the module of the route. React then renders the navigation once, without a pending state first.
  if (module && routeModules) routeModules[id] ??= module;
  return results && { module, data: results[id]?.result };
}

/** Returns the link of the first visible product card whose page is not prefetched yet. */
function findLinkInView(): HTMLAnchorElement | null | undefined {
  return [...document.querySelectorAll('.product-card')]
    .filter(isInView)
    .map((card) => card.querySelector<HTMLAnchorElement>('.name a[data-go]'))
    .find((anchor) => anchor && !prefetched.has(urlOf(anchor)));
}

/** True while the document, visible images or a navigation are loading. They have priority over prefetching. */
const isBusy = ({ state }: Router) =>
  document.readyState !== 'complete' ||
  state.navigation.state !== 'idle' ||
  [...document.images].some((image) => !image.complete && isInView(image));

function fetchImage(image?: { file?: string; width?: number; sizes: string }): void {
  if (!image?.file || image.width === undefined) return;
  const { file, width, sizes } = image;
  Object.assign(new Image(), { sizes, fetchPriority: 'high', ...sourcesOf(file, width) });
}

/** False if the shopper saves data, uses light mode or has a 2G connection. */
function mayPrefetch(): boolean {
  const { saveData, effectiveType = '' } = navigator.connection ?? {};
  return !saveData && !isLightMode() && !effectiveType.endsWith('2g');
}

/** Prefetches the data of a page, unless fresh data is cached. Keeps stale data in the cache until the request has ended. */
async function fetchData(url: string, href: string, id: string): Promise<void> {
  const cached = prefetched.get(url);
  const at = performance.now();
  if (cached && at - cached.at < freshMs) return;
  const results = readData(href, id);
  if (cached) await results;
  prefetched.set(url, { results, at });
  if (!(await results)) prefetched.delete(url);
}

/** Requests the data of a page with the same URL as React Router, so that the response cache needs only one entry per page. */
async function readData(href: string, id: string): Promise<Results | undefined> {
  const url = new URL(href);
  url.hash = '';
  url.pathname += url.pathname.endsWith('/') ? '_.data' : '.data';
  url.searchParams.set('_routes', id);
  try {
    const { ok, body } = await fetch(url, { priority: 'low' });
    const decoded: unknown = ok && body ? (await decode(body, window)).value : undefined;
    // Do not cache redirects and error responses. The navigation requests them again.
    if (!isRecord(decoded) || !isRecord(decoded[id]) || !('data' in decoded[id])) return undefined;
    return { [id]: { type: 'data', result: decoded[id].data } };
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Returns the internal link that contains the target of the event. */
function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-go]') : null;
}

function isInView(element: Element): boolean {
  const { top, bottom, left: start, right, width, height } = element.getBoundingClientRect();
  // Links in a closed menu have a height but no width, so they are not visible.
  return width * height > 0 && bottom > 0 && top < innerHeight && right > 0 && start < innerWidth;
}
