import { Fringe } from '../../foundation/ui/fringe.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { Photo } from '../../foundation/ui/photo.tsx';
import { Price } from '../../foundation/ui/price.tsx';
import type { ProductImage } from '../contract.ts';

/** What the category browser shows of a piece: less than a row of the listing, for its columns are narrow. */
type BrowsedProduct = {
  url: string;
  name: string;
  /** Rupees. */
  price: number;
  loomDays: number | null;
  image: ProductImage | undefined;
};

export function BrowserProduct({
  product: { url, name, price, loomDays, image },
}: {
  product: BrowsedProduct;
}) {
  return (
    <article className="product-card">
      <span className="image" style={{ '--c': image?.colour }}>
        {image && (
          <Photo image={image} sizes="(min-width: 1080px) 25vw, (min-width: 768px) 22vw, 28vw" alt="" />
        )}
      </span>
      <Fringe days={loomDays} />
      <h3 className="name">
        <Link to={url}>{name}</Link>
      </h3>
      <p className="prices">
        <Price rupees={price} />
      </p>
    </article>
  );
}
