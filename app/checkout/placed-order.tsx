import { useEffect, useMemo } from 'react';
import { cartQuery } from '../cart/cart-store.ts';
import { FormSkeleton, LoadFailed, SignedOut } from '../customers/account-states.tsx';
import { refreshCustomerData, useCustomerQuery } from '../customers/customer-query.ts';
import { formatDateInIndia, timeOfDay } from '../foundation/indian-dates.ts';
import { formatRupees } from '../foundation/money.ts';
import { Icon } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import {
  AmountRow,
  ReceiptFrame,
  ShippingRow,
  TaxesNote,
  TotalRow,
} from '../foundation/ui/receipt-frame.tsx';
import { SectionHeading } from '../foundation/ui/section-heading.tsx';
import type { PlacedOrder as Order } from '../orders/contract.ts';
import { addressTitleOf, orderPath, payable, sizeAndPrice } from '../orders/messages.ts';
import { DeliveryAddress } from '../orders/pages/delivery-address.tsx';
import { OrderImage } from '../orders/pages/order-row.tsx';
import { NoSuchOrder, UnpaidOrder } from '../orders/pages/order-states.tsx';
import { isPaidInCash, stateLabels } from '../orders/rules.ts';
import { unpaidStates } from '../orders/transitions.ts';
import { undecidedText, unpaidOrderText } from '../orders/unpaid-text.ts';
import * as urls from '../urls.ts';
import { AddressOffer } from './address-offer.tsx';
import { checkPayment, placedOrderQuery } from './checkout-api.ts';
import { clearDraft } from './draft.ts';
import { clearAttempt, currentAttempt } from './payment/payment-attempt.ts';

/** Interval in milliseconds at which an unpaid order is polled. */
const pollIntervalMs = 4000;

/** Page section about an order after the checkout, for every state of the order. */
export function PlacedOrder({ id }: { id: string }) {
  const query = useMemo(() => placedOrderQuery(id), [id]);
  const { status, data: order, message, retry } = useCustomerQuery(query);
  const isUnpaid = order?.state === 'pending_payment';

  useEffect(() => {
    if (!isUnpaid) return;
    // Check the payment before reading the order, because the bank's webhook may be lost. If the check fails, read the order
    // anyway.
    const checkAgain = () => checkPayment(id).catch(() => undefined);
    const timer = setInterval(() => void checkAgain().then(() => refreshCustomerData(query)), pollIntervalMs);
    return () => {
      clearInterval(timer);
      void refreshCustomerData(cartQuery);
    };
  }, [isUnpaid, query, id]);
  useEffect(() => {
    // An order that is no longer pending does not need its stored order attempt.
    if (!order || isUnpaid || currentAttempt()?.orderId !== order._id) return;
    clearAttempt();
    if (order.state === 'placed') clearDraft();
  }, [order, isUnpaid]);

  return (
    <>
      <SectionHeading
        isShort
        level={1}
        hindiWord="सफ़र"
        title={order ? `Order ${order.channel_order_id}` : 'My Orders'}
      />
      {order && <State order={order} />}
      {status === 'guest' && <SignedOut text="Sign in to see your order." />}
      {status === 'waiting' && <FormSkeleton />}
      {status === 'failed' && <LoadFailed text={message} retry={retry} />}
      {order === null && <NoSuchOrder />}
      {order && <Details order={order} />}
    </>
  );
}

/** True if the server has a pending payment for the order, or if this tab has received a signed payment for the order. */
function isPending({ _id, paymentPending }: Order): boolean {
  const attempt = currentAttempt();
  return paymentPending || (attempt?.orderId === _id && attempt.isReportedPaid === true);
}

function State({ order }: { order: Order }) {
  const { state } = order;
  if (state === 'pending_payment')
    return <p className="state due mb-4">{isPending(order) ? 'Waiting for the bank' : 'Not paid yet'}</p>;
  if (state === 'expired') return <p className="state madder mb-4">Not paid</p>;
  if (state === 'placed') return null;
  return <p className="state due mb-4">{stateLabels[state]}</p>;
}

