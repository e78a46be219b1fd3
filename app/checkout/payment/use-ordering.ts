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
  const own = useProfile();
  const view = useCart();
  const [wrong, setWrong] = useState<readonly FieldError[]>([]);
  const pay = usePay({ userId: session?.user._id, shopName, onFields: (_text, fields) => setWrong(fields) });
  const [shown, setShown] = useState<Cart>();
  const isAtRest = pay.stage.at === 'rest';
  if (isAtRest && !view.guest && view.cart && view.cart !== shown) setShown(view.cart);

  const { onTry } = own;
  // What is typed here outlives the session.
  useEffect(() => onTry(true), [onTry]);

  const isTheirs = !session || session.user._id === own.profile?._id;
  const cart = isAtRest && !view.guest ? view.cart : isTheirs ? shown : undefined;
  return { own, view, cart, pay, wrong, setWrong, isSignedIn: session !== undefined };
}

export type Ordering = ReturnType<typeof useOrdering>;
