import { hc } from 'hono/client';
import { askOwn } from '../customers/authenticated-fetch.ts';
import type { OwnQuery } from '../customers/customer-query.ts';
import { readAnswer } from '../foundation/http/api-client.ts';
import type { OwnRating, RatingSaved, RatingWanted } from './contract.ts';
import type { reviews } from './endpoints.server.ts';

const calls = hc<typeof reviews>('/api', { fetch: askOwn });

/** What the shopper has rated. */
export const ownRatings: OwnQuery<OwnRating[]> = {
  key: 'ratings',
  fetch: (signal) => readAnswer(calls.rating.mine.$get({}, { init: { signal } })),
};

/** Rejects with `CallFailed`. */
export function addRating(proId: string, wanted: RatingWanted): Promise<RatingSaved> {
  const id = encodeURIComponent(proId);
  return readAnswer(calls.rating.add[':id'].$post({ param: { id }, json: wanted }));
}
