import type { ReactNode } from 'react';
import type { ImageWidth } from '../../foundation/files/image-widths.ts';
import { Fringe } from '../../foundation/ui/fringe.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { Photo } from '../../foundation/ui/photo.tsx';
import type { Product } from '../contract.ts';

type SmallCardProps = {
  product: Pick<Product, 'url' | 'productName' | 'loomDays' | 'pictures'>;
  /** Value for the `sizes` attribute of the image. */
  sizes: string;
  widths?: readonly ImageWidth[];
  /** Called when the product's link is pressed. */
  onGo?: () => void;
  /** The price. */
  children: ReactNode;
};

/** Product card for narrow columns: one image, the days of work, the name and the price. */
export function SmallCard({ product, sizes, widths, onGo, children }: SmallCardProps) {
  const [image] = product.pictures;
  return (
    <article className="product-card">
      <span className="image" style={{ '--c': image?.colour }}>
        {image && <Photo image={image} sizes={sizes} widths={widths} alt="" />}
      </span>
      <Fringe days={product.loomDays} />
      <h3 className="name">
        <Link to={product.url} onClick={onGo}>
          {product.productName}
        </Link>
      </h3>
      <p className="prices">{children}</p>
    </article>
  );
}
