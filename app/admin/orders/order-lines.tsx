import { formatRupees } from '../../foundation/money.ts';
import { Link } from '../../foundation/ui/link.tsx';
import { photoUrl } from '../../foundation/ui/photo.tsx';
import type { AdminOrder } from '../../orders/for-staff/contract.ts';
import * as urls from '../../urls.ts';

/** The pieces as they were sold, and what they come to. */
export function OrderLines({ order }: { order: AdminOrder }) {
  const { lines, subtotal, shipping, total } = order;
  return (
    <section>
      <h2>Pieces</h2>
      <ul className="order-lines">
        {lines.map((line) => (
          <li key={`${line.proId} ${line.sizeLabel}`}>
            {line.image ? (
              <img src={photoUrl(line.image, 160)} width={54} height={72} alt="" loading="lazy" />
            ) : (
              <span />
            )}
            <span>
              <Link className="link" to={`${urls.adminProducts}/${encodeURIComponent(line.proId)}`}>
                {line.productName}
              </Link>
              <br />
              <span className="soft">
                {line.proId}
                {line.sizeLabel && `, size ${line.sizeLabel}`}, {line.qnty} ×{' '}
                {formatRupees(line.productPriceAfterDiscount)}
              </span>
            </span>
            <span className="num">{formatRupees(line.priceAfterQnty)}</span>
          </li>
        ))}
      </ul>
      <dl className="sums">
        <div>
          <dt>Pieces</dt>
          <dd>{formatRupees(subtotal)}</dd>
        </div>
        <div>
          <dt>Delivery</dt>
          <dd>{shipping === 0 ? 'Free' : formatRupees(shipping)}</dd>
        </div>
        <div className="strong">
          <dt>Total, taxes included</dt>
          <dd>{formatRupees(total)}</dd>
        </div>
      </dl>
    </section>
  );
}
