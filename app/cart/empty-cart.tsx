import { ProductCard, type ProductCardText } from '../catalogue/product-card/product-card.tsx';
import { Link } from '../foundation/ui/link.tsx';

const productSizes = '(min-width: 1080px) 23vw, (min-width: 768px) 19rem, 44vw';

/** An empty rod, and what might hang on it. */
export function EmptyCart({ latest }: { latest: readonly ProductCardText[] }) {
  return (
    <>
      <div className="emptyrod mb-6" aria-hidden="true" />
      <p className="intro">
        {latest.length > 0
          ? 'Nothing is folded in it yet. These came off the loom last.'
          : 'Nothing is folded in it yet.'}
      </p>
      {latest.length > 0 && (
        <div className="product-grid four">
          <h2 className="sr">Pieces</h2>
          {latest.map((product) => (
            <ProductCard key={product.proId} product={product} sizes={productSizes} />
          ))}
        </div>
      )}
      <p className="mt-7">
        <Link className="btn" to="/category">
          See what is on the rod
        </Link>
      </p>
    </>
  );
}
