import { addressLines } from '../../foundation/address/address-lines.ts';
import { formatPhone } from '../../foundation/address/countries.ts';
import type { ShipTo } from '../contract.ts';

export function DeliveryAddress({ title, shipTo }: { title: string; shipTo: ShipTo }) {
  return (
    <section>
      <h2 className="text-3">{title}</h2>
      <p className="soft wrap-anywhere">
        {addressLines(shipTo).join(', ')}
        <br />
        {formatPhone(shipTo.phone)}
      </p>
    </section>
  );
}
