import { useContext, useEffect, useId, useRef, useState } from 'react';
import { refreshCustomerData, setCustomerData, useCustomerQuery } from '../customers/customer-query.ts';
import { useSubmit } from '../foundation/browser/submit.ts';
import { ActionForm } from '../foundation/ui/action-form.tsx';
import { FailureAlert } from '../foundation/ui/alert.tsx';
import { AreaField, FieldError, FieldErrors } from '../foundation/ui/fields.tsx';
import { Icon } from '../foundation/ui/icon.tsx';
import type { OwnRating, RatingInput } from './contract.ts';
import { addRating, ratingsQuery } from './reviews-api.ts';

/** Time in milliseconds for which the drawing of a face is shown after a rating. */
const faceMs = 3000;
const scale = [1, 2, 3, 4, 5];
const formatStars = (stars: number) => (stars === 1 ? '1 star' : `${stars} stars`);

/** Form to rate and review a product that the customer has received. */
export function RateProduct({ proId, productName }: { proId: string; productName: string }) {
  const { own, stars, saved, failure, rate } = useRating(proId);
  const [face, showFace] = useFace();
  const [input, setInput] = useState<string>();
  const id = useId();

  function pick(picked: number) {
    showFace(picked);
    void rate({ stars: picked });
  }
  async function saveReview(stars: number) {
    if (input === undefined) return;
    if (await rate({ stars, review: input }))
      setInput((current) => (current === input ? undefined : current));
  }
  return (
    <section className="mt-7 max-w-[32rem]" aria-labelledby={id} id="rate">
      <h2 className="mb-1 text-4" id={id}>
        How do you like it?
      </h2>
      <ActionForm
        submitLabel="Save my review"
        pendingLabel="Save my review"
        submitClassName="btn quiet small justify-self-start"
        check={({ text }) => (text('stars') ? {} : { stars: 'Please choose your stars first.' })}
        send={({ text }) => saveReview(Number(text('stars')))}
        footer={
          <>
            <div role="status">
              {saved && (
                <p className="flex gap-2 henna">
                  <Icon name="check" />
                  Thank you. Your {saved === 'review' ? 'review' : 'rating'} is saved.
                </p>
              )}
            </div>
            {failure && <FailureAlert>{failure.message} Your change is not saved.</FailureAlert>}
          </>
        }
      >
        <div className="flex items-center">
          <StarsField productName={productName} stars={stars} onPick={pick} />
          <span className="ml-2 inline-block size-10">
            {face && <Face key={face.key} stars={face.stars} />}
          </span>
        </div>
        <p className="sr" role="status">
          {face && `${formatStars(face.stars)}: ${faceNames[face.stars - 1]}.`}
        </p>
        <ReviewField own={own} input={input} onChange={setInput} />
      </ActionForm>
    </section>
  );
}

type ReviewProps = {
  own: OwnRating | undefined;
  /** The typed text. Undefined if it equals the text of the saved review. */
  input: string | undefined;
  onChange: (input: string) => void;
};

function ReviewField({ own, input, onChange }: ReviewProps) {
  return (
    <AreaField
      className="[&_textarea]:min-h-[5.5rem]"
      label={
        <>
          Your review <span className="soft font-normal">optional</span>
        </>
      }
      help={
        own?.review && own.approved && input === undefined
          ? 'It appears beside the piece, with your first name and city.'
          : 'Once we have read it, it appears beside the piece, with your first name and city.'
      }
      maxLength={1000}
      placeholder="How it fits, how it washes, who asked about it"
      value={input ?? own?.review ?? ''}
      onChange={onChange}
    />
  );
}

type StarsProps = {
  productName: string;
  stars: number | undefined;
  /** Called when a star is pressed, even if it is already chosen. */
  onPick: (stars: number) => void;
};

function StarsField({ productName, stars, onPick }: StarsProps) {
  const id = useId();
  const messageOf = useContext(FieldErrors);
  const error = stars === undefined ? messageOf('stars') : undefined;
  return (
    <div>
      <fieldset className="rate" aria-describedby={error && id}>
        <legend className="sr">Your rating of {productName}</legend>
        {scale.map((value) => (
          <label key={value}>
            <input
              type="radio"
              name="stars"
              value={value}
              checked={stars === value}
              data-invalid={error ? true : undefined}
              onChange={() => onPick(value)}
              onClick={() => {
                if (stars === value) onPick(value);
              }}
            />
            <Icon name="star" />
            <span className="sr">{formatStars(value)}</span>
          </label>
        ))}
      </fieldset>
      <FieldError id={id} text={error} />
    </div>
  );
}

