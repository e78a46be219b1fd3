import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../foundation/ui/icon.tsx';
import { Face, faceNames } from './rating-face.tsx';
import { useRating } from './use-rating.ts';

/** How long the face stays, in milliseconds. */
const faceTime = 3000;
const scale = [1, 2, 3, 4, 5];
const counted = (stars: number) => (stars === 1 ? '1 star' : `${stars} stars`);

/** The customer's own stars and review for a product that was delivered to them. */
export function RateProduct({ proId, productName }: { proId: string; productName: string }) {
  const { isKnown, own, stars, outcome, busy, rate } = useRating(proId);
  const [face, showFace] = useFace();
  const [input, setInput] = useState<string>();
  const [starless, setStarless] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  const id = useId();
  const failed = outcome && 'failed' in outcome ? outcome.failed : undefined;

  function pick(picked: number) {
    setStarless(false);
    showFace(picked);
    void rate({ stars: picked });
  }
  async function saveText() {
    if (stars === undefined) {
      setStarless(true);
      group.current?.querySelector('input')?.focus();
      return;
    }
    if (input === undefined) return;
    const sent = input;
    if (await rate({ stars, review: sent })) setInput((now) => (now === sent ? undefined : now));
  }
  return (
    <section className="mt-7" aria-labelledby={`${id}-how`} id="rate">
      <h2 className="mb-1 text-4" id={`${id}-how`}>
        How is it?
      </h2>
      <div className="flex items-center">
        <fieldset className="rate" ref={group} aria-describedby={starless ? `${id}-none` : undefined}>
          <legend className="sr">Your rating of {productName}</legend>
          {scale.map((value) => (
            <label key={value}>
              <input
                type="radio"
                name={`${id}-stars`}
                value={value}
                checked={stars === value}
                onChange={() => pick(value)}
                onClick={() => {
                  // The same star again is no change, and still an answer.
                  if (stars === value) pick(value);
                }}
              />
              <Icon name="star" />
              <span className="sr">{counted(value)}</span>
            </label>
          ))}
        </fieldset>
        <span className="ml-2 inline-block size-10">
          {face && <Face key={face.position} stars={face.stars} />}
        </span>
      </div>
      <p className="sr" role="status">
        {face && `${counted(face.stars)}: ${faceNames[face.stars - 1]}.`}
      </p>
      {starless && (
        <p className="error" id={`${id}-none`} role="alert">
          <Icon name="circle-alert" />
          Please choose your stars first.
        </p>
      )}
      <form
        className="mt-2 flex max-w-[32rem] flex-col items-start gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void saveText();
        }}
      >
        <div className="field w-full">
          <label htmlFor={`${id}-line`}>
            A line about it <span className="soft font-normal">optional</span>
          </label>
          <textarea
            id={`${id}-line`}
            className="input min-h-[5.5rem]"
            maxLength={1000}
            placeholder="How it falls, how it washes, who asked about it"
            aria-describedby={`${id}-shown`}
            value={input ?? own?.review ?? ''}
            onChange={({ currentTarget }) => setInput(currentTarget.value)}
          />
          <p className="help" id={`${id}-shown`}>
            {own?.review && own.approved && input === undefined
              ? 'It stands beside the piece, with your first name and city.'
              : 'Once we have read it, it stands beside the piece, with your first name and city.'}
          </p>
        </div>
        <button type="submit" className="btn quiet small" aria-disabled={busy || !isKnown}>
          Save my review
        </button>
        <div role="status">
          {outcome && 'saved' in outcome && (
            <p className="flex gap-2 henna">
              <Icon name="check" />
              {outcome.saved === 'words'
                ? 'Thank you. Your review is saved.'
                : 'Thank you. Your rating is saved.'}
            </p>
          )}
        </div>
        {failed && (
          <p className="alert" role="alert">
            <Icon name="circle-alert" />
            {failed} Your change is not saved.
          </p>
        )}
      </form>
    </section>
  );
}

/** Shows a face after a rating, and hides it after a delay. */
function useFace() {
  const [face, setFace] = useState<{ stars: number; position: number }>();
  useEffect(() => {
    if (!face) return;
    const timer = setTimeout(() => setFace(undefined), faceTime);
    return () => clearTimeout(timer);
  }, [face]);
  const show = (stars: number) => setFace((before) => ({ stars, position: (before?.position ?? 0) + 1 }));
  return [face, show] as const;
}
