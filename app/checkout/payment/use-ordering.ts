import { useEffect, useState } from 'react';
import type { Cart } from '../../cart/contract.ts';
import { useCart } from '../../cart/use-cart.ts';
import { useProfile } from '../../customers/profile/use-profile.ts';
import { useSession } from '../../customers/session.ts';
import type { FieldError } from '../../foundation/http/problem.ts';
import { usePay } from './use-pay.ts';

/**
 * Hook that returns the customer, cart and payment of the checkout. Keeps the displayed cart while an order is in progress, so
 * that the page does not change before the outcome is known. Also keeps the cart after the session has ended.
 */
export function useOrdering(shopName: string) {
  const session = useSession();
  const profileState = useProfile();
  const cartView = useCart();
  const [fieldErrors, setFieldErrors] = useState<readonly FieldError[]>([]);
  const pay = usePay({ userId: session?.user._id, shopName, onFields: setFieldErrors });
  const [lastCart, setLastCart] = useState<Cart>();
  const isIdle = pay.stage.at === 'idle';
  if (isIdle && !cartView.isGuest && cartView.cart && cartView.cart !== lastCart) setLastCart(cartView.cart);

  const { onUnsavedChange } = profileState;
  // Report unsaved changes even if there are none, because the profile and the form then stay on the page after the session has
  // ended.
  useEffect(() => onUnsavedChange(true), [onUnsavedChange]);

  const isTheirs = !session || session.user._id === profileState.profile?._id;
  const cart = isIdle && !cartView.isGuest ? cartView.cart : isTheirs ? lastCart : undefined;
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
