import { formatCount } from '../foundation/ui/format-count.ts';

/** What a link to the cart is called: `Cart`, and with pieces in it `Cart, 3 pieces`. */
export function cartLabel(count: number): string {
  return count > 0 ? `Cart, ${formatCount(count, 'piece')}` : 'Cart';
}

/** How many lines the cart has; nothing for an empty one. The link that it stands in says it in words. */
export function CartBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span className="badge" aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  );
}
