import { formatCount } from '../foundation/ui/format-count.ts';

/** Returns the label of a link to the cart with its number of lines: `Cart`, or for example `Cart, 3 products`. */
export function cartLabel(count: number): string {
  return count > 0 ? `Cart, ${formatCount(count, 'product')}` : 'Cart';
}

/**
 * Number of lines in the cart. Renders nothing for an empty cart. Hidden from screen readers, because they read the label of the
 * link.
 */
export function CartBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span className="badge" aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  );
}
