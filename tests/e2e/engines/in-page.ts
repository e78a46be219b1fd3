import type { Fiber } from '../support/open-page.ts';
import type { SerializedPattern, Target } from './target.ts';

/** Commands to the script that runs inside the page. */
export type PageCommand =
  /** Returns the visible state of the target. */
  | { command: 'look'; target: Target }
  /** Returns the point to press: scrolled into view, enabled and not covered. */
  | { command: 'aim'; target: Target }
  /** Focuses a field and selects its text. */
  | { command: 'focus'; target: Target }
  | { command: 'choose'; target: Target; option: string }
  /** Sets the file of a file field. */
  | { command: 'attach'; target: Target; file: { name: string; type: string; base64: string } }
  /** Reports whether React has hydrated the page. */
  | { command: 'hydrate' };

export type PageResult = {
  /** Why the command failed. Absent after success. */
  reason?: string;
  count?: number;
  text?: string;
  /** True while a transition is running. */
  isMoving?: boolean;
  x?: number;
  y?: number;
  /** The page's frame counter when the result was read. */
  frame?: number;
  /** Script errors that the page's error log has recorded since the window opened. */
  errors: string[];
};

/**
 * Runs one command inside the page, in every engine. The engine sends this function as text, so it refers to nothing outside
 * itself. It takes and returns JSON and never waits. The page object repeats a command until it succeeds.
 */
export function handlePageCommand(requested: PageCommand): PageResult {
  const errorsKey = 'e2e.errors';
  const fits = (shown: string, text: SerializedPattern) =>
    'exact' in text ? shown === text.exact : new RegExp(text.pattern, text.flags).test(shown);
  const oneLine = (shown: string | null | undefined) => (shown ?? '').replace(/\s+/g, ' ').trim();

  /** Keeps an error log in the session storage, so that it survives navigations. WebDriver has no such log. */
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

  /** Returns the accessible name of an element, by the rules that this shop's pages need. */
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

  /** Returns the text that an element adds to an accessible name. Omits content that is hidden from assistive technology. */
  function contentOf(element: Element): string {
    if (element.getAttribute('aria-hidden') === 'true' || isControl(element)) return '';
    if (element instanceof HTMLImageElement) return element.alt;
    return join(element, (child) => child.getAttribute('aria-label') ?? contentOf(child));
  }

  /** Returns the visible text of an element. */
  function seenIn(element: Element): string {
    // An element with `display: contents` has no box, but its children do.
    const isDrawn = isVisible(element) || getComputedStyle(element).display === 'contents';
    return isDrawn && !isControl(element) ? join(element, seenIn) : '';
  }

  /** Joins the texts of the child nodes, with spaces around nodes that are not inline. */
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

  function findAll({ css, name, text, within }: Target): Element[] {
    const roots: ParentNode[] = within ? findAll(within) : [document];
    return roots
      .flatMap((root) => [...root.querySelectorAll(css)])
      .filter(isVisible)
      .filter((element) => !name || fits(nameOf(element), name))
      .filter((element) => !text || fits(shownBy(element), text));
  }

  function shownBy(element: Element): string {
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
    if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.label ?? '';
    return oneLine(seenIn(element));
  }

  /**
   * Returns the page's frame counter. The counting stops 30 frames after the last call, because constant drawing uses a whole
   * processor.
   */
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

  /** True while a transition of the element or of an ancestor is running. */
  function isInTransition(element: Element): boolean {
    const isRunning = (one: Animation) => one instanceof CSSTransition && one.playState === 'running';
    for (let at: Element | null = element; at; at = at.parentElement)
      if (at.getAnimations().some(isRunning)) return true;
    return false;
  }

  /** Returns the label of a radio button or checkbox if the label is drawn in its place. */
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
    // Text that wraps has a rectangle for each line. The gaps between the lines cannot be pressed.
    const [first] = pressed.getClientRects();
    if (!first) return { reason: 'it has no size' };
    const x = Math.round(first.left + first.width / 2);
    const y = Math.round(first.top + first.height / 2);
    const top = document.elementFromPoint(x, y);
    const isFree =
      top && (pressed.contains(top) || (top.contains(pressed) === false && top.closest('label') === pressed));
    if (!isFree) {
      // A bar at the edge of the window may cover the element. Centre the element for the next try.
      pressed.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      return {
        reason: `it is covered by ${top ? top.outerHTML.slice(0, 120) : 'nothing that can be pressed'}`,
      };
    }
    return { x, y, frame: frames() };
  }

  function setValue(element: Element, value: string) {
    const kind = element instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
    // React overrides the `value` setter of the element. Call the setter of its class, so that React notices the change.
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(element, value);
    element.dispatchEvent(new Event('input', { bubbles: true }));
    element.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** True once React has hydrated the page and run its effects. Effects run in tasks after hydration. */
  function hydrate(): Omit<PageResult, 'errors'> {
    const main = document.querySelector('main') ?? {};
    const name = Object.keys(main).find((key) => key.startsWith('__reactFiber$')) ?? '';
    let fiber: Fiber | undefined = Reflect.get(main, name);
    while (fiber?.return) fiber = fiber.return;
    // React renders in slices. It marks the elements of a slice before it has committed any of them.
    if (fiber?.stateNode.current.memoizedState.isDehydrated !== false)
      return { reason: 'React has not hydrated the page' };
    const tasks: unknown = Reflect.get(window, 'e2eTasks');
    if (typeof tasks === 'number') return tasks >= 4 ? {} : { reason: 'effects are pending' };
    const { port1, port2 } = new MessageChannel();
    Object.assign(window, { e2eTasks: 0 });
    port1.onmessage = () => {
      const done = Number(Reflect.get(window, 'e2eTasks')) + 1;
      Object.assign(window, { e2eTasks: done });
      if (done < 4) port2.postMessage(null);
    };
    port2.postMessage(null);
    return { reason: 'effects are pending' };
  }

  function act(): Omit<PageResult, 'errors'> {
    if (requested.command === 'hydrate') return hydrate();
    const found = findAll(requested.target);
    const [element] = found;
    if (requested.command === 'look') {
      return {
        count: found.length,
        text: element && shownBy(element),
        isMoving: element && isInTransition(element),
      };
    }
    if (!(element instanceof HTMLElement)) return { reason: 'it does not exist' };
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
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], requested.file.name, { type: requested.file.type }));
    element.files = transfer.files;
    element.dispatchEvent(new Event('change', { bubbles: true }));
    return {};
  }

  const errors = listen();
  return { ...act(), errors };
}
