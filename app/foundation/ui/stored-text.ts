/** A text that this browser keeps between visits, in step over all its tabs. */
export type StoredText = {
  read(): string | null;
  /** `null` forgets it. */
  write(text: string | null): void;
  /** Calls `listener` after each change, also one made in another tab. Answers how to stop that. */
  subscribe(listener: () => void): () => void;
};

/** The text under `key` of the browser's storage. Where storage is refused, it lives as long as the page. */
export function storedText(key: string): StoredText {
  const listeners = new Set<() => void>();
  let refused: { text: string | null } | undefined;

  function tell() {
    for (const listener of listeners) listener();
  }
  function onStorage(event: StorageEvent) {
    // A `null` key: everything was cleared.
    if (event.key === key || event.key === null) tell();
  }
  /** A page that comes out of the browser's memory, by the Back button, has heard nothing since it was left. */
  function onPageShow({ persisted }: PageTransitionEvent) {
    if (persisted) tell();
  }
  return {
    read() {
      if (refused) return refused.text;
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
        refused = undefined;
      } catch {
        refused = { text };
      }
      tell();
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
