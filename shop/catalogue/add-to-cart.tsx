import { useEffect, useRef, useState } from 'react';
import { Form, Link } from 'react-router';
import type { Product } from './contract.ts';
import { Quantity, withinStock } from './quantity.tsx';
import { isLowStock, isSoldOut } from './rules.ts';
import { isNamed, SizePicker } from './size-picker.tsx';

/** The form's id: the bar at the foot of a phone's screen sends the same form. */
export const addFormId = 'add-to-cart';

/** How much is left, in words: `Only 2 left in stock`, `In stock` or `Out of stock`. */
export function StockWords({ quantity, lowStockAt }: { quantity: number; lowStockAt: number }) {
  if (isSoldOut({ quantity })) return <span className="soft strong">Out of stock</span>;
  if (isLowStock({ quantity }, lowStockAt)) {
    return <span className="madder strong">Only {quantity} left in stock</span>;
  }
  return <span className="henna strong">In stock</span>;
}

/** Size, quantity and the way to the cart. A plain form, so that it works before and without script. */
export function AddToCart({ product, lowStockAt }: { product: Product; lowStockAt: number }) {
  const form = useRef<HTMLFormElement>(null);
  const [sizeId, setSizeId] = useState<string>();
  const [missing, setMissing] = useState(false);
  const [wished, setWished] = useState(1);

  // Somebody may have chosen before the script came, or have returned by the Back button.
  useEffect(() => {
    if (!form.current) return;
    const filled = new FormData(form.current);
    const size = filled.get('size');
    if (typeof size === 'string') setSizeId(size);
    setWished(Number(filled.get('quantity') ?? 1));
  }, []);

  const sizes = product.sizes.filter(isNamed);
  const chosen = sizes.find(({ id }) => id === sizeId);
  const most = Math.max(0, ...product.sizes.map(({ quantity }) => quantity));

  function askForSize() {
    setMissing(true);
    const first = form.current?.querySelector<HTMLInputElement>('input[name=size]:enabled');
    first?.focus({ preventScroll: true });
    first?.closest('fieldset')?.scrollIntoView({ block: 'center' });
  }

  return (
    <Form method="get" action="/cart" id={addFormId} ref={form}>
      <input type="hidden" name="piece" value={product.proId} />
      {sizes.length > 0 && (
        <SizePicker
          sizes={sizes}
          missing={missing}
          onMissing={askForSize}
          onChoose={(id) => {
            setSizeId(id);
            setMissing(false);
          }}
        />
      )}
      {isSoldOut(product) ? (
        <SoldOut proId={product.proId} />
      ) : (
        <>
          <p className="mt-5" aria-live="polite">
            <StockWords quantity={chosen?.quantity ?? product.quantity} lowStockAt={lowStockAt} />
          </p>
          <div className="acts mt-3">
            <Quantity
              value={withinStock(wished, chosen?.quantity ?? most)}
              stock={chosen?.quantity ?? most}
              onChange={setWished}
            />
            <button className="btn min-w-52 flex-1" type="submit">
              Add to Cart
            </button>
          </div>
        </>
      )}
    </Form>
  );
}

function SoldOut({ proId }: { proId: string }) {
  return (
    <div className="mt-5 flex flex-col gap-3">
      <button className="btn" type="submit" disabled>
        Out of stock
      </button>
      <p>
        <Link className="link tap" to={`/reach-us?piece=${encodeURIComponent(proId)}`}>
          Ask us to tell you when one like it comes
        </Link>
      </p>
    </div>
  );
}
