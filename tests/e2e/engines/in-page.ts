import type { Fiber } from '../support/open-page.ts';
import type { SerializedPattern, Target } from './target.ts';

/** What the script is asked to do inside the page. */
export type PageCommand =
  /** What the target is here, as far as it can be seen. */
  | { command: 'look'; target: Target }
  /** Where to press it: scrolled into view, enabled, and covered by nothing. */
  | { command: 'aim'; target: Target }
  /** Gives it the focus, with all its text selected. */
  | { command: 'focus'; target: Target }
  | { command: 'choose'; target: Target; option: string }
  /** Puts a file into a file field. */
  | { command: 'attach'; target: Target; file: { name: string; type: string; base64: string } }
  /** Whether React has taken over the page that the server sent. */
  | { command: 'awake' };

export type PageResult = {
  /** What is missing; absent when it was done. */
  reason?: string;
  count?: number;
  text?: string;
  /** Whether it is still on its way to its place. */
  isMoving?: boolean;
  x?: number;
  y?: number;
  /** How many frames the page had drawn when it was there. */
  frame?: number;
  /** What went wrong in scripts since this window opened, as far as this script has heard of it. */
  errors: string[];
};

/**
 * Runs inside the page, in every engine: so it is one function that refers to nothing outside itself, takes JSON and
 * returns JSON, and never waits. The page object asks again until the answer is right.
 */
