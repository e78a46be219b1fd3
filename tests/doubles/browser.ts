import { vi } from 'vitest';

/** What browser code finds around it in a test: a storage, and the events of the window. */
export type PretendBrowser = {
  storage: Map<string, string>;
  /** What this tab alone keeps. */
  tabStorage: Map<string, string>;
  /** Makes the storage refuse everything, as a browser does that keeps nothing. */
  refuseStorage(): void;
  /** Another tab writes, or with `null` forgets, the text under `key`. Without a key it forgets everything. */
  inAnotherTab(key: string | null, text?: string | null): void;
  /** The page is shown again; `persisted` when it comes out of the browser's memory. */
  showAgain(persisted: boolean): void;
};

/** Puts them in the place of the globals, until `vi.unstubAllGlobals()`. */
export function pretendBrowser(): PretendBrowser {
  const storage = new Map<string, string>();
  const tabStorage = new Map<string, string>();
  const tab = new EventTarget();
  let refused = false;
  const guard = () => {
    if (refused) throw new DOMException('The storage is refused.', 'SecurityError');
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
      refused = true;
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
