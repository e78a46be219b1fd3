import { useLocation } from 'react-router';
import { type HeartProps, HeartToLogin } from '../catalogue/heart-slot.tsx';
import { loginPath } from '../customers/ask-own.ts';
import { useSession } from '../customers/session.ts';
import { Icon } from '../foundation/ui/icon.tsx';
import { useWish } from './use-wishes.ts';

/** The heart of a piece: a guest's leads to the sign-in and back here, a shopper's saves the piece. */
export function WishHeart(props: HeartProps) {
  return useSession() ? <OwnHeart {...props} /> : <GuestHeart {...props} />;
}

function GuestHeart(props: HeartProps) {
  const { pathname, search } = useLocation();
  return <HeartToLogin {...props} to={loginPath(pathname + search)} />;
}

function OwnHeart({ product, className }: HeartProps) {
  const { wished, toggle } = useWish(product);
  return (
    <button
      className={className}
      type="button"
      aria-pressed={wished}
      aria-label={`Save ${product.productName}`}
      onClick={toggle}
    >
      <Icon name="heart" />
    </button>
  );
}
