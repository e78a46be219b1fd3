import { vi } from 'vitest';

export type PretendBrowser = ReturnType<typeof pretendBrowser>;

/** Replaces the browser's storage and the events of the window until `vi.unstubAllGlobals()`. */
export function pretendBrowser() {
  const storage = new Map<string, string>();
  const tabStorage = new Map<string, string>();
  const tab = new EventTarget();
  let isBlocked = false;
  const asStorage = (texts: Map<string, string>) => {
    const open = () => {
      if (isBlocked) throw new DOMException('The storage is blocked.', 'SecurityError');
      return texts;
    };
    return {
      getItem: (key: string) => open().get(key) ?? null,
      setItem: (key: string, text: string) => void open().set(key, text),
      removeItem: (key: string) => void open().delete(key),
    };
  };
  vi.stubGlobal('localStorage', asStorage(storage));
  vi.stubGlobal('sessionStorage', asStorage(tabStorage));
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab));
  return {
    storage,
    tabStorage,
    /** Makes the storage throw, as in a browser that blocks storage. */
    refuseStorage() {
      isBlocked = true;
    },
    /** Stores a text under `key` as another tab does. Deletes the key if `text` is null. Clears the storage if `key` is null. */
    inAnotherTab(key: string | null, text: string | null = null) {
      if (key === null) storage.clear();
      else if (text === null) storage.delete(key);
      else storage.set(key, text);
      tab.dispatchEvent(Object.assign(new Event('storage'), { key }));
    },
    /** Shows the page again. If `persisted`, the page comes from the back/forward cache. */
    showAgain(persisted: boolean) {
      tab.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    },
  };
}
