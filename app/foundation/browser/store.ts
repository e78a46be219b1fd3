import { useSyncExternalStore } from 'react';

/** A value of the page that components and other code share. */
export type Store<T> = {
  /** Returns the same object until the value changes. */
  read(): T;
  write(value: T): void;
  /** Calls `listener` when the value may have changed. Returns a function that unsubscribes the listener. */
  subscribe(listener: () => void): () => void;
  /** Hook: returns the value and renders again after a change. Returns the initial value on the server and in hydration. */
  useValue(): T;
};

/** Creates a store whose value is in memory until the page is closed. */
export function createStore<T>(initial: T): Store<T> {
  const { subscribe, notifyListeners } = createListeners();
  let value = initial;
  const read = () => value;
  return {
    read,
    write(next) {
      value = next;
      notifyListeners();
    },
    subscribe,
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

/** Creates the listeners of a store. `start` is called before the first listener is added, `stop` after the last is removed. */
export function createListeners(start = () => {}, stop = () => {}) {
  const listeners = new Set<() => void>();
  return {
    notifyListeners() {
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      if (listeners.size === 0) start();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
  };
}
