/**
 * Covers the page with what is known of the next one, until React has rendered it in several frames: a product's image, name and
 * price after a press on its card, and the visible part of a page to which the visitor goes back. The covered page is not
 * changed, so nothing must be restored if the navigation fails. Part of the bundle that `usePrefetch` loads.
 */

/** The element on the screen. */
let cover: HTMLElement | undefined;

/** Covers the page below the header, and resolves when the preview is painted. Assistive technology does not see it. */
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

/** The product that is shown, until the navigation to its page. `painted` resolves when its preview is painted. */
let product: { url: string; painted: Promise<void> } | undefined;

let removal: ReturnType<typeof setTimeout> | undefined;

/** Maximum distance in CSS pixels that a finger moves during a press. */
const maxMove = 10;
/** Time in milliseconds after a scroll in which a touch only stops the scroll. */
const scrollMs = 100;

/**
 * Shows the preview of a card when a finger releases its link, before the click. A touch that moves, or stops a scroll, is no press:
 * the browser sends no click.
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
 * Shows the product of a card's link that is clicked, or that a finger has released: the click follows tens of milliseconds later on
 * a cheap phone. Without a navigation to its page, the preview is removed. Resolves when it is painted.
 */
export function showProduct(link: HTMLAnchorElement): Promise<void> | undefined {
  const url = link.pathname + link.search;
  if (cover && product?.url === url) {
    removeLater(product);
    return product.painted;
  }
  const card = link.closest('.product-card');
  // A card has other links too, such as to the sign-in.
  if (card?.querySelector<HTMLAnchorElement>('.name a')?.href !== link.href) return undefined;
  const shown = { url, painted: showPreview(previewOf(card)) };
  product = shown;
  removeLater(shown);
  return shown.painted;
}

/** Removes the preview of a product after 300 ms without a click or a navigation. */
function removeLater(shown: NonNullable<typeof product>): void {
  clearTimeout(removal);
  removal = setTimeout(() => {
    if (product !== shown) return;
    product = undefined;
    removePreview();
  }, 300);
}

/** Returns when the preview of the product at `url` is painted, if it is shown. It then stays until its page is rendered. */
export function takeProduct(url: string): Promise<void> | undefined {
  const shown = product;
  product = undefined;
  return cover && shown?.url === url ? shown.painted : undefined;
}

/** Returns the product of a card in the layout of the product page, scrolled to its start. */
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

/** Returns a copy of the part of the page that is on the screen, at its place. */
export function copyScreen(): HTMLElement {
  const preview = createPreview();
  const main = document.querySelector('main');
  if (main) copyVisible(main, preview, Number.parseFloat(preview.style.top));
  return preview;
}

/** Creates an empty preview below what is above the page on the screen, with the padding of a page scrolled to its start. */
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
 * Copies each product card on the screen, and each other element without cards. Their ancestors are copied for the style
 * sheets' selectors, without boxes. `origin` is the top of the preview on the screen.
 */
function copyVisible(source: Element, target: Element, origin: number): void {
  for (const element of source.children) {
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    const isWhole = element.matches('.product-card') || !element.querySelector('.product-card');
    const isInView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    // An ancestor without a box, such as one with `display: contents`, may have visible descendants.
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
