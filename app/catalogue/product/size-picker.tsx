import { Icon } from '../../foundation/ui/icon.tsx';
import { heldMessage } from '../../stock/messages.ts';
import * as urls from '../../urls.ts';
import type { Size } from '../contract.ts';

/** A size with a name. The only variant of a product without sizes has no name. */
type NamedSize = Size & { label: string };

export function isNamed(size: Size): size is NamedSize {
  return size.label !== null;
}

/**
 * Returns a sentence such as `XL is sold out.` or `S, M and XL are sold out.` Returns an empty text if no size is sold out. A
 * held size does not count as sold out.
 */
function soldOutLabel(sizes: readonly NamedSize[]): string {
  const soldOut = sizes
    .filter(({ quantity, heldUntil }) => quantity <= 0 && heldUntil === undefined)
    .map(({ label }) => label);
  const last = soldOut.at(-1);
  if (last === undefined) return '';
  if (soldOut.length === 1) return `${last} is sold out.`;
  return `${soldOut.slice(0, -1).join(', ')} and ${last} are sold out.`;
}

/** Returns the sentence of {@link heldMessage} for each size that is held for other shoppers. */
function heldLabels(sizes: readonly NamedSize[]): string {
  return sizes
    .flatMap(({ label, heldUntil }) => (heldUntil === undefined ? [] : heldMessage(heldUntil, label)))
    .join(' ');
}

/** Radio group of the sizes. No size is preselected, because shoppers easily overlook a wrong size. */
export function SizePicker(props: {
  sizes: readonly NamedSize[];
  missing: boolean;
  onChoose: (sizeId: string) => void;
  onMissing: () => void;
}) {
  const { sizes, missing, onChoose, onMissing } = props;
  return (
    <fieldset className="mt-5" aria-describedby={missing ? 'size-error' : undefined}>
      <legend className="label mb-2">Size</legend>
      <div className="sizes">
        {sizes.map(({ id, label, quantity, heldUntil }) => (
          <label key={id}>
            <input
              type="radio"
              name="size"
              value={id}
              required
              disabled={quantity <= 0}
              onChange={() => onChoose(id)}
              onInvalid={(event) => {
                event.preventDefault();
                onMissing();
              }}
            />
            <span>
              {label}
              {quantity <= 0 && (
                <span className="sr">
                  {heldUntil === undefined ? ', sold out' : ', being paid for right now'}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      <div role="alert">
        {missing && (
          <p className="error mt-2" id="size-error">
            <Icon name="circle-alert" />
            Please choose a size.
          </p>
        )}
      </div>
      <p className="help mt-2">
        {soldOutLabel(sizes)} {heldLabels(sizes)} Between two sizes? Take the larger one.{' '}
        <a className="link py-3.5" href={urls.reachUs}>
          Ask us about sizes
        </a>
      </p>
    </fieldset>
  );
}
