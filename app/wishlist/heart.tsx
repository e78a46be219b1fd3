import { type MouseEvent, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { type HeartProps, HeartToLogin } from '../catalogue/product-card/product-card.tsx';
import { loginPath } from '../customers/authenticated-fetch.ts';
import { useCustomerQuery } from '../customers/customer-query.ts';
import { useSession } from '../customers/session.ts';
import { Icon } from '../foundation/ui/icon.tsx';
import { storeGuestWish } from './guest-wish.tsx';
import { isWished, pendingWishedState } from './rules.ts';
import { heartsQuery, pendingWishes, saveWish } from './wishlist-actions.ts';

/** Heart button of a product. Saves the product for a customer. Leads a guest to the sign-in page and back. */
export function WishHeart(props: HeartProps) {
  return useSession() ? <CustomerHeart {...props} /> : <GuestHeart {...props} />;
}

function GuestHeart(props: HeartProps) {
  const { pathname, search } = useLocation();
  function storeWish(event: MouseEvent) {
    // With a modifier key, the link opens in a new tab, and the guest does not leave this page to sign in.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    storeGuestWish(props.product, Date.now());
  }
  return <HeartToLogin {...props} to={loginPath(pathname + search)} onClick={storeWish} />;
}

function CustomerHeart({ product, className }: HeartProps) {
  const wished = useIsWished(product.proId);
  return (
    <button
      className={className}
      type="button"
      aria-pressed={wished}
      aria-label={`Save ${product.productName}`}
      onClick={() => void saveWish(product, !wished)}
    >
      <Icon name="heart" />
    </button>
  );
}

function useIsWished(proId: string): boolean {
  const token = useSession()?.token;
  const savedIds = useCustomerQuery(heartsQuery).data?.proIds;
  // Subscribe to one product's state, so that a press does not render the other hearts again.
  const pending = useSyncExternalStore(
    pendingWishes.subscribe,
    () => pendingWishedState(pendingWishes.read(), proId, token),
    () => undefined,
  );
  return isWished(proId, pending, savedIds);
}
