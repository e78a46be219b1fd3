/** Fetches pages before their links are pressed, and keeps those that were left. Loaded by `useNextPage`. */
import { UNSAFE_decodeViaTurboStream as decode, type MiddlewareFunction, matchRoutes } from 'react-router';
import { isLightMode } from './light-mode.ts';
import { isOutage, type Results, type Router } from './next-page.ts';
import { sourcesOf } from './photo.tsx';

declare global {
  /** What React Router keeps of the routes: their files, and the modules that it has loaded. */
  interface Window {
    readonly __reactRouterManifest?: Manifest;
    readonly __reactRouterRouteModules?: Record<string, unknown>;
  }
}

type Manifest = {
  routes: Record<string, { module: string; imports?: string[]; hasLoader: boolean } | undefined>;
};

/** `at`: when it was requested. A page that was left always counts as old. */
type Kept = { results: Promise<Results | undefined>; at: number };

/** The most pages of product cards in view that one page view fetches: with `maxImages` it stays below 150 kB. */
const maxInView = 8;
/** The most first images that one page view fetches. */
const maxImages = 3;
/** A mouse or a focus that rests for less, in milliseconds, only passes. */
const dwellMs = 65;

/** What is older, in milliseconds, is read again as soon as it is shown. */
const freshMs = 30_000;
/** What was fetched ahead and is older is not shown any more. */
const maxAgeMs = 300_000;
/** By path and query. */
const ahead = new Map<string, Kept>();
/** By the step of the browser's history. */
const left = new Map<string, Kept>();
/** The step whose page is on the screen. */
let shownStep: string | undefined;
/** What is on the screen, and has to be read again. */
let old: Results | undefined;
let rereads = false;

const addressOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;
const stepOf = (key: string, address: string) => `${key} ${address}`;

/** Answers a navigation with the data that is kept for it. */
const readKept: MiddlewareFunction<Results> = async ({ url, request }, next) => {
  if (rereads) {
    const results = await next();
    const failed = Object.values(results).some(({ type, result }) => type === 'error' && isOutage(result));
    return failed && old ? old : results;
  }
  const kept = request.method === 'GET' ? findFetched(addressOf(url)) : undefined;
  const results = await kept?.results;
  if (!kept || !results || request.signal.aborted) return next();
  if (performance.now() - kept.at > freshMs) old = results;
  return results;
};

function findFetched(address: string): Kept | undefined {
  const here = addressOf(location);
  const step = stepOf(history.state?.key ?? 'default', here);
  // Back and Forward change the address before the page.
  const isBack = step !== shownStep && here === address;
  if (isBack && left.has(step)) return left.get(step);
  // A request for the page that is open means to read it again.
  const kept = isBack || here !== address ? ahead.get(address) : undefined;
  return kept && performance.now() - kept.at < maxAgeMs ? kept : undefined;
}

/** Keeps the data of each page that is left, and reads again what was shown from before. */
function keepPages(router: Router, signal: AbortSignal) {
  let shown = router.state;
  const step = () => stepOf(shown.location.key, addressOf(shown.location));
  shownStep = step();
  const stop = router.subscribe((state) => {
    if (state.location !== shown.location) {
      const data = Object.entries(shown.loaderData);
      const results = Object.fromEntries(data.map(([id, result]) => [id, { type: 'data', result } as const]));
      if (!shown.errors && isShop(shown.location.pathname))
        left.set(step(), { results: Promise.resolve(results), at: Number.NEGATIVE_INFINITY });
      if (left.size > 20) left.delete(left.keys().next().value ?? '');
    }
    shown = state;
    shownStep = step();
    if (old && state.navigation.state === 'idle' && !rereads) {
      rereads = true;
      whenIdle(() =>
        router.revalidate().finally(() => {
          rereads = false;
          old = undefined;
        }),
      );
    }
  });
  signal.addEventListener('abort', stop);
}

const isShop = (path: string) => !/^\/admin(\/|$)/.test(path);
const whenIdle = (work: () => unknown) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 500 }) : setTimeout(work, 1);

/**
 * Fetches a page ahead when a mouse, a finger or the focus comes to its link, and the pages of the pieces in view, one after
 * another, while nothing else is fetched. Returns what answers a navigation with them.
 */
