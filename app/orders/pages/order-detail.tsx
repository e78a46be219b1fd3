import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatRupees } from '../../foundation/money.ts';
import { SuccessAlert } from '../../foundation/ui/alert.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';
import type { Order, OrderItem } from '../contract.ts';
import { headlineOf, nextStepOf, orderPath, sizeAndPrice, wasDelivered } from '../messages.ts';
import { cancelOrder } from '../orders-api.ts';
import { ReturnOrder } from '../returns/return-order.tsx';
import { ConfirmOrderDialog } from './confirm-dialog.tsx';
import { DeliveryAddress } from './delivery-address.tsx';
import { NewTabLink } from './new-tab-link.tsx';
import { LineRow, OrderImage } from './order-row.tsx';
import { UnpaidOrder } from './order-states.tsx';
import { PricePanel } from './price-panel.tsx';
import { Timeline } from './timeline.tsx';
import type { OrderMutation } from './use-order.ts';

type Props = {
  order: Order;
  item: OrderItem;
  change: OrderMutation;
  /** The rating form. Rendered after the delivery. */
  rating: ReactNode;
};

/** Details of an order. The line `item` comes first. */
export function OrderDetail({ order, item, change, rating }: Props) {
  const others = order.orderItems.filter((other) => other !== item);
  return (
    <>
      <ChangeNotice notice={change.notice} />
      <div className="split">
        <div>
          <NextStep order={order} change={change} />
          <div className="order pt-0">
            <OrderImage file={item.image} priority />
            <div className="flex flex-col gap-1">
              <h2 className="text-4 leading-tight">
                <Link to={`${urls.products}/${encodeURIComponent(item.proId)}`}>{item.productName}</Link>
              </h2>
              <p className="soft num">{sizeAndPrice(item)}</p>
            </div>
          </div>
          <Timeline entries={order.statusHistory} />
          {wasDelivered(order) && rating}
          {others.length > 0 && (
            <section className="mt-7">
              <h2 className="text-4">Also in this order</h2>
              <ul className="orders">
                {others.map((other) => (
                  <LineRow
                    key={`${other.proId} ${other.sizeLabel}`}
                    to={orderPath(order, other)}
                    item={other}
                  >
                    <h3 className="text-3 leading-tight">{other.productName}</h3>
                    <p className="small soft num">{sizeAndPrice(other)}</p>
                  </LineRow>
                ))}
              </ul>
            </section>
          )}
        </div>
        <div className="flex flex-col gap-5">
          <PricePanel order={order} />
          <DeliveryAddress title={addressTitle(order)} shipTo={order.userId} />
        </div>
      </div>
    </>
  );
}

/** The order's state, its next step, and the customer's actions. */
function NextStep({ order, change }: { order: Order; change: OrderMutation }) {
  const { text, tone } = headlineOf(order);
  const next = nextStepOf(order);
  const track = order.tracking_info?.tracking_data.track_url;
  return (
    <section className="mb-6 flex flex-col gap-3" aria-label="What happens next">
      <p className={`state ${tone}`}>{text}</p>
      {next && <p>{next}</p>}
      {order.state === 'pending_payment' &&
        (order.paymentPending ? <PaymentPendingNotice order={order} /> : <UnpaidOrder order={order} />)}
      <div className="actions empty:hidden">
        {track && (
          <NewTabLink
            className={wasDelivered(order) ? 'btn quiet small' : 'btn small'}
            href={track}
            icon="external-link"
          >
            Track shipment
          </NewTabLink>
        )}
        <CancelOrder order={order} change={change} />
        <ReturnOrder order={order} change={change} />
      </div>
    </section>
  );
}

/** Notice of the last change. Receives the focus, because the pressed button may no longer exist. */
function ChangeNotice({ notice }: { notice: string | undefined }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice !== undefined) container.current?.focus();
  }, [notice]);
  return (
    <div ref={container} tabIndex={-1} role="status" className="outline-none">
      {notice !== undefined && <SuccessAlert className="mb-5">{notice}</SuccessAlert>}
    </div>
  );
}

function PaymentPendingNotice({ order: { _id } }: { order: Order }) {
  return (
    <div className="alert info mb-5">
      <Icon name="clock" />
      <p>
        Your bank has not answered yet.{' '}
        <Link className="link" to={`${urls.account}?placed=${_id}`}>
          What happens next
        </Link>
      </p>
    </div>
  );
}

function addressTitle(order: Order): string {
  if (wasDelivered(order)) return 'Delivered to';
  return order.state === 'shipped' || order.state === 'out_for_delivery' ? 'On its way to' : 'Goes to';
}

/** Dialog that cancels an order, and the button that opens the dialog. Omits the button if the order cannot be cancelled. */
function CancelOrder({ order, change }: { order: Order; change: OrderMutation }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {order.mayCancel && (
        <div className="actions">
          <button type="button" className="btn warn small" onClick={() => setOpen(true)}>
            Cancel order
          </button>
          <span className="small soft">You can cancel until the courier collects it.</span>
        </div>
      )}
      {isOpen && (
        <ConfirmOrderDialog
          title="Cancel this order?"
          submitLabel="Cancel order"
          pendingLabel="Cancelling..."
          dismissLabel="Keep the order"
          send={(_, signal) => change.send(cancelOrder(order._id, {}, signal))}
          onClose={() => setOpen(false)}
        >
          <p>
            {order.orderItems.length > 1 && 'All pieces of the order are cancelled together. '}
            {refundText(order)}
          </p>
        </ConfirmOrderDialog>
      )}
    </>
  );
}

function refundText({ paymentMethod, state, total }: Order): string {
  if (paymentMethod === 'COD') return 'You haven’t paid yet, so no refund is due.';
  if (state === 'pending_payment')
    return 'Nothing has come from your bank yet. If it sends the money after all, we send it back.';
  return `The ${formatRupees(total)} that you paid goes back the way you paid it, and reaches you in 7–10 working days.`;
}
