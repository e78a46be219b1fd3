import * as urls from '../urls.ts';

/** Animates an added product's image towards the cart icon for 1.1 s, unless the user prefers reduced motion. */
export function animateToCart(image: HTMLImageElement | undefined): void {
  // If the user has left the page in the meantime, the image is no longer in the document.
  if (!image?.isConnected || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const cart = [...document.querySelectorAll<HTMLElement>(`a[href="${urls.cart}"]:has(.i)`)].find(isOnScreen);
  if (!cart) return;
  const [from, to] = [image.getBoundingClientRect(), cart.getBoundingClientRect()];
  const flying = document.createElement('img');
  flying.src = image.currentSrc || image.src;
  flying.alt = '';
  flying.className = 'flying-image';
  flying.popover = 'manual';
  document.body.append(flying);
  flying.showPopover();
  // Start at the image's horizontal middle and at the vertical middle of its visible part.
  const { offsetWidth: width, offsetHeight: height } = flying;
  const left = from.left + (from.width - width) / 2;
  const top = (Math.max(from.top, 0) + Math.min(from.bottom, innerHeight) - height) / 2;
  flying.style.left = `${left}px`;
  flying.style.top = `${top}px`;
  flying.style.setProperty('--dx', `${to.left + to.width / 2 - left - width / 2}px`);
  flying.style.setProperty('--dy', `${to.top + to.height / 2 - top}px`);
  const remove = () => flying.remove();
  Promise.all(flying.getAnimations().map(({ finished }) => finished)).then(remove, remove);
}

function isOnScreen(element: HTMLElement): boolean {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < innerHeight && element.checkVisibility();
}