/**
 * Hook that returns the face to show, if any, and a function that shows the face for a number of stars. The face is hidden after
 * a delay.
 */
function useFace() {
  const [face, setFace] = useState<{ stars: number; key: number }>();
  useEffect(() => {
    if (!face) return;
    const timer = setTimeout(() => setFace(undefined), faceMs);
    return () => clearTimeout(timer);
  }, [face]);
  const show = (stars: number) => setFace((before) => ({ stars, key: (before?.key ?? 0) + 1 }));
  return [face, show] as const;
}

/** Names of the faces, for one to five stars. */
const faceNames = ['sad', 'smile', 'grin', 'star-eyed', 'loving'] as const;

const star = (x: number) => `M${x} 11.5l1.5 3.2 3.5.4-2.6 2.4.7 3.5-3.1-1.8-3.1 1.8.7-3.5-2.6-2.4 3.5-.4z`;
const heart = (x: number) => `M${x} 20.5c-5-3.6-4.4-7-2-7 1.2 0 2 1.2 2 1.2s.8-1.2 2-1.2c2.4 0 3 3.4-2 7z`;
const mouths = [
  'M14 28q6-5 12 0',
  'M14 25q6 4 12 0',
  'M12.5 23.5q7.5 9 15 0z',
  'M13 25q7 7 14 0',
  'M13 25q7 7 14 0',
];

/** Face for a number of stars. Hidden from screen readers, because they read its name beside it. */
function Face({ stars }: { stars: number }) {
  return (
    <svg
      className="face"
      viewBox="0 0 40 40"
      width="40"
      height="40"
      data-face={faceNames[stars - 1]}
      aria-hidden="true"
    >
      <circle className="fill-zari stroke-ink" cx="20" cy="20" r="16" strokeWidth="1.6" />
      {stars < 4 ? (
        <g className="fill-ink">
          <circle cx="14" cy="17" r="1.9" />
          <circle cx="26" cy="17" r="1.9" />
        </g>
      ) : (
        <path className="fill-madder" d={[13.5, 26.5].map(stars === 4 ? star : heart).join('')} />
      )}
      <path className="fill-none stroke-ink" d={mouths[stars - 1]} strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  );
}

/**
 * Returns the customer's own rating of a product, and the function `rate` that changes it. While a rating is being saved, `stars`
 * are the chosen stars. After a failure, they are the stored stars. `saved` says whether the stars or the review were saved last.
 */
function useRating(proId: string) {
  const own = useCustomerQuery(ratingsQuery).data?.find((rating) => rating.proId === proId);
  const [picked, setPicked] = useState<number>();
  const [saved, setSaved] = useState<'stars' | 'review'>();
  const { failure, attempt } = useSubmit();
  const next = useRef<RatingInput>(undefined);

  /**
   * Saves the rating. Resolves to true if this call has saved `input`. Resolves to false after a failure. If an earlier call is
   * still running, that call also saves `input`, and this call resolves to false. Never rejects.
   */
  async function rate(input: RatingInput): Promise<boolean> {
    next.current = { ...next.current, ...input };
    setPicked(input.stars);
    setSaved(undefined);
    // Do not pass the signal of `attempt`, so that the stars are saved even if the customer leaves the page at once.
    return (await attempt(sendAll)) === true;
  }

  async function sendAll(): Promise<true> {
    let hasReview = false;
    try {
      while (next.current) {
        const input = next.current;
        next.current = undefined;
        const { rating } = await addRating(proId, input);
        hasReview ||= input.review !== undefined;
        await setCustomerData(ratingsQuery, (ratings) => ratings && withRating(ratings, rating));
      }
    } finally {
      next.current = undefined;
      setPicked(undefined);
    }
    setSaved(hasReview ? 'review' : 'stars');
    void refreshCustomerData(ratingsQuery);
    return true;
  }
  return { own, stars: picked ?? own?.stars, saved, failure, rate };
}

function withRating(ratings: readonly OwnRating[], rating: OwnRating): OwnRating[] {
  return [rating, ...ratings.filter(({ proId }) => proId !== rating.proId)];
}
