import { vi } from 'vitest';

/** The browser's globals in a test: storage and the events of the window. */
export type PretendBrowser = {
  storage: Map<string, string>;
  tabStorage: Map<string, string>;
  /** Makes the storage throw, as in a browser that blocks storage. */
  refuseStorage(): void;
  /** Stores a text under `key` as another tab does. Deletes the key if `text` is null. Clears the storage if `key` is null. */
  inAnotherTab(key: string | null, text?: string | null): void;
  /** Shows the page again. If `persisted`, the page comes from the back/forward cache. */
  showAgain(persisted: boolean): void;
};

/** Replaces the globals until `vi.unstubAllGlobals()`. */
export function pretendBrowser(): PretendBrowser {
  const storage = new Map<string, string>();
  const tabStorage = new Map<string, string>();
  const tab = new EventTarget();
  let isBlocked = false;
  const guard = () => {
    if (isBlocked) throw new DOMException('The storage is blocked.', 'SecurityError');
  };
  const asStorage = (texts: Map<string, string>) => ({
    getItem(key: string) {
      guard();
      return texts.get(key) ?? null;
    },
    setItem(key: string, text: string) {
      guard();
      texts.set(key, text);
    },
    removeItem(key: string) {
      guard();
      texts.delete(key);
    },
  });
  vi.stubGlobal('localStorage', asStorage(storage));
  vi.stubGlobal('sessionStorage', asStorage(tabStorage));
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab));
  return {
    storage,
    tabStorage,
    refuseStorage() {
      isBlocked = true;
    },
    inAnotherTab(key, text = null) {
      if (key === null) storage.clear();
      else if (text === null) storage.delete(key);
      else storage.set(key, text);
      tab.dispatchEvent(Object.assign(new Event('storage'), { key }));
    },
    showAgain(persisted) {
      tab.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    },
  };
}
