import { createStore } from '../../foundation/browser/store.ts';

type FactorRequest = { promise: Promise<boolean>; resolve: (confirmed: boolean) => void };

/** The pending request for the second factor, which the layout's dialog shows. */
export const factorRequest = createStore<FactorRequest | undefined>(undefined);

/** Asks for the second factor in the layout's dialog. Concurrent calls share one dialog. Resolves to true if it was confirmed. */
export function requestFreshFactor(): Promise<boolean> {
  const request = factorRequest.read() ?? Promise.withResolvers<boolean>();
  factorRequest.write(request);
  return request.promise;
}

/** Ends the pending request and closes the dialog. */
export function resolveFreshFactor(confirmed: boolean): void {
  factorRequest.read()?.resolve(confirmed);
  factorRequest.write(undefined);
}
