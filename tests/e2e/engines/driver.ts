import type { PageCommand, PageResult } from './in-page.ts';

export type Point = { x: number; y: number };

/** The keys with names that stories press. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'Backspace';

/** What an engine has to be able to do with one of its windows. Everything else is written once, in page.ts. */
export type Driver = {
  goTo(url: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  url(): Promise<string>;
  /** Runs the script of in-page.ts. Rejects while the window is on its way to another page. */
  execute(requested: PageCommand): Promise<PageResult>;
  /** An item of the page's local storage. With a value, sets it. */
  storage(key: string, value?: string): Promise<string | null>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Presses at one point and lets go at the other. */
  drag(from: Point, to: Point): Promise<void>;
  screenshot(): Promise<Uint8Array>;
  /** The other windows that this one has opened. */
  popups(): Promise<Driver[]>;
  /** What went wrong in scripts, as far as the engine reports it. */
  errors(): Promise<readonly string[]>;
};

export type Browser = {
  /** A window whose storage is empty. */
  newWindow(): Promise<Driver>;
  /** Closes it with all that it has opened, and forgets its storage. */
  closeWindow(): Promise<void>;
  stop(): Promise<void>;
};