export function startPrefetch(router: Router, signal: AbortSignal, firstEvent?: Event) {
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: routeModules } = window;
  let view = router.state.location;
  let inView = 0;
  let isFetching = false;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let dwelling: ReturnType<typeof setTimeout> | undefined;
  const pictured = new Set<string>();

  /** Fetches the script and the data of a page, and its first image if the link is hovered, touched or focused. */
  async function fetchPage(link: HTMLAnchorElement, isWanted: boolean) {
    const address = addressOf(link);
    const id = matchRoutes(router.routes, link.pathname)?.at(-1)?.route.id ?? '';
    const route = manifest?.routes[id];
    if (!route || address === addressOf(location) || !isShop(link.pathname) || !mayFetchAhead()) return;
    const files = [route.module, ...(route.imports ?? [])];
    const [script] = files.map((file) => import(/* @vite-ignore */ file).catch(() => undefined));
    if (route.hasLoader) await fetchData(address, link.href, id);
    const results = await ahead.get(address)?.results;
    const module = await script;
    // With its module known, a navigation waits for no script, so React renders once and not first that a page is awaited.
    if (module && routeModules) routeModules[id] ??= module;
    if (!isWanted || !results || pictured.has(address) || pictured.size >= maxImages) return;
    pictured.add(address);
    fetchImage(module?.handle?.firstImage?.(results[id]?.result));
  }

  async function look() {
    if (isFetching || inView >= maxInView || isBusy() || !mayFetchAhead()) return;
    const link = [...document.querySelectorAll('.product-card')]
      .filter(isInView)
      .map((piece) => piece.querySelector<HTMLAnchorElement>('.name a[data-go]'))
      .find((found) => found && !ahead.has(addressOf(found)));
    if (!link) return;
    isFetching = true;
    inView += 1;
    await fetchPage(link, false);
    isFetching = false;
    whenIdle(look);
  }

  /** Images in view and a page that is requested come first. */
  const isBusy = () =>
    document.readyState !== 'complete' ||
    router.state.navigation.state !== 'idle' ||
    [...document.images].some((image) => !image.complete && isInView(image));

  /** Waits until scrolling has stopped. */
  function lookSoon() {
    clearTimeout(resting);
    resting = setTimeout(() => whenIdle(look), 150);
  }

  function aim(event: Event) {
    clearTimeout(dwelling);
    const link = linkOf(event);
    if (!link || link.origin !== location.origin || event.type === 'pointercancel') return;
    // A touch that becomes a scroll begins on a link as well, so the image waits here too.
    if (event.type === 'pointerdown') void fetchPage(link, false);
    dwelling = setTimeout(() => fetchPage(link, true), dwellMs);
  }

  for (const type of ['pointerover', 'pointerdown', 'pointercancel', 'focusin'])
    document.addEventListener(type, aim, { passive: true, signal });
  for (const type of ['scroll', 'load', 'error'])
    addEventListener(type, lookSoon, { capture: true, passive: true, signal });
  const stop = router.subscribe(({ location }) => {
    if (location !== view) {
      view = location;
      inView = 0;
      pictured.clear();
    }
    lookSoon();
  });
  signal.addEventListener('abort', stop);
  keepPages(router, signal);
  if (firstEvent) aim(firstEvent);
  lookSoon();
  return readKept;
}

/** Fetches an image that a page will show first. */
function fetchImage(image?: { file?: string; width?: number; sizes: string }): void {
  if (!image?.file || image.width === undefined) return;
  const { file, width, sizes } = image;
  Object.assign(new Image(), { sizes, fetchPriority: 'high', ...sourcesOf(file, width) });
}

/** Whether the connection may carry pages that are not requested yet. */
function mayFetchAhead(): boolean {
  const { saveData, effectiveType = '' } = navigator.connection ?? {};
  return !saveData && !isLightMode() && !effectiveType.endsWith('2g');
}

/** Data that is old goes on being shown until it has been read again. */
async function fetchData(address: string, href: string, id: string): Promise<void> {
  const known = ahead.get(address);
  const at = performance.now();
  if (known && at - known.at < freshMs) return;
  const results = readData(href, id);
  if (known) await results;
  ahead.set(address, { results, at });
  if (!(await results)) ahead.delete(address);
}

/** Sends the request that React Router sends, so that both have one entry in the response cache. */
async function readData(href: string, id: string): Promise<Results | undefined> {
  const url = new URL(href);
  url.hash = '';
  url.pathname += url.pathname.endsWith('/') ? '_.data' : '.data';
  url.searchParams.set('_routes', id);
  try {
    const { ok, body } = await fetch(url, { priority: 'low' });
    const found: unknown = ok && body ? (await decode(body, window)).value : undefined;
    // A redirect, or a refusal, is left to the press.
    if (!isRecord(found) || !isRecord(found[id]) || !('data' in found[id])) return undefined;
    return { [id]: { type: 'data', result: found[id].data } };
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Returns the link of the shop that an event happened on. */
function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-go]') : null;
}

function isInView(element: Element): boolean {
  const { top, bottom, left: start, right, width, height } = element.getBoundingClientRect();
  // What a closed menu holds has a height, but no width.
  return width * height > 0 && bottom > 0 && top < innerHeight && right > 0 && start < innerWidth;
}
