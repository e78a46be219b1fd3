import { hc } from 'hono/client';
import { fetchAsCustomer } from '../customers/authenticated-fetch.ts';
import type { Query } from '../foundation/browser/queries.ts';
import { readResponse } from '../foundation/http/api-client.ts';
import type { OwnRating, RatingInput, RatingSaved } from './contract.ts';
import type { reviewEndpoints } from './endpoints.server.ts';

const api = hc<typeof reviewEndpoints>('/api', { fetch: fetchAsCustomer });

export const ratingsQuery: Query<OwnRating[]> = {
  key: ['ratings'],
  fetch: (signal) => readResponse(api.rating.mine.$get({}, { init: { signal } })),
};

/** Rates a product. Rejects with `RequestFailed`. */
export function addRating(proId: string, input: RatingInput): Promise<RatingSaved> {
  const id = encodeURIComponent(proId);
  return readResponse(api.rating.add[':id'].$post({ param: { id }, json: input }));
}
