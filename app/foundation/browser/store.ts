import { useSyncExternalStore } from 'react';

/** A value of the page that components and other code share. */
export type Store<T> = ReturnType<typeof storeOf<T>>;

/** Creates a store whose value is in memory until the page is closed. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  return storeOf({
    read: () => value,
    write(next) {
      value = next;
    },
    initial,
  });
}

type Source<T> = {
  /** Returns the same object until the value changes. */
  read: () => T;
  write: (value: T) => void;
  initial: T;
  /** Called before the first listener is added. `notify` calls the listeners after a change that `write` did not make. */
  listen?: (notify: () => void) => void;
};

/** Creates a store of a value that the functions of a {@link Source} read and write. */
export function storeOf<T>({ read, write, initial, listen }: Source<T>) {
  const listeners = new Set<() => void>();
  let start = listen;
  function notify() {
    for (const listener of listeners) listener();
  }
  /** Calls `listener` when the value may have changed. Returns a function that unsubscribes the listener. */
  function subscribe(listener: () => void): () => void {
    start?.(notify);
    start = undefined;
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  return {
    read,
    write(value: T) {
      write(value);
      notify();
    },
    subscribe,
    /** Hook: returns the value and renders again after a change. Returns the initial value on the server and in hydration. */
    useValue: () => useSyncExternalStore(subscribe, read, () => initial),
  };
}

const subscribeToNothing = () => () => {};

/** Returns false on the server and during hydration, and true afterwards. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
