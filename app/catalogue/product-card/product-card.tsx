import {
  type ComponentType,
  createContext,
  type MouseEvent,
  memo,
  type ReactNode,
  useContext,
  useState,
} from 'react';
import { useIsHydrated } from '../../foundation/browser/store.ts';
import { Fringe } from '../../foundation/ui/fringe.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { Photo } from '../../foundation/ui/photo.tsx';
import { Price } from '../../foundation/ui/price.tsx';
import { Stars } from '../../foundation/ui/stars.tsx';
import { heldMessage } from '../../stock/messages.ts';
import * as urls from '../../urls.ts';
import type { Display, Product } from '../contract.ts';
import type { ProductCardData } from '../listing/listing-products.tsx';
import { craftAndPlace, isLowStock, isSoldOut } from '../rules.ts';
import { useLayoutData } from '../use-layout-data.ts';

/**
 * The `sizes` of a card's image in a listing. The grid has two columns, or three from 768 px on. From 1080 px on, the filters are
 * beside the grid. With the display `flat`, the columns have gaps. Below 768 px, the stated width is nine tenths of the image's
 * real width, or seven tenths on the densest screens, so that a smaller file loads, which looks the same there.
 */
export const gridSizes: Record<Display, string> = {
  hung: '(min-width:1600px) 396px, (min-width:1080px) calc(33.3vw - 137px), (min-width:768px) calc(33.3vw - 27px), (min-resolution:2.1dppx) calc(36vw - 15px), calc(45vw - 19px)',
  flat: '(min-width:1600px) 378px, (min-width:1080px) calc(33.3vw - 156px), (min-width:768px) calc(33.3vw - 43px), (min-resolution:2.1dppx) calc(36vw - 20px), calc(45vw - 25px)',
};

/** Event by which a card requests its quick view from the page. `detail` is the product number. */
export const quickViewRequested = 'quick-view';

/**
 * Hides the second image until the grid or row of cards is hovered or focused, or the first image is swiped. The browser does not
 * load a hidden image.
 */
const onlyWhenNear = 'second-image when-near bg-transparent!';

type ProductProps = {
  product: ProductCardData;
  /** Value for the `sizes` attribute of the image. By default the widths in the listing's grid. */
  sizes?: string;
  /** True for a card that is visible without scrolling. The browser loads its image at once. */
  priority?: boolean;
  /** Actions below the text. They are stacked on top of the link that covers the whole card. */
  children?: ReactNode;
};

/** Product card. Memoized, because re-rendering all cards would delay a press on a slow phone. */
export const ProductCard = memo(function MemoizedCard({
  product,
  sizes = gridSizes[product.display],
  priority = false,
  children,
}: ProductProps) {
  const Heart = useContext(HeartSlot);
  const [swiped, setSwiped] = useState(false);
  const lowStockAt = useLayoutData()?.settings.lowStockAt ?? 5;
  const [first, second] = product.pictures;
  const soldOut = isSoldOut(product);
  const from = craftAndPlace(product.craft, product.place);
  return (
    <article className="product-card">
      {/* The style sheet blends the image of a sold-out product with the page's background. */}
      <Link
        className={soldOut ? 'image sold-out' : 'image'}
        style={first && !soldOut ? { background: first.colour } : undefined}
        to={product.url}
        tabIndex={-1}
        aria-hidden="true"
        onScroll={() => setSwiped(true)}
      >
        {first && (
          <Photo image={first} sizes={sizes} priority={priority} placeholder={first.placeholder} alt="" />
        )}
        {second && !soldOut && (
          <Photo image={second} sizes={sizes} alt="" className={swiped ? 'second-image' : onlyWhenNear} />
        )}
      </Link>
      {product.loomDays !== null && <Fringe days={product.loomDays} />}
      <Heart className="icon heart" product={product} />
      <h3 className="name">
        <Link to={product.url}>{withoutBreaks(product.productName)}</Link>
      </h3>
      {from && <p className="origin">{from}</p>}
      <p className="prices">
        <Price rupees={product.price} mrp={product.mrp} />
      </p>
      <p className="meta">
        {product.rating !== null && (
          <span>
            <Stars value={product.rating} />
            <span className="sr">
              {product.ratings === 1 ? ', from 1 rating' : `, from ${product.ratings} ratings`}
            </span>
          </span>
        )}
        {product.heldUntil !== undefined && <span className="madder">{heldMessage(product.heldUntil)}</span>}
        {soldOut && product.heldUntil === undefined && <span className="strong">Out of stock</span>}
        {isLowStock(product, lowStockAt) && (
          <span className="madder strong">{`Only ${product.quantity} left in stock`}</span>
        )}
      </p>
      {children && <div className="product-actions">{children}</div>}
      <QuickButton product={product} />
    </article>
  );
});

/** Keeps a short word with a hyphen on one line. Otherwise a narrow column would break `Co-Ord` after `Co-`. */
function withoutBreaks(name: string): ReactNode {
  const parts = name.split(/(\b\w{1,3}-\w{1,8}\b)/);
  if (parts.length === 1) return name;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span className="whitespace-nowrap" key={part}>
        {part}
      </span>
    ),
  );
}

/** Button that opens the quick view. It appears after hydration. Before hydration, the card's link opens the product page. */
function QuickButton({ product }: { product: ProductCardData }) {
  const scripted = useIsHydrated();
  const label = `Quick View: ${product.productName}`;

  function requestQuickView({ currentTarget: button }: MouseEvent<HTMLButtonElement>) {
    const request = new CustomEvent(quickViewRequested, {
      bubbles: true,
      cancelable: true,
      detail: product.proId,
    });
    // A page with quick views cancels the event. On other pages the button opens the product page.
    if (button.dispatchEvent(request))
      button.closest('.product-card')?.querySelector<HTMLElement>('.name a')?.click();
  }

  if (!scripted) return null;
  return (
    <button
      className="quick"
      type="button"
      aria-haspopup="dialog"
      aria-label={label}
      onClick={requestQuickView}
    >
      Quick View
    </button>
  );
}

export type HeartProps = { product: Pick<Product, 'proId' | 'productName'>; className: string };

type HeartToLoginProps = HeartProps & { to?: string; onClick?: (event: MouseEvent) => void };

/** Heart for guests: a link to `to`, the sign-in page. */
export function HeartToLogin({ product, className, to = urls.login, onClick }: HeartToLoginProps) {
  return (
    <Link
      className={className}
      to={to}
      onClick={onClick}
      aria-label={`Save ${product.productName}: log in first`}
    >
      <Icon name="heart" />
    </Link>
  );
}

/**
 * Component for the heart on every card. The storefront sets it to the heart of the wishlist, because the catalogue module cannot
 * import the wishlist module.
 */
export const HeartSlot = createContext<ComponentType<HeartProps>>(HeartToLogin);
