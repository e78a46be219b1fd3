import { useEffect, useState } from 'react';
import type { Cart } from '../../cart/contract.ts';
import { useCart } from '../../cart/use-cart.ts';
import { useProfile } from '../../customers/profile/use-profile.ts';
import { useSession } from '../../customers/session.ts';
import type { FieldError } from '../../foundation/http/problem.ts';
import { usePay } from './use-pay.ts';

/**
 * Who orders what. While an order is under way, and after a session has ended, the cart stays as it was shown: nothing
 * of the page goes before there is an outcome.
 */
export function useOrdering(shopName: string) {
  const session = useSession();
  const profileState = useProfile();
  const cartView = useCart();
  const [fieldErrors, setFieldErrors] = useState<readonly FieldError[]>([]);
  const pay = usePay({
    userId: session?.user._id,
    shopName,
    onFields: (_text, fields) => setFieldErrors(fields),
  });
  const [shown, setShown] = useState<Cart>();
  const isAtRest = pay.stage.at === 'rest';
  if (isAtRest && !cartView.isGuest && cartView.cart && cartView.cart !== shown) setShown(cartView.cart);

  const { onUnsavedChange } = profileState;
  // What is typed here outlives the session.
  useEffect(() => onUnsavedChange(true), [onUnsavedChange]);

  const isTheirs = !session || session.user._id === profileState.profile?._id;
  const cart = isAtRest && !cartView.isGuest ? cartView.cart : isTheirs ? shown : undefined;
  return {
    profileState,
    cartView,
    cart,
    pay,
    fieldErrors,
    setFieldErrors,
    isSignedIn: session !== undefined,
  };
}

export type Ordering = ReturnType<typeof useOrdering>;
