import { useState } from 'react';
import { Icon } from '../../../foundation/ui/icon.tsx';
import { adminApi, adminQuery } from '../../admin-api.ts';
import { WhenReady } from '../../layout/loading.tsx';
import { useAdminQuery } from '../../layout/use-admin.ts';
import { InvoicePrint } from './invoice-print.tsx';
import { PackingSlip } from './packing-slip.tsx';

type What = 'all' | 'slips' | 'invoices';

const choices: readonly { what: What; text: string }[] = [
  { what: 'all', text: 'Slips and invoices' },
  { what: 'slips', text: 'Slips' },
  { what: 'invoices', text: 'Invoices' },
];

/** Slips and invoices of some orders, each on a sheet of its own, in one document for the printer. */
export function PrintPages({ ids }: { ids: string }) {
  const [what, setWhat] = useState<What>('all');
  const found = useAdminQuery(
    adminQuery(['orders', 'printouts', ids], (options) =>
      adminApi.printouts.$get({ query: { ids } }, options),
    ),
  );
  return (
    <WhenReady query={found}>
      {({ printouts, sender }) => (
        <>
          <div className="print-bar">
            <fieldset>
              <legend className="sr">What is printed</legend>
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
            <button type="button" className="btn" onClick={() => print()}>
              <Icon name="printer" />
              Print
            </button>
          </div>
          <div className="sheets">
            {printouts.map((printout) => (
              <div key={printout.id}>
                {what !== 'invoices' && <PackingSlip printout={printout} sender={sender} />}
                {what !== 'slips' && printout.invoice && <InvoicePrint invoice={printout.invoice} />}
                {what !== 'slips' && !printout.invoice && (
                  <p className="no-print alert info">
                    {printout.number} has no invoice yet: it is issued when the order is packed.
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
