import { Icon } from '../../foundation/ui/icon.tsx';
import type { ShippingRule } from '../contract.ts';
import { badgeTexts } from '../shipping-text.ts';

/** Three things a shopper may rely on. Their words come from the shop's one shipping rule. */
export function Badges({ shipping }: { shipping: ShippingRule }) {
  return (
    <ul className="badges mt-7">
      {badgeTexts(shipping).map(({ icon, strong, rest }) => (
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
