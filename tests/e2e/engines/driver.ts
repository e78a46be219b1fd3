import type { PageCommand, PageResult } from './in-page.ts';

export type Point = { x: number; y: number };

/** The keys with names that stories press. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'Backspace';

/** Operations on a browser window that differ between engines. Everything else is written once, in page.ts. */
export type Driver = {
  goTo(url: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  url(): Promise<string>;
  /** Runs the script of in-page.ts. Rejects during a navigation. */
  execute(requested: PageCommand): Promise<PageResult>;
  /** An item of the page's local storage. With a value, sets it. */
  storage(key: string, value?: string): Promise<string | null>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Presses at one point and releases at the other. */
  drag(from: Point, to: Point): Promise<void>;
  screenshot(): Promise<Uint8Array>;
  /** The windows that this one has opened. */
  popups(): Promise<Driver[]>;
  /** Errors of scripts, as far as the engine reports them. */
  errors(): Promise<readonly string[]>;
};

export type Browser = {
  /** A window whose storage is empty. */
  newWindow(): Promise<Driver>;
  /** Closes the window and its popups, and deletes its storage. */
  closeWindow(): Promise<void>;
  stop(): Promise<void>;
};
