import { type ReactNode, useState } from 'react';
import { AbroadNote } from '../content/abroad-note.tsx';
import type { ShippingRule } from '../content/contract.ts';
import { formatRupees } from '../foundation/money.ts';
import { Link } from '../foundation/ui/link.tsx';
import { AmountRow, ShippingRow, TaxesNote, TotalRow } from '../foundation/ui/receipt-frame.tsx';
import * as urls from '../urls.ts';
import type { Cart } from './contract.ts';
import { blockedReason, shippingText } from './messages.ts';
import { isBuyable } from './rules.ts';

type ReceiptProps = {
  cart: Cart;
  shipping: ShippingRule | undefined;
  /** Sentence about orders from abroad. Empty if the checkout accepts every country. */
  abroad: string;
  isGuest: boolean;
  /** Called when a guest presses Checkout. */
  onSignIn: () => void;
};

/** Totals of the cart, and the checkout button. On phones, the button sticks to the bottom of the screen. */
export function Receipt({ cart, shipping, abroad, isGuest, onSignIn }: ReceiptProps) {
  const [pressed, setPressed] = useState(false);
  const reason = blockedReason(cart);
  const { subtotal } = cart;

  function onPress() {
    setPressed(true);
    if (reason === undefined) onSignIn();
  }

  return (
    <>
      <aside className="receipt" aria-label="Summary">
        <div className="weft" aria-hidden="true" />
        <div className="in">
          <Totals cart={cart} />
          <CheckoutButton {...{ reason, isGuest, onPress }} className="btn wide desktop-only flex" />
          {reason !== undefined && (
            <p className="error mt-3" id="blocked-reason" role={pressed ? 'alert' : undefined}>
              {reason}
            </p>
          )}
          {shipping && (
            <p className="small soft mt-4">
              {subtotal > 0 && shippingText(cart, shipping)} We reserve your pieces when you start paying or
              place the order.
            </p>
          )}
          {abroad && (
            <p className="small soft mt-3">
              <AbroadNote text={abroad} products={cart.items.filter(isBuyable)} />
            </p>
          )}
        </div>
        <div className="torn" aria-hidden="true" />
      </aside>
      <PayBar label="Subtotal" amount={subtotal}>
        <CheckoutButton {...{ reason, isGuest, onPress }} className="btn" />
      </PayBar>
    </>
  );
}

type PayBarProps = { label: string; amount: number; children: ReactNode };

/** Bar with an amount and a button at the bottom of a phone's screen. */
export function PayBar({ label, amount, children }: PayBarProps) {
  return (
    <div className="paybar">
      <span className="leading-tight">
        <span className="small soft">{label}</span>
        <br />
        <span className="price num">{formatRupees(amount)}</span>
      </span>
      {children}
    </div>
  );
}

type CheckoutButtonProps = {
  reason: string | undefined;
  isGuest: boolean;
  className: string;
  onPress: () => void;
};

/** Link to the checkout. For a guest, or if something blocks the order, a button that calls `onPress` instead. */
function CheckoutButton({ reason, isGuest, className, onPress }: CheckoutButtonProps) {
  if (reason === undefined && !isGuest) {
    return (
      <Link className={className} to={urls.checkout}>
        Checkout
      </Link>
    );
  }
  return (
    <button
      type="button"
      className={className}
      aria-disabled={reason === undefined ? undefined : true}
      aria-describedby={reason === undefined ? undefined : 'blocked-reason'}
      onClick={onPress}
    >
      Checkout
    </button>
  );
}

function Totals({ cart: { subtotal, shippingCost, total, includedGst } }: { cart: Cart }) {
  return (
    <div className="mb-5">
      <dl>
        <AmountRow name="Subtotal" amount={subtotal} />
        <ShippingRow amount={shippingCost} />
        <TotalRow total={total} />
      </dl>
      <TaxesNote includedGst={includedGst} />
    </div>
  );
}
