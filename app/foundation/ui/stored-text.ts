/** A text in the browser's storage, shared by all tabs. */
export type StoredText = {
  read(): string | null;
  /** Stores the text, or removes the stored text if `text` is null. */
  write(text: string | null): void;
  /** Calls `listener` after each change in this or another tab. Returns a function that unsubscribes the listener. */
  subscribe(listener: () => void): () => void;
};

/** Creates the accessor of a `localStorage` key. If storage is blocked, the text is in memory until the page is closed. */
export function storedText(key: string): StoredText {
  const listeners = new Set<() => void>();
  let fallback: { text: string | null } | undefined;

  function notifyListeners() {
    for (const listener of listeners) listener();
  }
  function onStorage(event: StorageEvent) {
    // The key is null if the whole storage was cleared.
    if (event.key === key || event.key === null) notifyListeners();
  }
  /** Notifies the listeners when the page is restored from the back/forward cache, as it received no earlier changes. */
  function onPageShow({ persisted }: PageTransitionEvent) {
    if (persisted) notifyListeners();
  }
  return {
    read() {
      if (fallback) return fallback.text;
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    write(text) {
      try {
        if (text === null) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
        fallback = undefined;
      } catch {
        fallback = { text };
      }
      notifyListeners();
    },
    subscribe(listener) {
      if (listeners.size === 0) {
        addEventListener('storage', onStorage);
        addEventListener('pageshow', onPageShow);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        removeEventListener('storage', onStorage);
        removeEventListener('pageshow', onPageShow);
      };
    },
  };
}
