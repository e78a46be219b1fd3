import { useEffect, useRef } from 'react';
import { formatRupees } from '../foundation/money.ts';
import { Icon } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import { Photo } from '../foundation/ui/photo.tsx';
import type { CartLine } from './contract.ts';
import { isSameLine, type LineKey } from './guest-cart.ts';
import { maxQuantity } from './limits.ts';
import { isBuyable } from './rules.ts';

const imageSizes = '(min-width: 768px) 120px, 88px';

type Changes = {
  onQuantity: (line: CartLine, quantity: number) => void;
  onRemove: (line: CartLine) => void;
};

type LinesProps = Changes & {
  lines: readonly CartLine[];
  /** The line restored by Undo. The line takes the focus, because the Undo button is removed. */
  restored: LineKey | undefined;
};

export function CartLines({ lines, restored, ...changes }: LinesProps) {
  return (
    <ul className="lines">
      {lines.map((line) => (
        <Line
          key={line.id}
          line={line}
          isRestored={restored !== undefined && isSameLine(line, restored)}
          {...changes}
        />
      ))}
    </ul>
  );
}

function Line({ line, isRestored, onQuantity, onRemove }: Changes & { line: CartLine; isRestored: boolean }) {
  const { productName, picture: image, url, proPrice, price, sizeLabel, notes } = line;
  const name = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // Do not move the focus if the user has moved it during the request.
    if (isRestored && document.activeElement === document.body) name.current?.focus();
  }, [isRestored]);
  return (
    <li>
      <Link className="image" to={url} tabIndex={-1} aria-hidden="true" style={{ background: image?.colour }}>
        {image && <Photo image={image} sizes={imageSizes} alt="" />}
      </Link>
      <div className="flex flex-col gap-1.5">
        {notes.map(({ kind, words: text }) => (
          <p className="alert small mb-1 px-3 py-2" key={kind} role="status">
            <Icon name="circle-alert" />
            <span>
              {text}
              {kind === 'size' && (
                <>
                  {' '}
                  <Link className="link" to={url}>
                    Choose a size<span className="sr">: {productName}</span>
                  </Link>
                </>
              )}
            </span>
          </p>
        ))}
        <div className="flex justify-between gap-3">
          <h3 className="wrap-anywhere">
            <Link ref={name} to={url}>
              {productName}
            </Link>
          </h3>
          {price > 0 && (
            <span className="price">
              <span className="sr">Total for this piece </span>
              {formatRupees(price)}
            </span>
          )}
        </div>
        {proPrice > 0 && (
          <p className="soft">
            <span className="num">{formatRupees(proPrice)}</span> each{sizeLabel && `, Size ${sizeLabel}`}
          </p>
        )}
        <div className="foot">
          {isBuyable(line) ? <Stepper line={line} onQuantity={onQuantity} /> : <span />}
          <button type="button" className="link tap" onClick={() => onRemove(line)}>
            Remove<span className="sr"> {productName}</span>
          </button>
        </div>
      </div>
    </li>
  );
}

/** Quantity buttons. A button at its limit is `aria-disabled`, because a `disabled` button would lose the focus. */
function Stepper({ line, onQuantity }: Pick<Changes, 'onQuantity'> & { line: CartLine }) {
  const { productName, quantity, stock, notes } = line;
  // True if `Only {n} left` is shown: the line has all units that the shopper can buy, and no other text explains the limit. The
  // stock is 0 until the server has returned a quote.
  const isLast =
    stock > 0 && quantity >= stock && stock < maxQuantity && !notes.some(({ kind }) => kind === 'fewer');
  return (
    <div className="actions">
      <fieldset className="stepper">
        <legend className="sr">Quantity of {productName}</legend>
        <button
          type="button"
          aria-label="One less"
          aria-disabled={quantity <= 1}
          onClick={() => quantity > 1 && onQuantity(line, quantity - 1)}
        >
          <Icon name="minus" />
        </button>
        <output>{quantity}</output>
        <button
          type="button"
          aria-label="One more"
          aria-disabled={quantity >= stock}
          onClick={() => quantity < stock && onQuantity(line, quantity + 1)}
        >
          <Icon name="plus" />
        </button>
      </fieldset>
      <span className="small madder strong" aria-live="polite">
        {isLast && `Only ${stock} left`}
      </span>
    </div>
  );
}
