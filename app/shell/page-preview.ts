/**
 * Shows a preview that covers the page until React has rendered the next page. After a press on a product card, the preview
 * contains the product's image, name and price. After Back, it contains a copy of the earlier screen. The covered page does not
 * change, so a failed navigation only removes the preview. Part of the bundle that `usePrefetch` loads.
 */
import { firstSegment, pages } from '../urls.ts';

/** The preview that is displayed. */
let cover: HTMLElement | undefined;

/**
 * Covers the page below the header with a preview. Resolves when the preview is painted. Hides the preview from assistive
 * technology.
 */
export async function showPreview(preview: HTMLElement | undefined): Promise<void> {
  removePreview();
  if (!preview || document.hidden) return;
  cover = preview;
  document.querySelector('main')?.after(preview);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

export function removePreview(): void {
  cover?.remove();
  cover = undefined;
}

/**
 * The product whose preview is displayed. Undefined after the next navigation has begun. `painted` resolves when the preview is
 * painted.
 */
let product: { url: string; painted: Promise<void> } | undefined;

let removal: ReturnType<typeof setTimeout> | undefined;

/** Maximum distance in CSS pixels that a finger may move during a press. */
const maxMove = 10;
/** Time in milliseconds after a scroll. During this time, a touch stops the scroll and does not press a link. */
const scrollMs = 100;

/**
 * Shows the preview of a product when a finger releases the link of its card, which is before the click event. Ignores a touch
 * that moves or that stops a scroll, because the browser then sends no click event.
 */
export function showOnRelease(signal: AbortSignal, linkOf: (event: Event) => HTMLAnchorElement | null): void {
  let scrolledAt = Number.NEGATIVE_INFINITY;
  let begun: PointerEvent | undefined;
  const options = { capture: true, passive: true, signal };
  const onScroll = () => {
    scrolledAt = performance.now();
  };
  addEventListener('scroll', onScroll, options);
  addEventListener(
    'pointerdown',
    (event) => {
      begun = event.timeStamp - scrolledAt > scrollMs ? event : undefined;
    },
    options,
  );
  addEventListener(
    'pointerup',
    (event) => {
      if (event.pointerType !== 'touch' || !begun) return;
      const moved = Math.hypot(event.clientX - begun.clientX, event.clientY - begun.clientY);
      const link = moved > maxMove ? null : linkOf(event);
      if (link) showProduct(link);
    },
    options,
  );
}

/**
 * Shows the preview of a product when the link of its card is released or clicked. A cheap phone sends the click tens of
 * milliseconds after the release. Removes the preview if no navigation follows. Resolves when the preview is painted. Returns
 * undefined for links that lead to no product.
 */
export function showProduct(link: HTMLAnchorElement): Promise<void> | undefined {
  const url = link.pathname + link.search;
  if (cover && product?.url === url) {
    removeLater(product);
    return product.painted;
  }
  const card = link.closest('.product-card');
  // A card also contains other links, such as a link to the sign-in page.
  if (card?.querySelector<HTMLAnchorElement>('.name a')?.href !== link.href) return undefined;
  product = { url, painted: showPreview(previewOf(card)) };
  removeLater(product);
  return product.painted;
}

/** Removes the preview of a product after 300 ms, unless a click or a navigation follows. */
function removeLater(pressed: NonNullable<typeof product>): void {
  clearTimeout(removal);
  removal = setTimeout(() => {
    if (product !== pressed) return;
    product = undefined;
    removePreview();
  }, 300);
}

/**
 * Called when a navigation to `url` begins. If the preview of the product at `url` is displayed, keeps it until the page is
 * rendered, and resolves when it is painted. Otherwise returns undefined.
 */
export function takeProduct(url: string): Promise<void> | undefined {
  const pressed = product;
  product = undefined;
  return cover && pressed?.url === url ? pressed.painted : undefined;
}

/** Creates the preview of a card's product. It has the layout of the product page, scrolled to the top. */
function previewOf(card: Element): HTMLElement {
  const preview = createPreview();
  preview.innerHTML = `<div class="page"><div class="prodwrap"><div class="prod">
    <div class="gallery"><div class="view"><div><div class="image"></div></div></div><div class="thumbs"></div></div>
    <div class="buy"><div class="line"><span class="end"><i class="icon"></i><i class="icon"></i></span></div><h1></h1><p class="soft mt-1.5"></p><p class="mt-2"></p></div>
  </div></div></div>`;
  const fill = (selector: string, ...content: (Node | string)[]) =>
    preview.querySelector(selector)?.append(...content);
  fill('.image', card.querySelector('.image img')?.cloneNode() ?? '');
  fill('h1', card.querySelector('.name')?.textContent ?? '');
  fill('.soft', card.querySelector('.origin')?.textContent ?? '');
  fill('p:last-child', ...(card.querySelector('.prices')?.cloneNode(true).childNodes ?? []));
  return preview;
}

/** Maximum number of visited pages whose screens are copied. `screens` contains the copies by history entry. */
const maxScreens = 5;
export const screens = new Map<string, HTMLElement>();

/** Stores a copy of the screen for Back and Forward. Skips pages that contain the shopper's data, such as the cart. */
export function keepScreen(entry: string): void {
  const path = firstSegment(entry.split(' ')[1] ?? '');
  if (pages.some((page) => page.closed && firstSegment(page.path) === path)) return;
  screens.set(entry, copyScreen());
  if (screens.size > maxScreens) screens.delete(screens.keys().next().value ?? '');
}

/** Returns a copy of the visible part of the page, at the same position. */
function copyScreen(): HTMLElement {
  const preview = createPreview();
  const main = document.querySelector('main');
  if (main) copyVisible(main, preview, Number.parseFloat(preview.style.top));
  return preview;
}

/**
 * Creates an empty preview below the visible part of the header. Its padding places the content as on a page that is scrolled to
 * the top.
 */
function createPreview(): HTMLElement {
  const main = document.querySelector('main');
  const top = Math.max(0, main?.getBoundingClientRect().top ?? 0);
  const preview = Object.assign(document.createElement('div'), {
    className: 'page-preview',
    inert: true,
    ariaHidden: 'true',
  });
  preview.style.top = `${top}px`;
  preview.style.paddingTop = `${(main?.offsetTop ?? 0) - top}px`;
  return preview;
}

/**
 * Copies each visible product card, and each visible element that contains no cards. Also copies their ancestors, with `display:
 * contents`, because selectors in the style sheets need them. `origin` is the top of the preview on the screen.
 */
function copyVisible(source: Element, target: Element, origin: number): void {
  for (const element of source.children) {
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    const isWhole = element.matches('.product-card') || !element.querySelector('.product-card');
    const isInView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    // Do not skip an element without a box, such as one with `display: contents`, because the product cards inside it can be
    // visible.
    if (!isInView && (isWhole || width + height > 0)) continue;
    const copy = element.cloneNode(isWhole);
    if (!(copy instanceof HTMLElement)) continue;
    target.append(copy);
    if (isWhole) {
      const place = {
        top: `${top - origin}px`,
        left: `${left}px`,
        width: `${width}px`,
        height: `${height}px`,
      };
      Object.assign(copy.style, { position: 'absolute', margin: '0', ...place });
    } else {
      copy.style.display = 'contents';
      copyVisible(element, copy, origin);
    }
  }
}
