import { useState } from 'react';
import { LoadFailed } from '../../customers/account-states.tsx';
import { useCustomerQuery } from '../../customers/customer-query.ts';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { FailureAlert } from '../../foundation/ui/alert.tsx';
import { EmptyRod } from '../../foundation/ui/empty.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';
import type { OrdersPage } from '../orders-api.ts';
import { ordersQuery, showMoreOrders } from './order-list.ts';
import { OrderRow } from './order-row.tsx';
import { RowsSkeleton } from './order-states.tsx';

/** List of the customer's orders, with one row for each order line. */
export function OrdersView() {
  const { status, data, message, retry } = useCustomerQuery(ordersQuery);
  if (status === 'failed') return <LoadFailed text={message} retry={retry} />;
  if (!data) return <RowsSkeleton />;
  if (data.orders.length === 0)
    return (
      <EmptyRod>
        <h2 className="text-5">No orders yet</h2>
        <p>Go to store place an order.</p>
        <Link className="btn" to={urls.category}>
          Go to store
        </Link>
      </EmptyRod>
    );
  return (
    <div>
      <ul className="orders" aria-label="Your orders">
        {data.orders.flatMap((order, index) =>
          order.orderItems.map((item) => (
            <OrderRow
              key={`${order._id} ${item.proId} ${item.sizeLabel}`}
              order={order}
              item={item}
              priority={index < 4}
            />
          )),
        )}
      </ul>
      <MoreOrders list={data} />
    </div>
  );
}

/**
 * Button that loads more orders, and a status with the number of shown orders. The button disappears once all orders are shown.
 */
export function MoreOrders({ list }: { list: OrdersPage }) {
  const { isPending, failure, attempt } = useSubmit();
  const [requested, setRequested] = useState(false);
  const { orders, total } = list;
  return (
    <>
      <p className="sr" role="status">
        {requested && !isPending && `Showing ${orders.length} of ${total} orders.`}
      </p>
      {failure && <FailureAlert className="mt-4">{failure.message}</FailureAlert>}
      {orders.length < total && (
        <button
          type="button"
          className="btn quiet mt-5"
          aria-disabled={isPending}
          onClick={() => {
            setRequested(true);
            void attempt(() => showMoreOrders(list));
          }}
        >
          {isPending ? 'Loading...' : 'Load more'}
        </button>
      )}
    </>
  );
}
