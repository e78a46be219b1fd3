import { useState } from 'react';
import { addressLines } from '../../../foundation/address/address-lines.ts';
import { formatDateTime } from '../../../foundation/indian-dates.ts';
import { formatRupees } from '../../../foundation/money.ts';
import type { Printouts } from '../../../orders/for-staff/printouts.server.ts';
import { adminApi, adminQuery } from '../../admin-api.ts';
import { ActionButton } from '../../layout/action-button.tsx';
import { WhenReady } from '../../layout/loading.tsx';
import { useAdminQuery } from '../../layout/use-admin.ts';
import { InvoicePrint } from './invoice-print.tsx';

type What = 'all' | 'slips' | 'invoices';

const choices: readonly { what: What; text: string }[] = [
  { what: 'all', text: 'Packing slips and invoices' },
  { what: 'slips', text: 'Packing slips' },
  { what: 'invoices', text: 'Invoices' },
];

/** Packing slips and invoices of several orders, each on its own page. */
export function PrintPages({ ids }: { ids: string }) {
  const [what, setWhat] = useState<What>('all');
  const query = useAdminQuery(
    adminQuery(['orders', 'printouts', ids], adminApi.printouts.$get, { query: { ids } }),
  );
  return (
    <WhenReady query={query}>
      {({ printouts, sender }) => (
        <>
          <div className="print-bar">
            <fieldset>
              <legend className="sr">Print</legend>
              {choices.map((choice) => (
                <label className="check" key={choice.what}>
                  <input
                    type="radio"
                    name="what"
                    checked={what === choice.what}
                    onChange={() => setWhat(choice.what)}
                  />
                  <span>{choice.text}</span>
                </label>
              ))}
            </fieldset>
            <ActionButton className="btn" icon="printer" onClick={() => print()}>
              Print
            </ActionButton>
          </div>
          <div className="sheets">
            {printouts.map((printout) => (
              <div key={printout.id}>
                {what !== 'invoices' && <PackingSlip printout={printout} sender={sender} />}
                {what !== 'slips' && printout.invoice && <InvoicePrint invoice={printout.invoice} />}
                {what !== 'slips' && !printout.invoice && (
                  <p className="no-print alert info">
                    {printout.number} has no invoice yet. The invoice is issued when you pack the order.
                  </p>
                )}
              </div>
            ))}
          </div>
        </>
      )}
    </WhenReady>
  );
}

type Printout = Printouts['printouts'][number];

export function PackingSlip({ printout, sender }: { printout: Printout; sender: Printouts['sender'] }) {
  const { number, placedAt, paymentMethod, amountToCollect, shipTo, lines } = printout;
  return (
    <article className="sheet" aria-label={`Packing slip of ${number}`}>
      <header>
        <b>{sender.name}</b>
        <span>Packing slip {number}</span>
      </header>
      <div className="parties">
        <div>
          <h2>Deliver to</h2>
          <address className="big">
            {addressLines(shipTo).map((line) => (
              <div key={line}>{line}</div>
            ))}
            <div>{shipTo.phone}</div>
          </address>
        </div>
        <div>
          <h2>From</h2>
          <address>
            {sender.address}
            <div>{sender.phone}</div>
          </address>
          <p>
            {placedAt && <>Ordered {formatDateTime(placedAt)}</>}
            <br />
            <b>
              {paymentMethod === 'COD'
                ? `Collect ${formatRupees(amountToCollect)}`
                : 'Prepaid, collect nothing'}
            </b>
          </p>
        </div>
      </div>
      <PackingList lines={lines} />
    </article>
  );
}

function PackingList({ lines }: Pick<Printout, 'lines'>) {
  return (
    <table>
      <thead>
        <tr>
          <th>Item</th>
          <th>Product number</th>
          <th>Size</th>
          <th className="r">Quantity</th>
          <th className="r">Packed</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.proId} ${line.sizeLabel}`}>
            <td>{line.name}</td>
            <td>{line.proId}</td>
            <td>{line.sizeLabel ?? '–'}</td>
            <td className="r">{line.quantity}</td>
            <td className="r">
              <span className="tick" aria-hidden="true" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
