import type { Driver, Key, Point } from './driver.ts';
import type { PageCommand, PageResult } from './in-page.ts';
import { describeTarget, type Target, type TextPattern } from './target.ts';

/** A file to upload. */
export type Upload = { name: string; type: string; bytes: Uint8Array };

/** Timeout in milliseconds. It is long enough for a slow machine under load, because no story tests speed. */
const timeoutMs = 40_000;
/**
 * Milliseconds between two checks. The first delay is one frame. Each further delay doubles up to the maximum, because each check
 * costs processor time.
 */
const [frameMs, maxPauseMs] = [16, 128];
/** Number of frames after which the effects of the last press are visible, such as scrolling to the top of a new page. */
const framesAtRest = 3;

/**
 * Repeats `read` until its result is right. Also repeats `read` after an error, because a page does not respond during a
 * navigation.
 */
export async function waitUntil<T>(
  read: () => Promise<T>,
  isDone: (result: T) => boolean,
  explain: (result: T | undefined, error: unknown) => string,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (let pauseMs = frameMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    let result: T | undefined;
    let failure: unknown;
    try {
      result = await read();
      if (isDone(result)) return result;
    } catch (error) {
      failure = error;
    }
    if (performance.now() > end) throw new Error(explain(result, failure));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** One browser window of a story. Every method waits until the elements that it needs are ready. */
export class Page {
  readonly #driver: Driver;
  readonly #origin: string;

  constructor(driver: Driver, origin: string) {
    this.#driver = driver;
    this.#origin = origin;
  }

  /** Opens a path of the shop and waits for hydration. */
  async open(path: string): Promise<void> {
    await this.#driver.goTo(new URL(path, this.#origin).href);
    await this.#waitForHydration();
  }

  async reload(): Promise<void> {
    await this.#driver.reload();
    await this.#waitForHydration();
  }

  async back(): Promise<void> {
    await this.#driver.back();
    await this.#waitForHydration();
  }

  /** Waits until the window has this path and query and the page is hydrated. Returns path and query. */
  async at(path: TextPattern): Promise<string> {
    const isThere = (here: string) => (typeof path === 'string' ? here === path : path.test(here));
    const address = await waitUntil(
      async () => {
        const { pathname, search } = new URL(await this.#driver.url());
        return pathname + search;
      },
      isThere,
      (here) => `The page is at ${here}, not at ${path}.`,
    );
    await this.#waitForHydration();
    return address;
  }

  /** Presses an element once the element is visible, enabled, at rest and not covered. */
  async click(target: Target): Promise<void> {
    let before: PageResult | undefined;
    const point = await waitUntil(
      async () => {
        const result = await this.#driver.execute({ command: 'aim', target });
        const isThere = result.x !== undefined && result.x === before?.x && result.y === before?.y;
        if (!isThere) before = result;
        const isAtRest = isThere && Number(result.frame) - Number(before?.frame) >= framesAtRest;
        return isAtRest ? result : { ...result, reason: result.reason ?? 'it moves' };
      },
      ({ reason }) => reason === undefined,
      (result, error) => `Could not press ${describeTarget(target)}: ${result?.reason ?? error}`,
    );
    const { x = 0, y = 0 } = point;
    await this.tap({ x, y });
  }

  /** Presses the mouse button at a point of the window. Releases it at the same point, or at `to`. */
  tap(from: Point, to = from): Promise<void> {
    return this.#driver.drag(from, to);
  }

  /** Replaces the text of a field, or chooses a file for a file field. */
  async fill(target: Target, content: string | Upload): Promise<void> {
    if (typeof content !== 'string') {
      const { name, type, bytes } = content;
      const file = { name, type, base64: Buffer.from(bytes).toString('base64') };
      await this.#done({ command: 'attach', target, file });
      return;
    }
    await this.#focus(target);
    if (content === '') await this.#driver.press('Backspace');
    else await this.#driver.type(content);
  }

  /** Chooses an option by its label. */
  async choose(target: Target, option: string): Promise<void> {
    await this.#done({ command: 'choose', target, option });
  }

  press(key: Key): Promise<void> {
    return this.#driver.press(key);
  }

  /** Waits until the target is visible and at rest, and contains the text if one is given. Returns all its text. */
  async see(target: Target, pattern?: TextPattern): Promise<string> {
    const shows = (shown: string) =>
      pattern === undefined || (typeof pattern === 'string' ? shown.includes(pattern) : pattern.test(shown));
    const { text = '' } = await waitUntil(
      () => this.#driver.execute({ command: 'look', target }),
      ({ text: shown, isMoving }) => shown !== undefined && !isMoving && shows(shown),
      (result, error) => {
        const expected = `${describeTarget(target)}${pattern === undefined ? '' : ` with ${pattern}`}`;
        return `Could not see ${expected}: ${result ? (result.text ?? 'it does not exist') : error}`;
      },
    );
    return text;
  }

  /** Waits until this number of targets is visible. */
  async count(target: Target, expectedCount: number): Promise<void> {
    await waitUntil(
      () => this.#driver.execute({ command: 'look', target }),
      ({ count }) => count === expectedCount,
      (result, error) => `Saw ${result?.count ?? error} of ${describeTarget(target)}, not ${expectedCount}.`,
    );
  }

  /** Writes items into the browser's storage. Call it before the first page is opened. */
  async store(items: Record<string, string>): Promise<void> {
    // Open a page of the same origin without scripts, to write to its storage.
    await this.#driver.goTo(new URL('/robots.txt', this.#origin).href);
    for (const [key, value] of Object.entries(items)) await this.#driver.storage(key, value);
  }

  /** Reads an item from the browser's storage. */
  stored(key: string): Promise<string | null> {
    return this.#driver.storage(key);
  }

  close(): Promise<void> {
    return this.#driver.close();
  }

  /** Waits for the window that this window has opened. */
  async popup(): Promise<Page> {
    const windows = await waitUntil(
      () => this.#driver.popups(),
      (all) => all.length > 0,
      () => 'No window has opened.',
    );
    const [driver] = windows;
    if (!driver) throw new Error('No window has opened.');
    return new Page(driver, this.#origin);
  }

  /** Focuses an element until the element keeps the focus. A new page takes the focus once the page has loaded. */
  async #focus(target: Target): Promise<void> {
    let since: number | undefined;
    await waitUntil(
      async () => {
        const { reason, frame = 0 } = await this.#driver.execute({ command: 'focus', target });
        since = reason === undefined ? (since ?? frame) : undefined;
        return { reason, frames: frame - (since ?? frame) };
      },
      ({ reason: why, frames }) => why === undefined && frames >= framesAtRest,
      (result, error) => `Could not focus ${describeTarget(target)}: ${result?.reason ?? error}`,
    );
  }

  async #waitForHydration(): Promise<void> {
    await this.#done({ command: 'hydrate' });
  }

  async #done(requested: PageCommand): Promise<void> {
    await waitUntil(
      () => this.#driver.execute(requested),
      ({ reason }) => reason === undefined,
      (result, error) =>
        `Could not ${requested.command}${'target' in requested ? ` ${describeTarget(requested.target)}` : ''}: ${result?.reason ?? error}`,
    );
  }
}
