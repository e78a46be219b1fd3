import type { ProductCardData } from '../catalogue/listing/listing-products.tsx';
import { ProductCard } from '../catalogue/product-card/product-card.tsx';
import { EmptyRod } from '../foundation/ui/empty.tsx';
import { Link } from '../foundation/ui/link.tsx';
import * as urls from '../urls.ts';

const productSizes = '(min-width: 1080px) 23vw, (min-width: 768px) 19rem, 44vw';

/** Empty state of the cart: text, link, an empty rod and suggested products. */
export function EmptyCart({ latest }: { latest: readonly ProductCardData[] }) {
  return (
    <>
      <EmptyRod>
        <p>{latest.length > 0 ? 'Nothing here yet. These are our newest pieces.' : 'Nothing here yet.'}</p>
        <Link className="btn" to={urls.category}>
          Shop all pieces
        </Link>
      </EmptyRod>
      {latest.length > 0 && (
        <div className="product-grid four mt-6">
          <h2 className="sr">Pieces</h2>
          {latest.map((product) => (
            <ProductCard key={product.proId} product={product} sizes={productSizes} />
          ))}
        </div>
      )}
    </>
  );
}
