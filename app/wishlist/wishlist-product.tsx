import type { Product } from '../catalogue/contract.ts';
import { ProductCard } from '../catalogue/product-card/product-card.tsx';
import { isSoldOut } from '../catalogue/rules.ts';
import { useSubmit } from '../foundation/browser/submit.ts';
import { Link } from '../foundation/ui/link.tsx';

/** What the list needs of the cart, which stands in another room. */
export type CartActions = {
  holds(proId: string): boolean;
  /** Puts one in; resolves when the cart has answered. For pieces without sizes. */
  add(product: Product): Promise<unknown>;
  /** Takes out whatever sizes of it are in. */
  remove(proId: string): void;
};

/** Four beside each other from 1080 px on. Each number is the selvedge, the gutters and the gaps. */
export const wishlistImageSizes =
  '(min-width:1600px) 346px, (min-width:1080px) calc(25vw - 54px), (min-width:768px) calc(33.3vw - 43px), calc(50vw - 28px)';

type WishedProductProps = { product: Product; cart: CartActions; priority: boolean; onRemove: () => void };

/** A piece of the list: into the cart or out of it, and off the list. */
export function WishlistProduct({ product, cart, priority, onRemove }: WishedProductProps) {
  return (
    <ProductCard product={product} sizes={wishlistImageSizes} priority={priority}>
      <CartButton product={product} cart={cart} />
      <button
        className="link tap"
        type="button"
        aria-label={`Remove ${product.productName} from your wishlist`}
        onClick={onRemove}
      >
        Remove
      </button>
    </ProductCard>
  );
}

function CartButton({ product, cart }: { product: Product; cart: CartActions }) {
  const { isPending, attempt } = useSubmit();
  const held = cart.holds(product.proId);

  if (!held && isSoldOut(product)) {
    return (
      <button className="btn small" type="button" disabled>
        Out of stock
      </button>
    );
  }
  if (!held && product.sizes.some(({ label }) => label !== null)) {
    return (
      <Link className="btn small" to={product.url} aria-label={`Choose a size of ${product.productName}`}>
        Choose a size
      </Link>
    );
  }
  const text = held ? 'Remove from cart' : 'Add to Cart';
  return (
    <button
      className={held ? 'btn quiet small' : 'btn small'}
      type="button"
      aria-label={`${text}: ${product.productName}`}
      aria-busy={isPending}
      onClick={held ? () => cart.remove(product.proId) : () => void attempt(() => cart.add(product))}
    >
      {text}
    </button>
  );
}
