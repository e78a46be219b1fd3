import { useRef, useState } from 'react';
import { refreshCustomerData, setCustomerData, useCustomerQuery } from '../customers/customer-query.ts';
import { useSubmit } from '../foundation/browser/submit.ts';
import type { OwnRating, RatingInput } from './contract.ts';
import { addRating, ratingsQuery } from './reviews-api.ts';

/**
 * The customer's own rating of a product, and `rate`, which changes it. `stars` are the chosen stars while they are being
 * saved, and the stored stars after a failure. `saved` names what was saved last.
 */
export function useRating(proId: string) {
  const own = useCustomerQuery(ratingsQuery).data?.find((rating) => rating.proId === proId);
  const [picked, setPicked] = useState<number>();
  const [saved, setSaved] = useState<'stars' | 'review'>();
  const { failure, attempt } = useSubmit();
  const next = useRef<RatingInput>(undefined);

  /**
   * Saves the rating. If a request is in progress, that call saves this input afterwards, or a later one in its place.
   * Resolves to true if this call has saved it. Never rejects.
   */
  async function rate(input: RatingInput): Promise<boolean> {
    next.current = { ...next.current, ...input };
    setPicked(input.stars);
    setSaved(undefined);
    // The signal is not used, so a star that is pressed just before the page is left is saved.
    return (await attempt(sendAll)) === true;
  }

  async function sendAll(): Promise<true> {
    let withReview = false;
    try {
      while (next.current) {
        const now = next.current;
        next.current = undefined;
        const { rating } = await addRating(proId, now);
        withReview ||= now.review !== undefined;
        await setCustomerData(ratingsQuery, (known) => known && withRating(known, rating));
      }
    } finally {
      next.current = undefined;
      setPicked(undefined);
    }
    setSaved(withReview ? 'review' : 'stars');
    void refreshCustomerData(ratingsQuery);
    return true;
  }
  return { own, stars: picked ?? own?.stars, saved, failure, rate };
}

function withRating(known: readonly OwnRating[], rating: OwnRating): OwnRating[] {
  return [rating, ...known.filter(({ proId }) => proId !== rating.proId)];
}
