import { Link } from 'react-router';
import type { Product } from '../catalogue/contract.ts';
import { Piece } from '../catalogue/piece.tsx';
import { Fringe } from '../foundation/ui/fringe.tsx';
import { Line } from '../foundation/ui/line.tsx';
import { Rail } from './rail.tsx';

const legend = (
  <p className="legend">
    <Fringe days={9} /> Each thread of the fringe under a picture is one day on the loom.
  </p>
);

export function Latest({ products }: { products: readonly Product[] }) {
  if (products.length === 0) return null;
  const all = (
    <Link className="link tap" to="/category">
      All new pieces
    </Link>
  );
  return (
    <section className="band">
      <Line word="नया" title="Latest Products" end={all} />
      <Rail label="Latest Products" foot={legend}>
        {products.map((product) => (
          <Piece
            key={product.proId}
            product={product}
            sizes="(min-width: 1080px) 23vw, (min-width: 690px) 19rem, 44vw"
          />
        ))}
      </Rail>
    </section>
  );
}
