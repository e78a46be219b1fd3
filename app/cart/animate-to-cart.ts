/**
 * The picture of a piece that was added folds once and travels to the cart. It is drawn above everything, dialogs
 * included, and is gone after 1.1 s; for whoever asked for less motion, it never comes.
 */
export function animateToCart(image: HTMLImageElement | undefined): void {
  // Whoever has left the page meanwhile sees nothing fly.
  if (!image?.isConnected || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const cart = [...document.querySelectorAll<HTMLElement>('a[href="/cart"]:has(.i)')].find(isOnScreen);
  if (!cart) return;
  const [from, to] = [image.getBoundingClientRect(), cart.getBoundingClientRect()];
  const flying = document.createElement('img');
  flying.src = image.currentSrc || image.src;
  flying.alt = '';
  flying.className = 'flying-image';
  flying.popover = 'manual';
  document.body.append(flying);
  flying.showPopover();
  // Measured before it moves: it starts in the middle of the part of the picture that is seen.
  const { offsetWidth: width, offsetHeight: height } = flying;
  const left = from.left + (from.width - width) / 2;
  const top = (Math.max(from.top, 0) + Math.min(from.bottom, innerHeight) - height) / 2;
  flying.style.left = `${left}px`;
  flying.style.top = `${top}px`;
  flying.style.setProperty('--dx', `${to.left + to.width / 2 - left - width / 2}px`);
  flying.style.setProperty('--dy', `${to.top + to.height / 2 - top}px`);
  const gone = () => flying.remove();
  Promise.all(flying.getAnimations().map(({ finished }) => finished)).then(gone, gone);
}

function isOnScreen(element: HTMLElement): boolean {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < innerHeight && element.checkVisibility();
}
