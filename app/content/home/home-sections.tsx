import { type ReactNode, useEffect, useState } from 'react';
import { Fringe } from '../../foundation/ui/fringe.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { Photo, type PhotoImage } from '../../foundation/ui/photo.tsx';
import { Price } from '../../foundation/ui/price.tsx';
import { Rail } from '../../foundation/ui/rail.tsx';
import { SectionHeading } from '../../foundation/ui/section-heading.tsx';
import { Stars } from '../../foundation/ui/stars.tsx';
import { Video } from '../../foundation/ui/video.tsx';
import * as urls from '../../urls.ts';
import type { Banner, Store } from '../contract.ts';
import { badgeTexts, type ShippingAndPayment } from '../payment-text.ts';
import { stageImage } from '../stage-image.ts';

const legend = (
  <p className="legend mt-2">
    <Fringe days={9} /> Each thread below a picture stands for one day of work.
  </p>
);

const all = (
  <Link className="link tap" to={urls.category}>
    All categories
  </Link>
);

/** Row of the newest products. `children` are their cards. */
export function Latest({ children }: { children: ReactNode }) {
  return (
    <section className="band">
      <SectionHeading hindiWord="नया" title="Latest Products" end={all} />
      <Rail label="Latest Products" footer={legend}>
        {children}
      </Rail>
    </section>
  );
}

export function Badges({ rules }: { rules: ShippingAndPayment }) {
  return (
    <ul className="badges mt-7">
      {badgeTexts(rules).map(({ icon, strong, rest }) => (
        <li key={icon}>
          <Icon name={icon} />
          <span>
            <b>{strong}</b> {rest}
          </span>
        </li>
      ))}
    </ul>
  );
}

const sizes = ['(min-width: 768px) 58vw, 80vw', '(min-width: 768px) 42vw, 80vw'] as const;

/** The two featured collections. Each has an image, a text and a link. */
export function Features({ banner }: { banner: Banner | undefined }) {
  if (!banner) return null;
  return (
    <section className="band pt-0">
      {banner.title && <h2 className="plain">{banner.title}</h2>}
      <div className="feature">
        {banner.slides
          .slice(0, 2)
          .map(({ img, alt, focus, title, text, link = urls.category, linkLabel }, index) => (
            <article key={img}>
              <Link
                className="image"
                to={link}
                tabIndex={-1}
                aria-hidden="true"
                style={{ '--fx': `${focus}%` }}
              >
                <Photo
                  image={stageImage(img, 1200, 900, alt)}
                  sizes={sizes[index] ?? '100vw'}
                  className="object-(--fx)"
                />
              </Link>
              {title && <h3>{title}</h3>}
              <p className="prose">
                {text}{' '}
                <Link className="link" to={link}>
                  {linkLabel ?? title ?? 'See the pieces'}
                </Link>
              </p>
            </article>
          ))}
      </div>
    </section>
  );
}

type HomeReview = {
  _id: string;
  stars: number;
  review: string;
  productName: string;
  url: string;
  product: { picture: PhotoImage | null };
  user: { firstName: string; city: string };
};

/** The newest reviews. Each review links to its product. */
export function Reviews({ reviews }: { reviews: readonly HomeReview[] }) {
  if (reviews.length === 0) return null;
  return (
    <section className="band pt-0">
      <SectionHeading hindiWord="राय" title="Customer's Review" />
      <Rail label="Customer's Review" className="quotes">
        {reviews.map(({ _id, stars, review, productName, url, product: { picture: image }, user }) => (
          <Link className="quote" key={_id} to={url}>
            <span className="image" style={{ '--c': image?.colour }}>
              {image && <Photo image={image} sizes="64px" alt="" />}
            </span>
            <div>
              <blockquote>{review}</blockquote>
              <Stars value={stars} />{' '}
              <span className="soft">{[user.firstName, user.city].filter(Boolean).join(', ')}</span>
              <br />
              <span className="small soft">{productName}</span>
            </div>
          </Link>
        ))}
      </Rail>
    </section>
  );
}

/** The stores. Each store has a button that opens a map in a new tab. */
export function Visit({ stores, text }: { stores: readonly Store[]; text: string }) {
  if (stores.length === 0) return null;
  const hours = [...new Set(stores.map((store) => store.hours))].join('; ');
  return (
    <section className="band pt-0">
      <SectionHeading hindiWord="आइए" title="Visit our store" />
      <div className="visit">
        <p className="prose">
          {text} <span className="block">{hours}.</span>
        </p>
        <div className="actions">
          {stores.map(({ name, address, mapUrl }) => (
            <a
              className="btn quiet"
              key={name}
              href={mapUrl}
              target="_blank"
              rel="noopener noreferrer"
              title={address || undefined}
            >
              <Icon name="map-pin" />
              {name}
              <span className="sr"> store on the map, opens in a new tab</span>
            </a>
          ))}
        </div>
      </div>
    </section>
  );
}

export type ProductWithVideo = {
  url: string;
  productName: string;
  price: number;
  mrp: number | null;
  video: string;
  image: PhotoImage | undefined;
};

/**
 * Products with videos. A video plays while the pointer or the focus is on it. On touch screens it plays while it is fully
 * visible.
 */
export function Videos({ products }: { products: readonly ProductWithVideo[] }) {
  const [isTouch, setTouch] = useState(false);
  useEffect(() => setTouch(matchMedia('(hover: none)').matches), []);
  if (products.length === 0) return null;
  return (
    <section className="band pt-0">
      <h2 className="plain">See how it moves</h2>
      <Rail label="Pieces with a video" className="reels">
        {products.map((product) => (
          <Reel key={product.url} product={product} isTouch={isTouch} />
        ))}
      </Rail>
    </section>
  );
}

function Reel({ product, isTouch }: { product: ProductWithVideo; isTouch: boolean }) {
  const { url, productName, price, mrp, video, image } = product;
  const [active, setActive] = useState(false);
  return (
    <article
      className="product-card"
      onPointerEnter={() => setActive(true)}
      onPointerLeave={() => setActive(false)}
      onFocus={() => setActive(true)}
      onBlur={() => setActive(false)}
    >
      <span className="image" style={{ '--c': image?.colour }}>
        <Video mp4={video} subject={`the video of ${productName}`} autoPlay={isTouch || active} share={0.9}>
          {image && <Photo image={image} sizes="(min-width: 768px) 33vw, 50vw" />}
        </Video>
      </span>
      <h3 className="name">
        <Link to={url}>{productName}</Link>
      </h3>
      <p className="prices">
        <Price rupees={price} mrp={mrp} />
      </p>
    </article>
  );
}
