import { QueryObserver } from '@tanstack/query-core';
import { createQueries, type Query, type QueryResult, useQuery } from '../../foundation/browser/queries.ts';
import { createQueryClient } from '../../foundation/browser/query-client.ts';
import { RequestFailed } from '../../foundation/http/api-client.ts';
import { staffToken, useStaffToken } from './staff-session.ts';

/**
 * Cache of the signed-in staff member's queries. Shows cached data at once and fetches it again, because other staff members work
 * at the same time.
 */
export const adminQueryClient = createQueryClient(
  { readToken: staffToken.read, subscribe: staffToken.subscribe },
  0,
);

/** Queries of the signed-in staff member. The first word of a query's key is its subject, such as `orders`. */
const adminQueries = createQueries({ readToken: staffToken.read, useToken: useStaffToken }, async () => ({
  client: adminQueryClient,
  QueryObserver,
}));
export const { setData: setAdminData } = adminQueries;

export const useAdminQuery = <T>(query: Query<T>): QueryResult<T> => useQuery(adminQueries, query);

/** Fetches all displayed data of these subjects again, such as `refreshAdmin('orders', 'dashboard')` after an order is packed. */
export const refreshAdmin = (...subjects: string[]): Promise<void> =>
  adminQueries.refresh(...subjects.map((subject) => ({ key: [subject] })));

/** Waits for the response of a change request. After a conflict (409), fetches the data of `subject` again before it rejects. */
export async function refreshOnConflict<T>(subject: string, response: Promise<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 409) await refreshAdmin(subject);
    throw error;
  }
}
