import type { Settings } from '../../content/contract.ts';
import { estimateText, productShippingText } from '../../content/shipping-text.ts';
import { formatRupees, toRupees } from '../../foundation/money.ts';
import { Icon } from '../../foundation/ui/icon.tsx';
import type { Product } from '../contract.ts';

/** Shipping, return, payment and seller: what a buyer asks before pressing the button. */
export function ProductFacts({
  product,
  settings,
}: {
  product: Product;
  settings: Pick<Settings, 'shipping' | 'returnDays'>;
}) {
  const { shipping, returnDays } = settings;
  return (
    <ul className="facts mt-5">
      <li>
        <Icon name="truck" />
        <span>
          {shipping.freeFromPaise > 0 && (
            <>
              <b>Free over {formatRupees(toRupees(shipping.freeFromPaise))}.</b>{' '}
            </>
          )}
          {productShippingText(shipping)} <span className="soft inline-block">{estimateText(shipping)}</span>
        </span>
      </li>
      <li>
        <Icon name="rotate-ccw" />
        <span>Return available for {returnDays} days after delivery</span>
      </li>
      <li>
        <Icon name="lock" />
        <span>UPI, card or cash on delivery</span>
      </li>
      <li>
        <Icon name="store" />
        <span>Seller: {product.productName}</span>
      </li>
    </ul>
  );
}
