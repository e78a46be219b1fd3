import { type ComponentType, createContext, type MouseEvent } from 'react';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';
import type { Product } from '../contract.ts';

export type HeartProps = { product: Pick<Product, 'proId' | 'productName'>; className: string };

type HeartToLoginProps = HeartProps & { to?: string; onClick?: (event: MouseEvent) => void };

/** A guest's heart: wishes are kept for those who have signed in. `to` is where they do so. */
export function HeartToLogin({ product, className, to = urls.login, onClick }: HeartToLoginProps) {
  return (
    <Link
      className={className}
      to={to}
      onClick={onClick}
      aria-label={`Save ${product.productName}: log in first`}
    >
      <Icon name="heart" />
    </Link>
  );
}

/**
 * What stands at the heart's place of every piece. The catalogue knows nothing of wishes; the storefront, which
 * stands around all rooms, puts the wishlist's heart here.
 */
export const HeartSlot = createContext<ComponentType<HeartProps>>(HeartToLogin);
