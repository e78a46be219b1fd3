import { LoadFailed } from '../../customers/account-states.tsx';
import { useCustomerQuery } from '../../customers/customer-query.ts';
import { shortDay } from '../../foundation/indian-dates.ts';
import { formatRupees } from '../../foundation/money.ts';
import { EmptyRod } from '../../foundation/ui/empty.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import type { MoneyEvent } from '../contract.ts';
import { orderPath } from '../messages.ts';
import { paymentsQuery } from '../orders-api.ts';
import { ordersQuery } from './order-list.ts';
import { RowsSkeleton } from './order-states.tsx';

export function PaymentsView() {
  const { status, data, message, retry } = useCustomerQuery(paymentsQuery);
  if (status === 'failed') return <LoadFailed text={message} retry={retry} />;
  if (!data) return <RowsSkeleton />;
  if (data.length === 0)
    return (
      <EmptyRod>
        <h2 className="text-5">No payments yet</h2>
        <p>
          Your payments and refunds appear here. A payment on delivery appears once the order is delivered.
        </p>
      </EmptyRod>
    );
  return (
    <ul className="orders" aria-label="Payments and refunds">
      {data.map((event) => (
        <MoneyRow key={`${event.orderId} ${event.kind} ${event.at}`} event={event} />
      ))}
    </ul>
  );
}

function MoneyRow({ event }: { event: MoneyEvent }) {
  const { kind, amount, state, reason, orderId, channel_order_id, at } = event;
  const order = useCustomerQuery(ordersQuery).data?.orders.find(({ _id }) => _id === orderId);
  const [item] = order?.orderItems ?? [];
  const name = `order ${channel_order_id}`;
  return (
    <li className="flex items-center gap-4 py-4">
      <div className="flex flex-1 flex-col gap-1">
        <p className={`state ${state === 'asked' ? 'due' : 'henna'}`}>{textOf(event)}</p>
        <p className="small soft num">
          {shortDay(new Date(at))}, for{' '}
          {order && item ? (
            <Link className="link" to={orderPath(order, item)}>
              {name}
            </Link>
          ) : (
            name
          )}
          {reason && `. ${reason}`}
        </p>
      </div>
      <p className="num strong">
        {kind === 'refund' && <span className="sr">Refund: </span>}
        {formatRupees(amount)}
      </p>
    </li>
  );
}

function textOf({ kind, state, paymentMethod }: MoneyEvent): string {
  if (kind === 'payment') return paymentMethod === 'COD' ? 'Paid on delivery' : 'Paid online';
  return state === 'asked' ? 'Refund in progress' : 'Refund sent';
}
