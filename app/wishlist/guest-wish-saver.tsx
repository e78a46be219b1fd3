import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../customers/session.ts';
import { serialQueue } from '../foundation/jobs/serial-queue.ts';
import { notify } from '../foundation/ui/notices.ts';
import { clearGuestWish, consumeGuestWish } from './guest-wish.ts';
import { pendingWishes } from './pending-wishes.ts';
import { saveWish } from './save-wish.ts';

/**
 * Saves the product whose heart led a guest to the login, once they sign in there. Leaving the login as a guest
 * discards it. Renders nothing; mounted once around all pages.
 */
export function GuestWishSaver() {
  const { pathname } = useLocation();
  const token = useSession()?.token;
  useEffect(() => {
    if (pathname !== '/login') {
      clearGuestWish();
      return;
    }
    const product = token && consumeGuestWish(Date.now());
    if (!product) return;
    saveWish(product, true);
    // Said once the shop has said yes; where it says no, the heart turns back with words of its own.
    void serialQueue(`wish ${product.proId}`, async () => {
      if (pendingWishes.read().get(product.proId)?.wished) notify('Saved to your wishlist.');
    });
  }, [pathname, token]);
  return null;
}
