import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Product } from '../catalogue/contract.ts';
import { Quantity, withinStock } from '../catalogue/product/quantity.tsx';
import { isNamed, SizePicker } from '../catalogue/product/size-picker.tsx';
import { isLowStock, isSoldOut } from '../catalogue/rules.ts';
import { Icon } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import { heldMessage } from '../stock/messages.ts';
import * as urls from '../urls.ts';
import { addToCart } from './cart-actions.ts';
import { type InCart, useIsInCart } from './cart-store.ts';

/** Loads the code of the add-to-cart animation. Called on hover and when the product is added. */
const fetchFlight = () => import('./animate-to-cart.ts');
export const ignore = () => {};

/** Stock label of a product whose units on hand are all held by other shoppers. */
const beingBoughtText = 'Being bought right now';

type StockTextProps = { quantity: number; lowStockAt: number; beingBought?: boolean | undefined };

/** Returns the stock label: `Only 2 left in stock`, `In stock`, `Out of stock` or `Being bought right now`. */
export function StockText({ quantity, lowStockAt, beingBought = false }: StockTextProps) {
  if (beingBought) return <span className="madder strong">{beingBoughtText}</span>;
  if (isSoldOut({ quantity })) return <span className="soft strong">Out of stock</span>;
  if (isLowStock({ quantity }, lowStockAt)) {
    return <span className="madder strong">Only {quantity} left in stock</span>;
  }
  return <span className="henna strong">In stock</span>;
}

/** Returns the chosen size, or the only variant of a product without sizes; undefined while no size is chosen. */
export function variantOf({ sizes }: Pick<Product, 'sizes'>, sizeId: string | undefined) {
  const [first] = sizes;
  return first && !isNamed(first) ? first : sizes.find(({ id }) => id === sizeId);
}

type AddToCartProps = {
  product: Product;
  lowStockAt: number;
  /** Id of the product form, for a submit button outside of the form. */
  formId?: string;
  onChoose?: (sizeId: string | undefined) => void;
};

/** Form with size, quantity and the add button. Without JavaScript, the form submits to the cart page. */
export function AddToCart({ product, lowStockAt, formId, onChoose }: AddToCartProps) {
  const form = useRef<HTMLFormElement>(null);
  const adding = useRef(false);
  const { sizeId, missing, requested, chooseSize, askForSize, setRequested } = useChoice(form);
  useEffect(() => onChoose?.(sizeId), [onChoose, sizeId]);

  const sizes = product.sizes.filter(isNamed);
  const chosen = sizes.find(({ id }) => id === sizeId);
  const variant = variantOf(product, sizeId);
  const inCart = useIsInCart(product.proId, variant);
  const maxUnits = Math.max(0, ...product.sizes.map(({ quantity }) => quantity));
  const stock = chosen?.quantity ?? maxUnits;
  const quantity = withinStock(requested, stock);

  function add(event: FormEvent) {
    event.preventDefault();
    // A second press before the next render must not add the product twice.
    if (!variant || inCart || adding.current) return;
    adding.current = true;
    const image = imageBeside(form.current);
    addToCart(product, variant.id, quantity)
      .finally(() => {
        adding.current = false;
      })
      .then(async (isIn) => isIn && (await fetchFlight()).animateToCart(image))
      .catch(ignore);
  }

  return (
    <form
      method="get"
      action={urls.cart}
      id={formId}
      ref={form}
      onSubmit={add}
      onPointerEnter={() => void fetchFlight().catch(ignore)}
    >
      <input type="hidden" name="piece" value={product.proId} />
      {/* Hide the sizes while other shoppers hold all units. */}
      {sizes.length > 0 && !product.beingBought && (
        <SizePicker sizes={sizes} missing={missing} onMissing={askForSize} onChoose={chooseSize} />
      )}
      {isSoldOut(product) ? (
        <SoldOut product={product} />
      ) : (
        <>
          <Status inCart={inCart} quantity={chosen?.quantity ?? product.quantity} lowStockAt={lowStockAt} />
          <div className="actions mt-3">
            {!inCart && <Quantity value={quantity} stock={stock} onChange={setRequested} />}
            <AddButton inCart={inCart} className="min-w-40 flex-1" />
          </div>
        </>
      )}
    </form>
  );
}

