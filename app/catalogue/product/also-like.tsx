import { Rail } from '../../foundation/ui/rail.tsx';
import { SectionHeading } from '../../foundation/ui/section-heading.tsx';
import { ProductCard, type ProductCardData } from '../product-card/product-card.tsx';

const railSizes = '(min-width: 1080px) 24vw, (min-width: 700px) 304px, 40vw';

/** Other pieces of the same category. */
export function AlsoLike({ products }: { products: readonly ProductCardData[] }) {
  if (products.length === 0) return null;
  return (
    <section className="band [.band+&]:pt-0">
      <SectionHeading hindiWord="साथ" title="You may also like" />
      <Rail label="You may also like">
        {products.map((product) => (
          <ProductCard key={product.proId} product={product} sizes={railSizes} />
        ))}
      </Rail>
    </section>
  );
}
