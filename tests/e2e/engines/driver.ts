import type { PageCommand, PageResult } from './in-page.ts';

export type Point = { x: number; y: number };

/** Named keys that the stories press. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'Backspace';

/** Operations on a browser window that differ between engines. page.ts has the code that all engines share. */
export type Driver = {
  goTo(url: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  url(): Promise<string>;
  /** Runs the script of in-page.ts. Rejects during a navigation. */
  execute(requested: PageCommand): Promise<PageResult>;
  /** Returns an item of the page's local storage. Sets the item if `value` is given. */
  storage(key: string, value?: string): Promise<string | null>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Presses the mouse button at one point and releases it at another. */
  drag(from: Point, to: Point): Promise<void>;
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
  /** The windows that this window has opened. */
  popups(): Promise<Driver[]>;
  /** Script errors that the engine has reported. */
  errors(): Promise<readonly string[]>;
};

export type Browser = {
  /** Opens a window with empty storage. */
  newWindow(): Promise<Driver>;
  /** Closes the window and its popups, and deletes the window's storage. */
  closeWindow(): Promise<void>;
  stop(): Promise<void>;
};
