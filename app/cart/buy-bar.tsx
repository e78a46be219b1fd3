import type { Product } from '../catalogue/contract.ts';
import { isSoldOut } from '../catalogue/rules.ts';
import { Price } from '../foundation/ui/price.tsx';
import { AddButton, StockText, variantOf } from './add-to-cart.tsx';
import { useIsInCart } from './use-cart-count.ts';

type BuyBarProps = {
  product: Product;
  lowStockAt: number;
  /** The size that is chosen in the form. */
  sizeId: string | undefined;
  formId: string;
};

/** On a phone the price and the button stay under the thumb. */
export function BuyBar({ product, lowStockAt, sizeId, formId }: BuyBarProps) {
  const variant = variantOf(product, sizeId);
  const inCart = useIsInCart(product.proId, variant);
  return (
    <div className="buybar">
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
