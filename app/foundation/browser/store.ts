import { useSyncExternalStore } from 'react';

/** A value in the browser that components and other code share. */
export type Store<T> = ReturnType<typeof storeOf<T>>;

/** Creates a store that keeps its value in memory until the page is closed. */
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
  /** Reads the value. Must return the same object until the value changes. */
  read: () => T;
  write: (value: T) => void;
  initial: T;
  /**
   * Starts to call `notify` when other code changes the value, such as another tab. Called once, before the first listener is
   * added.
   */
  listen?: (notify: () => void) => void;
};

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
    /**
     * Hook that returns the value and renders the component again after a change. On the server and during hydration, returns the
     * initial value.
     */
    useValue: () => useSyncExternalStore(subscribe, read, () => initial),
  };
}

const subscribeToNothing = () => () => {};

/** Hook that returns true after hydration, and false on the server and during hydration. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
