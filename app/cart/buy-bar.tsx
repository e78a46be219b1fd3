import { useEffect, useRef } from 'react';
import type { Product } from '../catalogue/contract.ts';
import { isSoldOut } from '../catalogue/rules.ts';
import { Price } from '../foundation/ui/price.tsx';
import { AddButton, ignore, StockText, variantOf } from './add-to-cart.tsx';
import { useIsInCart } from './cart-store.ts';

type BuyBarProps = {
  product: Product;
  lowStockAt: number;
  sizeId: string | undefined;
  formId: string;
};

/**
 * Bar with the price and an add button at the bottom of a phone's screen. CSS shows the bar while the form's own button is not
 * visible.
 */
export function BuyBar({ product, lowStockAt, sizeId, formId }: BuyBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const variant = variantOf(product, sizeId);
  const inCart = useIsInCart(product.proId, variant);

  useEffect(() => {
    const { current } = bar;
    // In a browser without named scroll timelines, the CSS cannot hide the bar, so an observer hides it.
    if (current && getComputedStyle(current).animationName === 'none') {
      import('./follow-button.ts').then(({ followButton }) => followButton(current, formId), ignore);
    }
  }, [formId]);

  return (
    <div className="buybar" ref={bar}>
      {!inCart && (
        <span className="leading-tight">
          <Price rupees={product.price} />
          <br />
          <span className="small">
            <StockText
              quantity={variant?.quantity ?? product.quantity}
              lowStockAt={lowStockAt}
              beingBought={product.beingBought}
            />
          </span>
        </span>
      )}
      {isSoldOut(product) ? (
        <button className="btn" type="submit" form={formId} disabled>
          {product.beingBought ? 'Add to Cart' : 'Out of stock'}
        </button>
      ) : (
        <AddButton inCart={inCart} form={formId} />
      )}
    </div>
  );
}