export function handlePageCommand(requested: PageCommand): PageResult {
  const errorsKey = 'e2e.errors';
  const fits = (shown: string, text: SerializedPattern) =>
    'exact' in text ? shown === text.exact : new RegExp(text.pattern, text.flags).test(shown);
  const oneLine = (shown: string | null | undefined) => (shown ?? '').replace(/\s+/g, ' ').trim();

  /** A window without an error log of its own (WebDriver has none) keeps it in its session, over navigations. */
  function listen(): string[] {
    if (!('e2eListens' in window)) {
      Object.assign(window, { e2eListens: true });
      const note = (text: unknown) => {
        const errors: string[] = JSON.parse(sessionStorage.getItem(errorsKey) ?? '[]');
        sessionStorage.setItem(errorsKey, JSON.stringify([...errors, String(text)]));
      };
      addEventListener('error', (event) => note(event.message));
      addEventListener('unhandledrejection', ({ reason }) => note(reason));
    }
    try {
      return JSON.parse(sessionStorage.getItem(errorsKey) ?? '[]');
    } catch {
      return []; // A page without an origin has no storage.
    }
  }

  /** The accessible name, as far as this shop's pages need it. */
  function nameOf(element: Element): string {
    const labelledBy = element.getAttribute('aria-labelledby');
    if (labelledBy) {
      const labels = labelledBy.split(/\s+/).map((id) => document.getElementById(id));
      return oneLine(labels.map((label) => label && contentOf(label)).join(' '));
    }
    const label = element.getAttribute('aria-label');
    if (label) return oneLine(label);
    if (
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement
    ) {
      if (element.labels?.length) return oneLine([...element.labels].map(contentOf).join(' '));
      return oneLine(element.type === 'submit' ? element.value : element.getAttribute('placeholder'));
    }
    if (element instanceof HTMLFieldSetElement) return oneLine(element.querySelector('legend')?.textContent);
    if (/^(SECTION|ASIDE|FORM|NAV|UL|OL|DIALOG)$/.test(element.tagName)) return '';
    return oneLine(contentOf(element));
  }

  /** The text for a name: without what is hidden from assistive technology, with the labels and the words of images. */
  function contentOf(element: Element): string {
    if (element.getAttribute('aria-hidden') === 'true' || isControl(element)) return '';
    if (element instanceof HTMLImageElement) return element.alt;
    return join(element, (child) => child.getAttribute('aria-label') ?? contentOf(child));
  }

  /** The text that can be seen. */
  function seenIn(element: Element): string {
    // A box of `display: contents` is not drawn, but what is in it is.
    const isDrawn = isVisible(element) || getComputedStyle(element).display === 'contents';
    return isDrawn && !isControl(element) ? join(element, seenIn) : '';
  }

  /** The texts of the nodes in it; only what stands in one line is written together. */
  function join(element: Element, textOf: (child: Element) => string): string {
    const parts = [...element.childNodes].map((node) => {
      if (node instanceof Text) return node.data;
      if (!(node instanceof Element)) return '';
      return getComputedStyle(node).display === 'inline' ? textOf(node) : ` ${textOf(node)} `;
    });
    return parts.join('');
  }

  const isControl = (element: Element) => /^(SELECT|INPUT|TEXTAREA|SCRIPT|STYLE)$/.test(element.tagName);

  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;

  function findAll({ css, name, text, within, position: nth }: Target): Element[] {
    const roots: ParentNode[] = within ? findAll(within) : [document];
    const found = roots
      .flatMap((root) => [...root.querySelectorAll(css)])
      .filter(isVisible)
      .filter((element) => !name || fits(nameOf(element), name))
      .filter((element) => !text || fits(shownBy(element), text));
    return nth === undefined ? found : found.slice(nth, nth + 1);
  }

  function shownBy(element: Element): string {
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
    if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.label ?? '';
    return oneLine(seenIn(element));
  }

  /** The page's frame counter. It runs for at least 30 frames after each call: a page that must draw all the time costs a processor. */
  function frames(): number {
    const isCounting = Number(Reflect.get(window, 'e2eFrames')) < Number(Reflect.get(window, 'e2eLastFrame'));
    const frame = Number(Reflect.get(window, 'e2eFrames') ?? 0);
    Object.assign(window, { e2eFrames: frame, e2eLastFrame: frame + 30 });
    const count = () => {
      const next = Number(Reflect.get(window, 'e2eFrames')) + 1;
      Object.assign(window, { e2eFrames: next });
      if (next < Number(Reflect.get(window, 'e2eLastFrame'))) requestAnimationFrame(count);
    };
    if (!isCounting) requestAnimationFrame(count);
    return frame;
  }

  /** Whether a transition of it, or of what it stands in, is under way. */
  function isInTransition(element: Element): boolean {
    const isRunning = (one: Animation) => one instanceof CSSTransition && one.playState === 'running';
    for (let at: Element | null = element; at; at = at.parentElement)
      if (at.getAnimations().some(isRunning)) return true;
    return false;
  }

  /** Radios and boxes may be drawn by their labels. */
  function pressable(element: Element): Element {
    const { width, height } = element.getBoundingClientRect();
    const isDrawn = width > 2 && height > 2 && getComputedStyle(element).opacity !== '0';
    if (isDrawn || !(element instanceof HTMLInputElement)) return element;
    return element.labels?.[0] ?? element;
  }

  function aim(element: Element): Omit<PageResult, 'errors'> {
    if (element.matches(':disabled, [aria-disabled=true]')) return { reason: 'it is disabled' };
    const pressed = pressable(element);
    if (isInTransition(pressed)) return { reason: 'it moves' };
    const inView = ({ top, bottom }: DOMRect) => top >= 0 && bottom <= innerHeight;
    if (!inView(pressed.getBoundingClientRect()))
      pressed.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    // Text that wraps has a rectangle for each line; between them nothing can be pressed.
    const [first] = pressed.getClientRects();
    if (!first) return { reason: 'it has no size' };
    const x = Math.round(first.left + first.width / 2);
    const y = Math.round(first.top + first.height / 2);
    const top = document.elementFromPoint(x, y);
    const isFree =
      top && (pressed.contains(top) || (top.contains(pressed) === false && top.closest('label') === pressed));
    if (!isFree) {
      // A bar at the edge of the window may cover it: next time it is in the middle.
      pressed.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      return {
        reason: `it is covered by ${top ? top.outerHTML.slice(0, 120) : 'nothing that can be pressed'}`,
      };
    }
    return { x, y, frame: frames() };
  }

  function setValue(element: Element, value: string) {
    const kind = element instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
    // React notes what is assigned to the element itself; the setter of its class goes past that.
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(element, value);
    element.dispatchEvent(new Event('input', { bubbles: true }));
    element.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** React takes over after its scripts have run; effects follow in the turns after that. */
  function awake(): Omit<PageResult, 'errors'> {
    const main = document.querySelector('main') ?? {};
    const name = Object.keys(main).find((key) => key.startsWith('__reactFiber$')) ?? '';
    let fiber: Fiber | undefined = Reflect.get(main, name);
    while (fiber?.return) fiber = fiber.return;
    // React renders in slices, and marks the elements of a slice before it has committed any of them.
    if (fiber?.stateNode.current.memoizedState.isDehydrated !== false)
      return { reason: 'React has not taken over' };
    const turns: unknown = Reflect.get(window, 'e2eTurns');
    if (typeof turns === 'number') return turns >= 4 ? {} : { reason: 'effects are under way' };
    const { port1, port2 } = new MessageChannel();
    Object.assign(window, { e2eTurns: 0 });
    port1.onmessage = () => {
      const done = Number(Reflect.get(window, 'e2eTurns')) + 1;
      Object.assign(window, { e2eTurns: done });
      if (done < 4) port2.postMessage(null);
    };
    port2.postMessage(null);
    return { reason: 'effects are under way' };
  }

  function act(): Omit<PageResult, 'errors'> {
    if (requested.command === 'awake') return awake();
    const found = findAll(requested.target);
    const [element] = found;
    if (requested.command === 'look') {
      return {
        count: found.length,
        text: element && shownBy(element),
        isMoving: element && isInTransition(element),
      };
    }
    if (!(element instanceof HTMLElement)) return { reason: 'it is not there' };
    if (requested.command === 'aim') return aim(element);
    if (requested.command === 'focus') {
      const hadFocus = document.activeElement === element;
      element.focus();
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select();
      return hadFocus ? { frame: frames() } : { reason: 'it did not have the focus' };
    }
    if (requested.command === 'choose') {
      const { option } = requested;
      if (!(element instanceof HTMLSelectElement)) return { reason: 'it is no list to choose from' };
      const chosen = [...element.options].find(({ label }) => label.trim() === option);
      if (!chosen || element.disabled) return { reason: `“${option}” cannot be chosen` };
      element.focus();
      setValue(element, chosen.value);
      return {};
    }
    if (!(element instanceof HTMLInputElement)) return { reason: 'it is no file field' };
    const bytes = Uint8Array.from(atob(requested.file.base64), (sign) => sign.charCodeAt(0));
    const carried = new DataTransfer();
    carried.items.add(new File([bytes], requested.file.name, { type: requested.file.type }));
    element.files = carried.files;
    element.dispatchEvent(new Event('change', { bubbles: true }));
    return {};
  }

  const errors = listen();
  return { ...act(), errors };
}
