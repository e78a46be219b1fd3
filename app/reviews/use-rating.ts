import { useRef, useState } from 'react';
import { refreshCustomerData, setCustomerData, useCustomerQuery } from '../customers/customer-query.ts';
import { RequestFailed, unreachableMessage } from '../foundation/http/api-client.ts';
import type { OwnRating, RatingInput } from './contract.ts';
import { addRating, ratingsQuery } from './reviews-api.ts';

/** What was saved last, or why it was not. */
export type RatingOutcome = { saved: 'stars' | 'words' } | { failed: string };

/**
 * The shopper's own rating of a piece, and how they change it. A star is shown at once; whoever presses several in
 * turn has the last one saved, and what could not be saved is taken back.
 */
export function useRating(proId: string) {
  const { status, data } = useCustomerQuery(ratingsQuery);
  const own = data?.find((rating) => rating.proId === proId);
  const [picked, setPicked] = useState<number>();
  const [outcome, setOutcome] = useState<RatingOutcome>();
  const [busy, setBusy] = useState(false);
  const next = useRef<RatingInput>(undefined);
  const underWay = useRef(false);

  /** True when it is saved. Never rejects. */
  async function rate(input: RatingInput): Promise<boolean> {
    next.current = { ...next.current, ...input };
    setPicked(input.stars);
    setOutcome(undefined);
    if (underWay.current) return false;
    underWay.current = true;
    setBusy(true);
    try {
      let withText = false;
      while (next.current) {
        const now = next.current;
        next.current = undefined;
        const { rating } = await addRating(proId, now);
        withText ||= now.review !== undefined;
        await setCustomerData(ratingsQuery, (known) => known && withRating(known, rating));
      }
      setOutcome({ saved: withText ? 'words' : 'stars' });
      void refreshCustomerData(ratingsQuery);
      return true;
    } catch (error) {
      next.current = undefined;
      setOutcome({ failed: error instanceof RequestFailed ? error.message : unreachableMessage });
      return false;
    } finally {
      underWay.current = false;
      setBusy(false);
      setPicked(undefined);
    }
  }
  return { isKnown: status === 'ready', own, stars: picked ?? own?.stars, outcome, busy, rate };
}

function withRating(known: readonly OwnRating[], rating: OwnRating): OwnRating[] {
  return [rating, ...known.filter(({ proId }) => proId !== rating.proId)];
}
