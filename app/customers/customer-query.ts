import { createQueries, type Query, type QueryResult, useQuery } from '../foundation/browser/queries.ts';
import { currentSession, useSession } from './session.ts';

/** Query cache for data of the signed-in customer. Only browsers of signed-in customers load the cache's code. */
const customerQueries = createQueries(
  { readToken: () => currentSession()?.token, useToken: () => useSession()?.token },
  () => import('./query-client.ts'),
);
export const { setData: setCustomerData, refresh: refreshCustomerData } = customerQueries;

export const useCustomerQuery = <T>(query: Query<T>): QueryResult<T> => useQuery(customerQueries, query);
