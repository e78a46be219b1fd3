import { formatDateInIndia } from '../../../foundation/indian-dates.ts';
import type { InvoiceDocument } from '../../../orders/invoices/invoice-document.server.ts';
import { rowOf, sumsOf } from '../../../orders/invoices/invoice-rows.ts';
import { rupeesInDigits } from '../../../pricing/amount-in-words.ts';

const stateText = ({ name, code }: InvoiceDocument['placeOfSupply']) =>
  code === null ? name : `${name} (${code})`;

type Props = { invoice: InvoiceDocument };

/** Printed invoice, from the same stored data as the PDF invoice. */
export function InvoicePrint({ invoice }: Props) {
  const { seller, order, number, title, words: text, notes } = invoice;
  return (
    <article className="sheet" aria-label={`${title} ${number}`}>
      <header>
        <b>{seller.name}</b>
        <span>
          {title} {number}
        </span>
      </header>
      <Parties invoice={invoice} />
      <p>
        Issued {formatDateInIndia(invoice.issuedOn)}. Order {order.number} of{' '}
        {formatDateInIndia(order.placedOn)}. Payment: {invoice.payment}. Place of supply:{' '}
        {stateText(invoice.placeOfSupply)}.
      </p>
      <InvoiceLines invoice={invoice} />
      <p>{text}</p>
      {notes.map((note) => (
        <p key={note} className="soft">
          {note}
        </p>
      ))}
    </article>
  );
}

function Parties({ invoice: { seller, buyer, supply } }: Props) {
  const isAbroad = supply === 'export-under-lut' || supply === 'export-taxed';
  return (
    <div className="parties">
      <div>
        <h2>Sold by</h2>
        <address>
          <b>{seller.legalName}</b>
          {seller.address && <div>{seller.address}</div>}
          <div>State: {stateText(seller.state)}</div>
          {seller.gstin && <div>GSTIN: {seller.gstin}</div>}
          <div>
            {seller.email}, {seller.phone}
          </div>
        </address>
      </div>
      <div>
        <h2>Billed and delivered to</h2>
        <address>
          {buyer.lines.map((line) => (
            <div key={line}>{line}</div>
          ))}
          {!isAbroad && <div>State: {stateText(buyer.state)}</div>}
        </address>
      </div>
    </div>
  );
}

/** Table of the invoice's lines and totals. Omits the tax columns if the seller has no GSTIN. */
function InvoiceLines({ invoice }: Props) {
  const hasTax = invoice.supply !== 'unregistered';
  return (
    <table>
      <thead>
        <tr>
          <th>Item</th>
          <th>HSN</th>
          <th className="r">Quantity</th>
          <th className="r">Price</th>
          {hasTax && <th className="r">Taxable</th>}
          {hasTax && <th className="r">Tax</th>}
          <th className="r">Amount</th>
        </tr>
      </thead>
      <tbody>
        {invoice.lines.map((line) => {
          const row = rowOf(invoice, line);
          return (
            <tr key={line.position}>
              <td>{row.description}</td>
              <td>{row.hsn}</td>
              <td className="r">{row.quantity}</td>
              <td className="r">{row.price}</td>
              {hasTax && <td className="r">{row.taxable}</td>}
              {hasTax && (
                <td className="r">
                  {row.taxes.map((tax) => (
                    <div key={tax.name}>
                      {tax.name} {tax.amount}
                    </div>
                  ))}
                </td>
              )}
              <td className="r">{row.amount}</td>
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        {[
          ...sumsOf(invoice),
          {
            name: hasTax ? 'Total, all taxes included' : 'Total',
            amount: `₹${rupeesInDigits(invoice.totals.amountPaise)}`,
          },
        ].map((sum) => (
          <tr key={sum.name}>
            <td colSpan={hasTax ? 6 : 4} className="r">
              {sum.name}
            </td>
            <td className="r">{sum.amount}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}
