import { useContext, useEffect, useId, useState } from 'react';
import { ActionForm } from '../foundation/ui/action-form.tsx';
import { AreaField, FieldError, FieldErrors } from '../foundation/ui/fields.tsx';
import { Icon } from '../foundation/ui/icon.tsx';
import { Face, faceNames } from './rating-face.tsx';
import { useRating } from './use-rating.ts';

/** How long the face stays, in milliseconds. */
const faceTime = 3000;
const scale = [1, 2, 3, 4, 5];
const counted = (stars: number) => (stars === 1 ? '1 star' : `${stars} stars`);

/** The customer's own stars and review for a product that was delivered to them. */
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
    if (await rate({ stars, review: input })) setInput((now) => (now === input ? undefined : now));
  }
  return (
    <section className="mt-7 max-w-[32rem]" aria-labelledby={id} id="rate">
      <h2 className="mb-1 text-4" id={id}>
        How is it?
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
            {failure && (
              <p className="alert" role="alert">
                <Icon name="circle-alert" />
                {failure.message} Your change is not saved.
              </p>
            )}
          </>
        }
      >
        <div className="flex items-center">
          <StarsField productName={productName} stars={stars} onPick={pick} />
          <span className="ml-2 inline-block size-10">
            {face && <Face key={face.position} stars={face.stars} />}
          </span>
        </div>
        <p className="sr" role="status">
          {face && `${counted(face.stars)}: ${faceNames[face.stars - 1]}.`}
        </p>
        <AreaField
          className="[&_textarea]:min-h-[5.5rem]"
          label={
            <>
              A line about it <span className="soft font-normal">optional</span>
            </>
          }
          help={
            own?.review && own.approved && input === undefined
              ? 'It stands beside the piece, with your first name and city.'
              : 'Once we have read it, it stands beside the piece, with your first name and city.'
          }
          maxLength={1000}
          placeholder="How it falls, how it washes, who asked about it"
          value={input ?? own?.review ?? ''}
          onChange={setInput}
        />
      </ActionForm>
    </section>
  );
}

type StarsProps = {
  productName: string;
  stars: number | undefined;
  /** Called when a star is pressed, even if it is chosen already. */
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
            <span className="sr">{counted(value)}</span>
          </label>
        ))}
      </fieldset>
      <FieldError id={id} text={error} />
    </div>
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