/** Stock label, or a note while the cart has not responded yet. */
function Status({ inCart, ...stock }: StockTextProps & { inCart: InCart }) {
  return (
    <p className="mt-5" aria-live="polite">
      {inCart === 'late' ? (
        'We are still adding this piece to your cart. Please wait a moment.'
      ) : (
        <StockText {...stock} />
      )}
    </p>
  );
}

/** State of the form: the chosen size and quantity. `missing` is true after a submission without a size. */
function useChoice(form: RefObject<HTMLFormElement | null>) {
  const [sizeId, setSizeId] = useState<string>();
  const [missing, setMissing] = useState(false);
  const [requested, setRequested] = useState(1);

  // A size may have been chosen before hydration, or the browser may have restored the size after Back.
  useEffect(() => {
    if (!form.current) return;
    const filled = new FormData(form.current);
    const size = filled.get('size');
    if (typeof size === 'string') setSizeId(size);
    setRequested(Number(filled.get('quantity') ?? 1));
  }, [form]);

  function chooseSize(id: string | undefined) {
    setSizeId(id);
    setMissing(false);
  }

  function askForSize() {
    setMissing(true);
    const first = form.current?.querySelector<HTMLInputElement>('input[name=size]:enabled');
    first?.focus({ preventScroll: true });
    first?.closest('fieldset')?.scrollIntoView({ block: 'center' });
  }
  return { sizeId, missing, requested, chooseSize, askForSize, setRequested };
}

/** Add button. If the product is in the cart, shows a disabled button that says so, and a link to the cart. */
export function AddButton(props: { inCart: InCart; form?: string; className?: string }) {
  const { inCart, form, className = '' } = props;
  const cartLink = useRef<HTMLAnchorElement>(null);
  const focused = useRef(false);
  // The focused button was removed, so move the focus to the link that replaces it.
  useEffect(() => {
    if (inCart && focused.current) cartLink.current?.focus({ preventScroll: true });
    focused.current = false;
  }, [inCart]);

  if (!inCart) {
    return (
      <button
        className={`btn ${className}`}
        type="submit"
        form={form}
        onFocus={() => {
          focused.current = true;
        }}
        onBlur={() => {
          focused.current = false;
        }}
      >
        Add to Cart
      </button>
    );
  }
  return (
    <>
      <button className="btn done" type="button" disabled>
        {inCart !== 'late' && <Icon name="check" />}
        {inCart === 'late' ? 'Still adding...' : 'In your cart'}
      </button>
      <Link
        ref={cartLink}
        className={`btn ${className}`}
        to={urls.cart}
        onClick={(event) => event.detail > 1 && event.preventDefault()}
      >
        View cart
      </Link>
    </>
  );
}

/**
 * Finds the product image to animate: the first image within the screen's width, in the page or dialog that contains the form.
 */
function imageBeside(form: HTMLFormElement | null): HTMLImageElement | undefined {
  const container = form?.closest('dialog, main');
  return [
    ...(container?.querySelectorAll<HTMLImageElement>('.gallery .view img, .quick-view .image img') ?? []),
  ].find((image) => {
    const { left, right, width } = image.getBoundingClientRect();
    return width > 0 && right > 0 && left < innerWidth;
  });
}

function SoldOut({ product }: { product: Product }) {
  const { proId, beingBought, heldUntil } = product;
  return (
    <div className="mt-5 flex flex-col gap-3">
      <button className="btn" type="submit" disabled>
        {beingBought ? beingBoughtText : 'Out of stock'}
      </button>
      {heldUntil !== undefined && <p>{heldMessage(heldUntil)}</p>}
      <p>
        <Link className="link tap" to={`${urls.reachUs}?piece=${encodeURIComponent(proId)}`}>
          Ask us for a similar piece
        </Link>
      </p>
    </div>
  );
}