function Details({ order }: { order: Order }) {
  const { orderItems, subtotal, shipping_charges, total, cancelledAmount, paymentMethod, state } = order;
  const isPaidOnline = paymentMethod === 'Online' && !unpaidStates.includes(state);
  return (
    <div className="split">
      <div>
        <Lead order={order} />
        <ul className="orders">
          {orderItems.map((item) => (
            <li className="order" key={`${item.proId} ${item.sizeLabel}`}>
              <OrderImage file={item.image} />
              <span className="flex flex-col gap-1">
                <h2 className="text-3">
                  <Link to={`${urls.products}/${encodeURIComponent(item.proId)}`}>{item.productName}</Link>
                </h2>
                <span className="soft num">{sizeAndPrice(item)}</span>
              </span>
              <span className="num">{formatRupees(item.priceAfterQnty)}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-col gap-5">
        <ReceiptFrame title="Price">
          <dl>
            <AmountRow name="Subtotal" amount={subtotal} />
            <ShippingRow amount={shipping_charges} />
            {cancelledAmount > 0 && (
              <>
                <dt>Cancelled</dt>
                <dd>−{formatRupees(cancelledAmount)}</dd>
              </>
            )}
            <TotalRow total={payable(order)} />
            {isPaidInCash(order) && <AmountRow name="Cash on delivery" amount={payable(order)} />}
            {isPaidOnline && <AmountRow name="Paid online" amount={total} />}
          </dl>
          <TaxesNote includedGst={order.includedGst} />
        </ReceiptFrame>
        <div>
          <DeliveryAddress title={addressTitleOf(order)} shipTo={order.userId} />
          <AddressOffer order={order} />
        </div>
      </div>
    </div>
  );
}

/** Text about the state of the order and about the next step. */
function Lead({ order }: { order: Order }) {
  const { state } = order;
  if (state === 'pending_payment' && !isPending(order)) {
    const [item] = order.orderItems;
    return (
      <UnpaidOrder order={order}>
        {item && (
          <Link className="link tap" to={orderPath(order, item)}>
            Cancel order
          </Link>
        )}
      </UnpaidOrder>
    );
  }
  if (state === 'pending_payment') return <Pending order={order} />;
  if (state === 'expired') return <Expired order={order} />;
  if (state !== 'placed') return <OrderLinks order={order} />;
  return <Placed order={order} />;
}

function Pending({ order: { expiresAt } }: { order: Order }) {
  const heldUntil = expiresAt === null ? 0 : Date.parse(expiresAt);
  return (
    <div className="alert info mb-6" role="status">
      <Icon name="clock" />
      <p>
        <b>Your bank has not answered yet.</b>{' '}
        {heldUntil > Date.now() && `Your pieces are held for you until ${timeOfDay(heldUntil)}. `}
        {undecidedText} You do not need to wait here. Please do not pay again.
      </p>
    </div>
  );
}

function Expired({ order }: { order: Order }) {
  const { title, text } = unpaidOrderText(order);
  return (
    <div className="alert mb-6" role="status">
      <Icon name="circle-alert" />
      <div>
        <p>
          <b>{title}</b> {text}
        </p>
        <Link className="link tap" to={urls.cart}>
          See your cart
        </Link>
      </div>
    </div>
  );
}

function Placed({ order }: { order: Order }) {
  const { promisedBy, userId, paymentMethod } = order;
  const isCash = paymentMethod === 'COD';
  return (
    <>
      <div className="alert ok mb-6" role="alert">
        <Icon name="check" />
        <p>
          <b>{isCash ? 'COD Order placed successfully!' : 'Payment successful & order placed!'}</b> Thank you,{' '}
          {userId.firstName}. We have sent the details to {userId.email}.
        </p>
      </div>
      <section>
        <h2 className="mb-2 text-4">What happens next</h2>
        <ol className="flex list-decimal flex-col gap-1 pl-5">
          <li>We will pack your order. The order page shows what you can still cancel.</li>
          <li>We will email you when it is on its way.</li>
          <li>
            {promisedBy
              ? `Delivery by ${formatDateInIndia(promisedBy)}.`
              : 'The courier will bring it to your door.'}
            {isCash && ` Please have ${formatRupees(payable(order))} ready for the courier.`}
          </li>
        </ol>
      </section>
      <OrderLinks order={order} />
    </>
  );
}

function OrderLinks({ order }: { order: Order }) {
  const [item] = order.orderItems;
  return (
    <p className="actions mt-4 mb-6">
      {item && (
        <Link className="btn" to={orderPath(order, item)}>
          See your order
        </Link>
      )}
      <Link className="btn quiet" to={urls.category}>
        Continue shopping
      </Link>
    </p>
  );
}
