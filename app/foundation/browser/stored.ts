import { type Store, storeOf } from './store.ts';

/** Converts a value to the stored text and back. Null means that no text is stored. */
export type Format<T> = {
  /** Validates the stored text, because any script of this origin can write it. */
  parse(text: string | null): T;
  format(value: T): string | null;
};

export const asText: Format<string | null> = { parse: (text) => text, format: (text) => text };

/** Stores the value as JSON. `validate` returns undefined for unexpected JSON. Writing undefined removes the stored text. */
export const asJson = <T>(validate: (json: unknown) => T | undefined): Format<T | undefined> => ({
  parse(text) {
    try {
      return text === null ? undefined : validate(JSON.parse(text));
    } catch {
      return undefined;
    }
  },
  format: (value) => (value === undefined ? null : JSON.stringify(value)),
});

/**
 * Creates the store of a key in the browser's storage. If writing fails, keeps the value in memory until a later write succeeds
 * or the page is closed.
 */
export function stored<T>(
  key: string,
  { parse, format }: Format<T>,
  place: 'localStorage' | 'sessionStorage' = 'localStorage',
): Store<T> {
  const initial = parse(null);
  let fallback: { text: string | null } | undefined;
  let latest: { text: string | null; value: T } = { text: null, value: initial };

  function readText() {
    if (fallback) return fallback.text;
    try {
      return globalThis[place].getItem(key);
    } catch {
      return null;
    }
  }
  return storeOf({
    initial,
    read() {
      const text = readText();
      if (latest.text !== text) latest = { text, value: parse(text) };
      return latest.value;
    },
    write(value) {
      const text = format(value);
      try {
        if (text === null) globalThis[place].removeItem(key);
        else globalThis[place].setItem(key, text);
        fallback = undefined;
      } catch {
        fallback = { text };
      }
    },
    listen(notify) {
      // If the whole storage was cleared, the event has no key.
      addEventListener('storage', (event) => {
        if ((event.key ?? key) === key) notify();
      });
      // A page in the back/forward cache receives no storage events. Notify the listeners when it is restored.
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) notify();
      });
    },
  });
}
