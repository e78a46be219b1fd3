import type { Driver, Key, Point } from './driver.ts';
import type { PageCommand, PageResult } from './in-page.ts';
import { describeTarget, type Target, type TextPattern } from './target.ts';

/** A file that a shopper or the staff choose. */
export type Upload = { name: string; type: string; bytes: Uint8Array };

/** Long enough for a slow machine under load: a story is never about the clock. */
const timeoutMs = 40_000;
/** Before the second look, as long as a frame lasts; twice as long before each further one, up to the longest: looks cost. */
const [frameMs, maxPauseMs] = [16, 128];
/** What the last press has begun, such as going to the top of a new page, shows after so many frames. */
const framesAtRest = 3;

/** Asks until the answer is right. What the page cannot answer, being on its way to another one, is asked again too. */
export async function waitUntil<T>(
  read: () => Promise<T>,
  isDone: (result: T) => boolean,
  explain: (result: T | undefined, error: unknown) => string,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (let pauseMs = frameMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    let answer: T | undefined;
    let failure: unknown;
    try {
      answer = await read();
      if (isDone(answer)) return answer;
    } catch (error) {
      failure = error;
    }
    if (performance.now() > end) throw new Error(explain(answer, failure));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** One window of a browser, as a story uses it. Every method waits for what it needs. */
export class Page {
  readonly #driver: Driver;
  readonly #origin: string;

  constructor(driver: Driver, origin: string) {
    this.#driver = driver;
    this.#origin = origin;
  }

  /** Opens an address of the shop, and waits until its script has taken over. */
  async open(path: string): Promise<void> {
    await this.#driver.goTo(new URL(path, this.#origin).href);
    await this.#awake();
  }

  async reload(): Promise<void> {
    await this.#driver.reload();
    await this.#awake();
  }

  async back(): Promise<void> {
    await this.#driver.back();
    await this.#awake();
  }

  /** Waits until the window stands at this path and query, and the page there has taken over; answers them. */
  async at(path: TextPattern): Promise<string> {
    const isThere = (here: string) => (typeof path === 'string' ? here === path : path.test(here));
    const address = await waitUntil(
      async () => {
        const { pathname, search } = new URL(await this.#driver.url());
        return pathname + search;
      },
      isThere,
      (here) => `The page stands at ${here}, not at ${path}.`,
    );
    await this.#awake();
    return address;
  }

  /** Presses what can be pressed: visible, enabled, at rest, covered by nothing. */
  async click(target: Target): Promise<void> {
    let before: PageResult | undefined;
    const point = await waitUntil(
      async () => {
        const answer = await this.#driver.execute({ command: 'aim', target });
        const isThere = answer.x !== undefined && answer.x === before?.x && answer.y === before?.y;
        if (!isThere) before = answer;
        const isAtRest = isThere && Number(answer.frame) - Number(before?.frame) >= framesAtRest;
        return isAtRest ? answer : { ...answer, reason: answer.reason ?? 'it moves' };
      },
      ({ reason }) => reason === undefined,
      (answer, error) => `Could not press ${describeTarget(target)}: ${answer?.reason ?? error}`,
    );
    const { x = 0, y = 0 } = point;
    await this.tap({ x, y });
  }

  /** Presses at a point of the window, and lets go there or at another. */
  tap(from: Point, to = from): Promise<void> {
    return this.#driver.drag(from, to);
  }

  /** Types into a field in place of what stands there, or gives it a file. */
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

  /** Chooses from a list by what it shows. */
  async choose(target: Target, option: string): Promise<void> {
    await this.#done({ command: 'choose', target, option });
  }

  press(key: Key): Promise<void> {
    return this.#driver.press(key);
  }

  /** Waits until it is visible, at its place and, with words, until it shows them; answers all that it shows. */
  async see(target: Target, pattern?: TextPattern): Promise<string> {
    const shows = (shown: string) =>
      pattern === undefined || (typeof pattern === 'string' ? shown.includes(pattern) : pattern.test(shown));
    const { text = '' } = await waitUntil(
      () => this.#driver.execute({ command: 'look', target }),
      ({ text: shown, isMoving }) => shown !== undefined && !isMoving && shows(shown),
      (answer, error) => {
        const wanted = `${describeTarget(target)}${pattern === undefined ? '' : ` with ${pattern}`}`;
        return `Could not see ${wanted}: ${answer ? (answer.text ?? 'it is not there') : error}`;
      },
    );
    return text;
  }

  /** Waits until so many of it are visible; 0 is none. */
  async count(target: Target, many: number): Promise<void> {
    await waitUntil(
      () => this.#driver.execute({ command: 'look', target }),
      ({ count }) => count === many,
      (answer, error) => `Saw ${answer?.count ?? error} of ${describeTarget(target)}, not ${many}.`,
    );
  }

  /** Keeps these items in the browser's storage. Call it before the first page is opened. */
  async store(items: Record<string, string>): Promise<void> {
    // A page without scripts of the same origin, so that its storage can be written to.
    await this.#driver.goTo(new URL('/robots.txt', this.#origin).href);
    for (const [key, value] of Object.entries(items)) await this.#driver.storage(key, value);
  }

  /** What the browser's storage has under this key. */
  stored(key: string): Promise<string | null> {
    return this.#driver.storage(key);
  }

  /** The window that this one has opened. */
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

  /** Gives it the focus, until it keeps it: a new page takes the focus for itself once it has come. */
  async #focus(target: Target): Promise<void> {
    let since: number | undefined;
    await waitUntil(
      async () => {
        const { reason, frame = 0 } = await this.#driver.execute({ command: 'focus', target });
        since = reason === undefined ? (since ?? frame) : undefined;
        return { reason, frames: frame - (since ?? frame) };
      },
      ({ reason: why, frames }) => why === undefined && frames >= framesAtRest,
      (answer, error) => `Could not focus ${describeTarget(target)}: ${answer?.reason ?? error}`,
    );
  }

  async #awake(): Promise<void> {
    await this.#done({ command: 'awake' });
  }

  async #done(requested: PageCommand): Promise<void> {
    await waitUntil(
      () => this.#driver.execute(requested),
      ({ reason }) => reason === undefined,
      (answer, error) =>
        `Could not ${requested.command}${'target' in requested ? ` ${describeTarget(requested.target)}` : ''}: ${answer?.reason ?? error}`,
    );
  }
}
