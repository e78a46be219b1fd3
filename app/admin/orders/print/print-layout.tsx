import { useState } from 'react';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { AdminIcon } from '../../layout/icon.tsx';
import { WhenReady } from '../../layout/loading.tsx';
import { useAdminQuery } from '../../layout/use-admin.ts';
import { ordersApi } from '../orders-api.ts';
import { InvoicePrint } from './invoice-print.tsx';
import { PackingSlip } from './packing-slip.tsx';
import type { Printouts } from './printouts.server.ts';

type What = 'all' | 'slips' | 'invoices';

const choices: readonly { what: What; text: string }[] = [
  { what: 'all', text: 'Slips and invoices' },
  { what: 'slips', text: 'Slips' },
  { what: 'invoices', text: 'Invoices' },
];

/** Slips and invoices of some orders, each on a sheet of its own, in one document for the printer. */
export function PrintPages({ ids }: { ids: string }) {
  const [what, setWhat] = useState<What>('all');
  const found = useAdminQuery<Printouts>({
    key: ['orders', 'printouts', ids],
    fetch: (signal) => readResponse(ordersApi.admin.printouts.$get({ query: { ids } }, { init: { signal } })),
  });
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
              <AdminIcon name="printer" />
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
