import { useRef } from 'react';
import type { Product } from '../catalogue/contract.ts';
import { craftAndPlace } from '../catalogue/rules.ts';
import { useLayoutData } from '../catalogue/use-layout-data.ts';
import { formatCount } from '../foundation/ui/format-count.ts';
import { Fringe } from '../foundation/ui/fringe.tsx';
import { Icon } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import { Photo } from '../foundation/ui/photo.tsx';
import { Price } from '../foundation/ui/price.tsx';
import { AddToCart } from './add-to-cart.tsx';

const imageSizes = '(min-width: 864px) 416px, (min-width: 768px) 46vw, 92vw';

/** Content of the quick view: images, text and the form that adds to the cart. */
export function QuickViewDetails({ product, onLeave }: { product: Product; onLeave: () => void }) {
  const lowStockAt = useLayoutData()?.settings.lowStockAt ?? 5;
  const from = craftAndPlace(product.craft, product.place);
  return (
    <div className="quick-view">
      <Images product={product} />
      <div className="in text flex-col justify-center gap-3.5 md:flex">
        <h2 className="text-4">{product.productName}</h2>
        {from && <p className="soft">{from}</p>}
        <p>
          <Price rupees={product.price} mrp={product.mrp} />
          <br />
          <span className="small soft">including all taxes</span>
        </p>
        {product.loomDays !== null && (
          <div className="loom">
            <Fringe days={product.loomDays} />
            <b>{formatCount(product.loomDays, 'day')} of work</b>
          </div>
        )}
        <AddToCart product={product} lowStockAt={lowStockAt} />
        <Link className="link tap" to={product.url} onClick={onLeave}>
          Full details
        </Link>
      </div>
    </div>
  );
}

/** Scroll-snapping row of images, with two buttons for mouse users. */
function Images({ product }: { product: Product }) {
  const row = useRef<HTMLElement>(null);
  const many = product.pictures.length > 1;
  const scroll = (direction: 1 | -1) => row.current?.scrollBy({ left: direction * row.current.clientWidth });
  return (
    <div className="relative">
      <section
        ref={row}
        className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none] motion-safe:scroll-smooth"
        aria-label="Pictures"
        tabIndex={many ? 0 : undefined}
      >
        {product.pictures.map((image, index) => (
          <span
            className="image w-full flex-none snap-start"
            key={image.file}
            style={{ background: image.colour }}
          >
            <Photo
              image={image}
              sizes={imageSizes}
              priority={index === 0}
              alt={image.alt || product.productName}
            />
          </span>
        ))}
      </section>
      {many && (
        <div className="absolute right-2 bottom-2 flex bg-paper">
          <button type="button" className="icon" aria-label="Previous picture" onClick={() => scroll(-1)}>
            <Icon name="chevron-left" />
          </button>
          <button type="button" className="icon" aria-label="Next picture" onClick={() => scroll(1)}>
            <Icon name="chevron-right" />
          </button>
        </div>
      )}
    </div>
  );
}
