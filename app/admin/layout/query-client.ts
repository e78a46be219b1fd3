import { createQueryClient } from '../../foundation/browser/query-client.ts';
import { staffToken, subscribeToStaffSession } from './staff-session.ts';

/** Cached data of the signed-in staff member. It is shown at once and fetched again, because colleagues work at the same time. */
export const adminQueryClient = createQueryClient(
  { readToken: staffToken, subscribe: subscribeToStaffSession },
  0,
);
