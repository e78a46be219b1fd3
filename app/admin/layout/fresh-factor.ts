/** What waits for somebody to show their second factor once more. */
type Waiting = { promise: Promise<boolean>; resolve: (shown: boolean) => void };

let waiting: Waiting | undefined;
const listeners = new Set<() => void>();

function notify() {
  for (const listener of listeners) listener();
}

/** Has the frame's dialog ask for it; resolves to whether it was shown. Calls that need it at once share one dialog. */
export function requestFreshFactor(): Promise<boolean> {
  if (!waiting) {
    waiting = Promise.withResolvers<boolean>();
    notify();
  }
  return waiting.promise;
}

/** The dialog is done. */
export function resolveFreshFactor(confirmed: boolean): void {
  waiting?.resolve(confirmed);
  waiting = undefined;
  notify();
}

export const isFreshFactorRequested = () => waiting !== undefined;

export function subscribeToFreshFactor(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
