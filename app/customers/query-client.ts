import { createQueryClient } from '../foundation/browser/query-client.ts';
import { currentSession, subscribeToSession } from './session.ts';

export { QueryObserver } from '@tanstack/query-core';

/** Query cache for data of the signed-in customer. */
export const client = createQueryClient(
  { readToken: () => currentSession()?.token, subscribe: subscribeToSession },
  30_000,
);
