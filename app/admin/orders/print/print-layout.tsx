import { useState } from 'react';
import { readAnswer } from '../../../foundation/http/api-client.ts';
import { OfficeIcon } from '../../layout/icon.tsx';
import { WhenReady } from '../../layout/loading.tsx';
import { useOffice } from '../../layout/use-admin.ts';
import { orderCalls } from '../orders-api.ts';
import { InvoiceSheet } from './invoice-print.tsx';
import { SlipSheet } from './packing-slip.tsx';
import type { Papers } from './printouts.server.ts';

type What = 'all' | 'slips' | 'invoices';

const choices: readonly { what: What; words: string }[] = [
  { what: 'all', words: 'Slips and invoices' },
  { what: 'slips', words: 'Slips' },
  { what: 'invoices', words: 'Invoices' },
];

/** Slips and invoices of some orders, each on a sheet of its own, in one document for the printer. */
export function Sheets({ ids }: { ids: string }) {
  const [what, setWhat] = useState<What>('all');
  const found = useOffice<Papers>({
    key: ['orders', 'papers', ids],
    fetch: (signal) => readAnswer(orderCalls.admin.papers.$get({ query: { ids } }, { init: { signal } })),
  });
  return (
    <WhenReady of={found}>
      {({ papers, sender }) => (
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
                  <span>{choice.words}</span>
                </label>
              ))}
            </fieldset>
            <button type="button" className="btn" onClick={() => print()}>
              <OfficeIcon name="printer" />
              Print
            </button>
          </div>
          <div className="sheets">
            {papers.map((paper) => (
              <div key={paper.id}>
                {what !== 'invoices' && <SlipSheet paper={paper} sender={sender} />}
                {what !== 'slips' && paper.invoice && <InvoiceSheet invoice={paper.invoice} />}
                {what !== 'slips' && !paper.invoice && (
                  <p className="no-print alert tell">
                    {paper.number} has no invoice yet: it is issued when the order is packed.
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
