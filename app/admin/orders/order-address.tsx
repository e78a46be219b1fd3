import { addressLines } from '../../foundation/address/address-lines.ts';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import type { AdminOrder } from '../../orders/for-staff/contract.ts';
import * as urls from '../../urls.ts';
import { ActionButton } from '../layout/action-button.tsx';

type Props = { order: Pick<AdminOrder, 'shipTo' | 'customerId'> };

/** Shows the delivery address so that staff can copy it into a courier's form. */
export function OrderAddress({ order: { shipTo, customerId } }: Props) {
  const lines = addressLines(shipTo);
  async function copy() {
    try {
      await navigator.clipboard.writeText([...lines, shipTo.phone].join('\n'));
      notify('The address is copied.');
    } catch {
      notify('This browser does not allow copying. Please select the address and copy it yourself.');
    }
  }
  return (
    <section>
      <h2>Ship to</h2>
      <address className="not-italic">
        {lines.map((line, index) => (
          <div key={line}>{index === 0 ? <b>{line}</b> : line}</div>
        ))}
        <a className="link tap" href={`tel:${shipTo.phone.replace(/[^\d+]/g, '')}`}>
          {shipTo.phone}
        </a>
        <br />
        <a className="link tap wrap-anywhere" href={`mailto:${shipTo.email}`}>
          {shipTo.email}
        </a>
      </address>
      <div className="actions">
        <ActionButton className="link tap" icon="copy" onClick={copy}>
          Copy the address
        </ActionButton>
        {customerId && (
          <Link className="link tap" to={`${urls.adminCustomers}/${customerId}`}>
            <Icon name="user" />
            The customer
          </Link>
        )}
      </div>
    </section>
  );
}
