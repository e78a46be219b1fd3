import { addressLines } from '../../../foundation/address/address-lines.ts';
import { formatRupees } from '../../../foundation/money.ts';
import type { Printouts } from '../../../orders/for-staff/printouts.server.ts';
import { formatTime } from '../../layout/format-times.ts';

type Printout = Printouts['printouts'][number];

type Props = { printout: Printout; sender: Printouts['sender'] };

/** A packing slip: where the parcel goes, and what belongs into it. */
export function PackingSlip({ printout, sender }: Props) {
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
            {placedAt && <>Ordered {formatTime(placedAt)}</>}
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

/** Table of the ordered products, each with a box to tick by hand. */
function PackingList({ lines }: Pick<Printout, 'lines'>) {
  return (
    <table>
      <thead>
        <tr>
          <th>Piece</th>
          <th>Number</th>
          <th>Size</th>
          <th className="r">Count</th>
          <th className="r">In</th>
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
