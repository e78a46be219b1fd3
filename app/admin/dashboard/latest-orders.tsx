import { formatRupees } from '../../foundation/money.ts';
import { Link } from '../../foundation/ui/link.tsx';
import { photoUrl } from '../../foundation/ui/photo.tsx';
import type { OrderRow } from '../../orders/for-staff/contract.ts';
import { stateLabels } from '../../orders/rules.ts';
import * as urls from '../../urls.ts';
import { formatAge } from '../orders/rules.ts';

/** The latest orders, a few of them; on a phone only what tells them apart. */
export function LatestOrders({ rows }: { rows: readonly OrderRow[] }) {
  if (rows.length === 0) return null;
  const now = new Date();
  return (
    <section>
      <h2>Orders</h2>
      <table className="tab">
        <caption className="sr">The latest orders</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">Order</th>
            <th scope="col" className="desktop-only">
              Customer
            </th>
            <th scope="col" className="desktop-only">
              Payment
            </th>
            <th scope="col" className="r">
              Total
            </th>
            <th scope="col">State</th>
            <th scope="col" className="r desktop-only">
              Age
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="w-[46px]">
                {row.image && (
                  <img src={photoUrl(row.image, 160)} width={36} height={48} alt="" loading="lazy" />
                )}
              </td>
              <td>
                <Link className="link" to={`${urls.adminOrders}/${row.id}`}>
                  {row.number}
                </Link>
              </td>
              <td className="desktop-only">
                {row.name}
                <br />
                <span className="soft">{row.firstProduct}</span>
              </td>
              <td className="desktop-only">{row.paymentMethod === 'COD' ? 'COD' : 'Prepaid'}</td>
              <td className="r">{formatRupees(row.total)}</td>
              <td>{stateLabels[row.state]}</td>
              <td className="r soft desktop-only">{formatAge(row.at, now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Link className="link tap" to={urls.adminOrders}>
        All orders
      </Link>
    </section>
  );
}
