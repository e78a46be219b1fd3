import { LoadFailed } from '../customers/account-states.tsx';
import { useCustomerQuery } from '../customers/customer-query.ts';
import { EmptyRod } from '../foundation/ui/empty.tsx';
import type { Order, OrderItem } from '../orders/contract.ts';
import { orderPath, wasDelivered } from '../orders/messages.ts';
import { ordersQuery } from '../orders/pages/order-list.ts';
import { LineRow } from '../orders/pages/order-row.tsx';
import { RowsSkeleton } from '../orders/pages/order-states.tsx';
import { MoreOrders } from '../orders/pages/orders-view.tsx';
import { ratingsQuery } from './reviews-api.ts';

/** List of the delivered products that the customer has not yet rated. */
export function ToRateView() {
  const orders = useCustomerQuery(ordersQuery);
  const ratings = useCustomerQuery(ratingsQuery);
  const failed = [orders, ratings].find(({ status }) => status === 'failed');
  if (failed) {
    const retry = () => {
      orders.retry();
      ratings.retry();
    };
    return <LoadFailed text={failed.message} retry={retry} />;
  }
  if (!orders.data || !ratings.data) return <RowsSkeleton />;
  const rated = new Set(ratings.data.map(({ proId }) => proId));
  const unrated = unratedOf(orders.data.orders, rated);
  if (unrated.length === 0 && orders.data.orders.length >= orders.data.total)
    return (
      <EmptyRod>
        <h2 className="text-5">Nothing to rate</h2>
        <p>Delivered pieces that you have not rated yet appear here.</p>
      </EmptyRod>
    );
  return (
    <div>
      <ul className="orders" aria-label="Pieces to rate">
        {unrated.map(({ order, item }) => (
          <LineRow key={item.proId} to={`${orderPath(order, item)}#rate`} item={item}>
            <h2 className="text-3 leading-tight">{item.productName}</h2>
            <p className="small soft num">Order {order.channel_order_id}. How do you like it?</p>
          </LineRow>
        ))}
      </ul>
      <MoreOrders list={orders.data} />
    </div>
  );
}

/** Lists the products without a rating, each with the newest order that contains the product. */
function unratedOf(orders: readonly Order[], rated: ReadonlySet<string>) {
  const unrated = new Map<string, { order: Order; item: OrderItem }>();
  for (const order of orders.filter(wasDelivered)) {
    for (const item of order.orderItems) {
      if (!rated.has(item.proId) && !unrated.has(item.proId)) unrated.set(item.proId, { order, item });
    }
  }
  return [...unrated.values()];
}
