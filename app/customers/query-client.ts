import { createQueryClient } from '../foundation/browser/query-client.ts';
import { currentSession, subscribeToSession } from './session.ts';

export { QueryObserver } from '@tanstack/query-core';

export const client = createQueryClient(
  { readToken: () => currentSession()?.token, subscribe: subscribeToSession },
  30_000,
);
