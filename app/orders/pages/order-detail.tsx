import { type ReactNode, useEffect, useRef } from 'react';
import { SuccessAlert } from '../../foundation/ui/alert.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';
import type { Order, OrderedItem } from '../contract.ts';
import {
  addressTitleOf,
  headlineOf,
  nextStepOf,
  orderPath,
  sizeAndPrice,
  unitLabels,
  wasDelivered,
} from '../messages.ts';
import { ReturnOrder } from '../returns/return-order.tsx';
import { statesInTransit } from '../transitions.ts';
import { CancelOrder } from './cancel-order.tsx';
import { DeliveryAddress } from './delivery-address.tsx';
import { NewTabLink } from './new-tab-link.tsx';
import { LineRow, OrderImage } from './order-row.tsx';
import { UnpaidOrder } from './order-states.tsx';
import { PricePanel } from './price-panel.tsx';
import { Timeline } from './timeline.tsx';
import type { OrderMutation } from './use-order.ts';

type Props = {
  order: Order;
  item: OrderedItem;
  change: OrderMutation;
  /** The rating form. The page shows it only after the order was delivered. */
  rating: ReactNode;
};

/** Details of an order. The order line `item` comes first. */
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
              <UnitLabels order={order} item={item} />
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
                    <UnitLabels order={order} item={other} />
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

/** States of the item's units that were cancelled or returned while other units of the order were not. */
function UnitLabels({ order, item }: { order: Order; item: OrderedItem }) {
  const labels = unitLabels(order, item);
  return labels.length > 0 && <p className="small strong num">{labels.join(', ')}</p>;
}

/** The order's state and next step, with the customer's actions. */
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

/** Notice about the last change. Receives the focus, because the pressed button may no longer exist. */
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
  return statesInTransit.includes(order.state) ? 'On its way to' : addressTitleOf(order);
}
