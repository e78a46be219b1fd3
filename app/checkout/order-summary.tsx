import type { ReactNode } from 'react';
import type { Cart, CartLine } from '../cart/contract.ts';
import { formatRupees } from '../foundation/money.ts';
import { Icon } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import { Photo } from '../foundation/ui/photo.tsx';
import {
  AmountRow,
  ReceiptFrame,
  ShippingRow,
  TaxesNote,
  TotalRow,
} from '../foundation/ui/receipt-frame.tsx';

type Changes = { onAcceptQuantity: (line: CartLine) => void; onRemove: (line: CartLine) => void };

type Props = Changes & {
  cart: Cart;
  /** False while an order is in progress and after the session has ended. */
  mayChange: boolean;
  /** Content below the totals: notices about the payment, and the Pay Now button. */
  children: ReactNode;
};

/** Lines and totals of the order. Notes describe what has changed since the lines were added. */
export function OrderSummary({ cart, mayChange, onAcceptQuantity, onRemove, children }: Props) {
  const { items, subtotal, shippingCost, total } = cart;
  return (
    <ReceiptFrame title="Order summary">
      <ul>
        {items.map((line) => (
          <SummaryLine key={line.id} {...{ line, mayChange, onAcceptQuantity, onRemove }} />
        ))}
      </ul>
      <dl className="mt-4">
        <AmountRow name="Subtotal" amount={subtotal} />
        <ShippingRow amount={shippingCost} />
        <TotalRow total={total} />
      </dl>
      <TaxesNote includedGst={cart.includedGst} />
      {children}
    </ReceiptFrame>
  );
}

function SummaryLine({
  line,
  mayChange,
  onAcceptQuantity,
  onRemove,
}: Changes & { line: CartLine; mayChange: boolean }) {
  const { productName, picture: image, quantity, proPrice, price, sizeLabel, notes, url } = line;
  const isShort = notes.some(({ kind }) => kind === 'fewer');
  const isOut = notes.some(({ kind }) => kind === 'held' || kind === 'sold-out' || kind === 'gone');
  const needsSize = notes.some(({ kind }) => kind === 'size');
  return (
    <li className="sum-line">
      <span className="image" style={{ background: image?.colour }}>
        {image && <Photo image={image} sizes="48px" widths={[160]} alt="" />}
      </span>
      <span>
        {productName}
        <br />
        <span className="small soft num">
          {quantity} × {formatRupees(proPrice)}
          {sizeLabel && `, Size ${sizeLabel}`}
        </span>
      </span>
      <span className="num">{price > 0 && formatRupees(price)}</span>
      {notes.length > 0 && (
        <div className="note alert small">
          <Icon name="circle-alert" />
          <div className="flex flex-1 flex-wrap items-center justify-between gap-x-4">
            <p>{notes.map(({ words: text }) => text).join(' ')}</p>
            {mayChange && isShort && (
              <button type="button" className="link tap" onClick={() => onAcceptQuantity(line)}>
                Take {quantity}
                <span className="sr"> of {productName}</span>
              </button>
            )}
            {mayChange && isOut && (
              <button type="button" className="link tap" onClick={() => onRemove(line)}>
                Remove<span className="sr"> {productName}</span>
              </button>
            )}
            {needsSize && (
              <Link className="link tap" to={url}>
                Choose a size<span className="sr">: {productName}</span>
              </Link>
            )}
          </div>
        </div>
      )}
    </li>
  );
}
