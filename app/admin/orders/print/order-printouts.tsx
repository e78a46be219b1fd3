import { formatRupees } from '../../../foundation/money.ts';
import { Icon } from '../../../foundation/ui/icon.tsx';
import { Link } from '../../../foundation/ui/link.tsx';
import type { AdminOrder } from '../../../orders/for-staff/contract.ts';
import * as urls from '../../../urls.ts';

/** What is printed: the slip, the invoice, and credit notes. */
export function OrderPrintouts({ order: { id, invoices } }: { order: AdminOrder }) {
  return (
    <section>
      <h2>Papers</h2>
      <ul>
        <li>
          <Link className="link tap" to={`${urls.adminOrders}?print=${id}`}>
            <Icon name="printer" />
            Packing slip
          </Link>
        </li>
        {invoices.map((invoice) => (
          <li key={invoice.number}>
            <a className="link tap" href={invoice.address} target="_blank" rel="noreferrer">
              <Icon name="file-text" />
              {invoice.kind === 'invoice' ? 'Invoice' : 'Credit note'} {invoice.number},{' '}
              {formatRupees(invoice.total)}
            </a>
          </li>
        ))}
      </ul>
      {invoices.length === 0 && <p className="soft">The invoice is issued when the order is packed.</p>}
    </section>
  );
}
