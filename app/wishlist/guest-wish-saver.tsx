import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../customers/session.ts';
import { inTurn } from '../foundation/jobs/serial-queue.ts';
import { notify } from '../foundation/ui/notices.ts';
import { forgetGuestWish, takeGuestWish } from './guest-wish.ts';
import { askedWishes } from './requested-products.ts';
import { saveWish } from './save-wish.ts';

/**
 * S-WISH-08: the piece whose heart led a guest to the login is saved when they sign in there. Whoever leaves the
 * login as a guest has thought better of it. Renders nothing; it stands once around all pages.
 */
export function GuestWishSaver() {
  const { pathname } = useLocation();
  const token = useSession()?.token;
  useEffect(() => {
    if (pathname !== '/login') {
      forgetGuestWish();
      return;
    }
    const piece = token && takeGuestWish(Date.now());
    if (!piece) return;
    saveWish(piece, true);
    // Said once the shop has said yes; where it says no, the heart turns back with words of its own.
    void inTurn(`wish ${piece.proId}`, async () => {
      if (askedWishes().get(piece.proId)?.wished) notify('Saved to your wishlist.');
    });
  }, [pathname, token]);
  return null;
}
