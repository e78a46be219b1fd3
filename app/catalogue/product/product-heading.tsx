import { type MouseEvent, useContext, useState } from 'react';
import { formatCount } from '../../foundation/ui/format-count.ts';
import { Fringe } from '../../foundation/ui/fringe.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { Price } from '../../foundation/ui/price.tsx';
import { Stars } from '../../foundation/ui/stars.tsx';
import * as urls from '../../urls.ts';
import type { Category, Product } from '../contract.ts';
import { HeartSlot } from '../product-card/product-card.tsx';
import { craftAndPlace, type DescriptionLine } from '../rules.ts';

/** Breadcrumbs of the product: home, category, craft. */
export function ProductCrumbs({ product, category }: { product: Product; category: Category | undefined }) {
  return (
    <nav className="crumbs" aria-label="You are here">
      <Link to={urls.home}>Home</Link>
      <span aria-hidden="true">/</span>
      <Link to={category?.link ?? product.url.split('/', 2).join('/')}>{product.catName}</Link>
      {product.craft && (
        <>
          <span aria-hidden="true">/</span>
          <Link to={`${urls.craft}/${encodeURIComponent(product.craft)}`}>{product.craft}</Link>
        </>
      )}
    </nav>
  );
}

/** Line above the name, with the heart and the share button. With the display `hung`, the line continues the rod of the image. */
export function ProductLine({ product, word, address }: { product: Product; word: string; address: string }) {
  const Heart = useContext(HeartSlot);
  return (
    <div className="line">
      {word && (
        <span className="hang" lang="hi" aria-hidden="true">
          {word}
        </span>
      )}
      <span className="end">
        <ShareLink name={product.productName} address={address} />
        <Heart className="icon heart" product={product} />
      </span>
    </div>
  );
}

/** Returns the product's craft and origin, such as `Banarasi brocade, Varanasi, Uttar Pradesh`. */
export function makingOf(product: Product, lines: readonly DescriptionLine[]): string {
  const origin = lines.find(({ label }) => label === 'Origin')?.value ?? product.place;
  return craftAndPlace(product.craft, origin);
}

/** Heading of the product: name, craft and place, stars, price and the time to make it. */
export function ProductHeading(props: {
  product: Product;
  lines: readonly DescriptionLine[];
  reviews: number;
}) {
  const { product, lines, reviews } = props;
  const making = makingOf(product, lines);
  return (
    <>
      <h1>{product.productName}</h1>
      {making && <p className="soft mt-1.5">{making}</p>}
      <p className="mt-2 flex flex-wrap items-baseline gap-3">
        <span>
          <Price rupees={product.price} mrp={product.mrp} />
        </span>
        <span className="small soft">Including all taxes</span>
      </p>
      {product.rating !== null && (
        <p className="mt-2">
          <Stars value={product.rating} />{' '}
          {reviews > 0 ? (
            <a className="link py-3.5" href="#reviews">
              {formatCount(reviews, 'review')}
            </a>
          ) : (
            <span className="soft">{formatCount(product.ratings, 'rating')}</span>
          )}
        </p>
      )}
      <LoomDays days={product.loomDays} text={lines.find(({ label }) => label === 'Time to make')?.value} />
    </>
  );
}

function LoomDays({ days, text }: { days: number | null; text: string | undefined }) {
  if (!days) return null;
  return (
    <div className="loom mt-5">
      <Fringe days={days} />
      <span>
        <b>Time to make: {text ?? formatCount(days, 'day')}</b>
        <br />
        <span className="small soft">Each thread stands for one day of work.</span>
      </span>
    </div>
  );
}

/** Opens the phone's share dialog, or copies the product's URL. In a browser without scripts, the link starts an email. */
function ShareLink({ name, address }: { name: string; address: string }) {
  const [text, setText] = useState('');

  async function share(event: MouseEvent) {
    event.preventDefault();
    const url = new URL(address, location.href).href;
    try {
      if (typeof navigator.share === 'function') await navigator.share({ title: name, url });
      else {
        await navigator.clipboard.writeText(url);
        setText('Link copied');
      }
    } catch (error) {
      // The shopper has closed the dialog. This is not an error.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setText('The link could not be copied. You can copy it from the address bar.');
    }
  }

  const emailUrl = `mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(address)}`;
  return (
    <>
      <span className="small soft" role="status">
        {text}
      </span>
      <a className="icon" href={emailUrl} aria-label={`Share ${name}`} onClick={share}>
        <Icon name="share-2" />
      </a>
    </>
  );
}
