import type { ReactNode } from 'react';
import type { ProductCardData } from '../catalogue/listing/listing-products.tsx';
import { ProductCard } from '../catalogue/product-card/product-card.tsx';

/**
 * The image sizes assume four columns from 1080 px on. The subtracted pixels are each column's share of the page's edge, the
 * padding and the gaps.
 */
const imageSizes =
  '(min-width:1600px) 346px, (min-width:1080px) calc(25vw - 54px), (min-width:768px) calc(33.3vw - 43px), calc(50vw - 28px)';

type Props<T> = {
  products: readonly T[];
  /** Renders the buttons below a product. */
  children?: (product: T) => ReactNode;
};

export function WishlistGrid<T extends ProductCardData>({ products, children }: Props<T>) {
  return (
    <>
      <h2 className="sr">Pieces</h2>
      <div className="product-grid four">
        {products.map((product, index) => (
          <ProductCard key={product.proId} product={product} sizes={imageSizes} priority={index < 4}>
            {children?.(product)}
          </ProductCard>
        ))}
      </div>
    </>
  );
}
