import type { Settings } from '../../content/contract.ts';
import { sellerLines } from '../../content/seller-lines.ts';
import { estimateText, productShippingText } from '../../content/shipping-text.ts';
import { Icon } from '../../foundation/ui/icon.tsx';

/** Shipping, return, payment and seller: what a buyer asks before pressing the button. */
export function ProductFacts({
  settings,
}: {
  settings: Pick<Settings, 'name' | 'contact' | 'shipping' | 'returnDays'>;
}) {
  const { shipping, returnDays } = settings;
  return (
    <ul className="facts mt-5">
      <li>
        <Icon name="truck" />
        <span>
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
        <span>Sold by {sellerLines(settings)[0]}</span>
      </li>
    </ul>
  );
}
