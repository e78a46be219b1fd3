import { Line } from '../foundation/ui/line.tsx';
import type { Product } from './contract.ts';
import { Piece } from './piece.tsx';

const railSizes = '(min-width: 1080px) 24vw, (min-width: 700px) 304px, 44vw';

/** Other pieces of the same category. */
export function AlsoLike({ products }: { products: readonly Product[] }) {
  if (products.length === 0) return null;
  return (
    <section className="band [.band+&]:pt-0">
      <Line word="साथ" title="You may also like" />
      <div className="rail">
        {products.map((product) => (
          <Piece key={product.proId} product={product} sizes={railSizes} />
        ))}
      </div>
    </section>
  );
}
