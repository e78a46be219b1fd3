import { type Store, storeOf } from './store.ts';

/** Converts a value to the text in the storage and back. A missing text is null. */
export type Format<T> = {
  /** Validates the text, because any script of this origin may have written it. */
  parse(text: string | null): T;
  format(value: T): string | null;
};

/** Stores the value as its text. */
export const asText: Format<string | null> = { parse: (text) => text, format: (text) => text };

/** Stores the value as JSON. `validate` returns undefined for JSON of another shape. Writing undefined removes the text. */
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

/** Creates the store of a key. If a write fails, the value stays in memory until a later write succeeds or the page is closed. */
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
      // The event has no key if the whole storage was cleared.
      addEventListener('storage', (event) => {
        if ((event.key ?? key) === key) notify();
      });
      // A page that is restored from the back/forward cache received no earlier changes.
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) notify();
      });
    },
  });
}
