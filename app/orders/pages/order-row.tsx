import type { ReactNode } from 'react';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { Photo } from '../../foundation/ui/photo.tsx';
import type { Order, OrderedItem, OrderItem } from '../contract.ts';
import { headlineOf, orderFacts, orderPath, unitFacts } from '../messages.ts';

type Props = { order: Order; item: OrderedItem; priority?: boolean };

/** Row of the order list: one line of an order with its state. Links to the order's page. */
export function OrderRow({ order, item, priority = false }: Props) {
  const { text, tone } = headlineOf(order, item);
  const details = [`Order ${order.channel_order_id}`, ...unitFacts(order, item), ...orderFacts(order)];
  return (
    <LineRow to={orderPath(order, item)} item={item} priority={priority}>
      <p className={`state ${tone}`}>{text}</p>
      <h2 className="text-3 leading-tight">{item.productName}</h2>
      <p className="small soft num">{details.join('. ')}</p>
    </LineRow>
  );
}

type LineProps = { to: string; item: OrderItem; priority?: boolean; children: ReactNode };

/** Row that links to an order's page. Shows the order line's image and `children`. */
export function LineRow({ to, item, priority = false, children }: LineProps) {
  return (
    <li>
      <Link className="order" to={to}>
        <OrderImage file={item.image} priority={priority} />
        <div className="flex flex-col gap-1">{children}</div>
        <Icon name="chevron-right" />
      </Link>
    </li>
  );
}

/** Image of an order line. `file` is stored with the order, because the product's images may have changed since. */
export function OrderImage({ file, priority = false }: { file: string | null; priority?: boolean }) {
  return (
    <span className="image">
      {file !== null && (
        <Photo
          image={{ file, width: 1200, height: 1600, colour: '#e4dcce', alt: '' }}
          sizes="76px"
          widths={[160, 320]}
          alt=""
          priority={priority}
        />
      )}
    </span>
  );
}
