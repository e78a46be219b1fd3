import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../customers/session.ts';
import { setSignInReason } from '../customers/sign-in/sign-in-reason.ts';
import { asJson, stored } from '../foundation/browser/stored.ts';
import { propertyOf, textAt } from '../foundation/parse-json.ts';
import { notify } from '../foundation/ui/notices.ts';
import * as urls from '../urls.ts';
import { saveWish, type WishlistProduct } from './wishlist-actions.ts';

/** Time in milliseconds within which a guest must sign in after pressing a heart. Otherwise the product is not saved. */
const maxAgeMs = 15 * 60_000;

/** The product whose heart a guest pressed in this tab, and the time of the press in milliseconds. */
const guestWish = stored('tanabana.wish', asJson(parseWish), 'sessionStorage');

function parseWish(json: unknown): (WishlistProduct & { at: number }) | undefined {
  const [proId, productName] = [textAt(json, 'proId'), textAt(json, 'productName')];
  const at = propertyOf(json, 'at');
  return proId && productName && typeof at === 'number' ? { proId, productName, at } : undefined;
}

/**
 * Stores the product whose heart a guest has pressed, until the guest has signed in. `now` is the time of the press in
 * milliseconds.
 */
export function storeGuestWish({ proId, productName }: WishlistProduct, now: number): void {
  setSignInReason(`Sign in to save ${productName} to your wishlist.`);
  guestWish.write({ proId, productName, at: now });
}

/**
 * Removes the stored product from the storage. Returns it if its heart was pressed less than 15 minutes before `now`, which is a
 * time in milliseconds.
 */
export function consumeGuestWish(now: number): WishlistProduct | undefined {
  const wish = guestWish.read();
  clearGuestWish();
  if (!wish || now < wish.at || now - wish.at >= maxAgeMs) return undefined;
  return { proId: wish.proId, productName: wish.productName };
}

/** Removes the stored product and the message of the sign-in page. */
export function clearGuestWish(): void {
  setSignInReason(undefined);
  guestWish.write(undefined);
}

/**
 * After sign-in, saves the product whose heart led the guest to the sign-in page. If the guest leaves that page without signing
 * in, discards the product.
 */
export function GuestWishSaver() {
  const { pathname } = useLocation();
  const token = useSession()?.token;
  useEffect(() => {
    if (pathname !== urls.login) {
      clearGuestWish();
      return;
    }
    const product = token && consumeGuestWish(Date.now());
    if (product)
      void saveWish(product, true).then((isSaved) => {
        if (isSaved) notify('Saved to your wishlist.');
      });
  }, [pathname, token]);
  return null;
}
