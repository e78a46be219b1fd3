import { useEffect, useState } from 'react';
import { Link } from '../../foundation/ui/link.tsx';
import { Photo, type PhotoImage } from '../../foundation/ui/photo.tsx';
import { Price } from '../../foundation/ui/price.tsx';
import { Rail } from '../../foundation/ui/rail.tsx';
import { Video } from '../../foundation/ui/video.tsx';

/** A piece that has a film. Prices are rupees. */
export type ProductWithVideo = {
  url: string;
  name: string;
  price: number;
  mrp: number | null;
  video: string;
  image: PhotoImage | undefined;
};

/** Pieces in motion: the film follows the pointer or the focus; where there is neither, the piece in full view plays. */
export function Videos({ products }: { products: readonly ProductWithVideo[] }) {
  const [touch, setTouch] = useState(false);
  useEffect(() => setTouch(matchMedia('(hover: none)').matches), []);
  if (products.length === 0) return null;
  return (
    <section className="band pt-0">
      <h2 className="plain">In the hand, moving</h2>
      <Rail label="Pieces with a film" className="reels">
        {products.map((product) => (
          <Reel key={product.url} product={product} touch={touch} />
        ))}
      </Rail>
    </section>
  );
}

function Reel({
  product: { url, name, price, mrp, video, image },
  touch,
}: {
  product: ProductWithVideo;
  touch: boolean;
}) {
  const [met, setMet] = useState(false);
  return (
    <article
      className="product-card"
      onPointerEnter={() => setMet(true)}
      onPointerLeave={() => setMet(false)}
      onFocus={() => setMet(true)}
      onBlur={() => setMet(false)}
    >
      <span className="image" style={{ '--c': image?.colour }}>
        <Video mp4={video} subject={`the film of ${name}`} autoPlay={touch || met} share={0.9}>
          {image && <Photo image={image} sizes="(min-width: 768px) 33vw, 50vw" />}
        </Video>
      </span>
      <h3 className="name">
        <Link to={url}>{name}</Link>
      </h3>
      <p className="prices">
        <Price rupees={price} mrp={mrp} />
      </p>
    </article>
  );
}
