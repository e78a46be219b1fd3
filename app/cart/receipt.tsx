import { useRef, useState } from 'react';
import type { ShippingRule } from '../content/contract.ts';
import { formatRupees } from '../foundation/money.ts';
import { Link } from '../foundation/ui/link.tsx';
import type { Cart } from './contract.ts';
import { LoginRequired } from './login-required.tsx';
import { blockedReason, shippingText } from './messages.ts';

type ReceiptProps = { cart: Cart; shipping: ShippingRule | undefined; isGuest: boolean };

/** Totals of the cart and the checkout button. On phones, the button sticks to the bottom. */
export function Receipt({ cart, shipping, isGuest }: ReceiptProps) {
  const login = useRef<HTMLDialogElement>(null);
  const [pressed, setPressed] = useState(false);
  const hindrance = blockedReason(cart);
  const { subtotal } = cart;

  function onPress() {
    setPressed(true);
    if (hindrance === undefined) login.current?.showModal();
  }

  return (
    <>
      <aside className="receipt" aria-label="Summary">
        <div className="weft" aria-hidden="true" />
        <div className="in">
          <Totals cart={cart} />
          <CheckoutButton {...{ hindrance, isGuest, onPress }} className="btn wide desktop-only flex" />
          {hindrance !== undefined && (
            <p className="error mt-3" id="hindrance" role={pressed ? 'alert' : undefined}>
              {hindrance}
            </p>
          )}
          {shipping && (
            <p className="small soft mt-4">
              {subtotal > 0 && shippingText(cart, shipping)} Pieces are held for you once you pay.
            </p>
          )}
        </div>
        <div className="torn" aria-hidden="true" />
      </aside>
      <div className="paybar">
        <span className="leading-tight">
          <span className="small soft">Subtotal</span>
          <br />
          <span className="price num">{formatRupees(subtotal)}</span>
        </span>
        <CheckoutButton {...{ hindrance, isGuest, onPress }} className="btn" />
      </div>
      <LoginRequired dialog={login} />
    </>
  );
}

type CheckoutButtonProps = {
  hindrance: string | undefined;
  isGuest: boolean;
  className: string;
  onPress: () => void;
};

/** Link to the checkout. For a guest or a cart with a hindrance, a button that calls `onPress`. */
function CheckoutButton({ hindrance, isGuest, className, onPress }: CheckoutButtonProps) {
  if (hindrance === undefined && !isGuest) {
    return (
      <Link className={className} to="/checkout">
        Checkout
      </Link>
    );
  }
  return (
    <button
      type="button"
      className={className}
      aria-disabled={hindrance === undefined ? undefined : true}
      aria-describedby={hindrance === undefined ? undefined : 'hindrance'}
      onClick={onPress}
    >
      Checkout
    </button>
  );
}

function Totals({ cart: { subtotal, shippingCost, total } }: { cart: Cart }) {
  return (
    <>
      <dl>
        <dt>Subtotal</dt>
        <dd>{formatRupees(subtotal)}</dd>
        <dt>Shipping</dt>
        <dd>{shippingCost === 0 ? 'Free' : formatRupees(shippingCost)}</dd>
        <dt className="sum">To pay</dt>
        <dd className="sum">{formatRupees(total)}</dd>
      </dl>
      <p className="small soft mt-1 mb-5">including all taxes</p>
    </>
  );
}
