import type { ReactNode } from 'react';
import { timeOfDay } from '../../foundation/indian-dates.ts';
import { EmptyRod } from '../../foundation/ui/empty.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';
import type { Order } from '../contract.ts';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

export function ToOrders({ className }: { className?: string }) {
  return (
    <p className={className}>
      <Link className="link tap gap-2" to={urls.account}>
        <Icon name="arrow-left" />
        My Orders
      </Link>
    </p>
  );
}

/** Text shown instead of the orders in a browser without JavaScript. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="mb-4">
        Your orders need JavaScript, which is off in this browser. You also find each order in the email we
        sent when you placed it.
      </p>
    </noscript>
  );
}

/** Placeholder shown while a list of orders, payments or ratings loads. */
export function RowsSkeleton() {
  return (
    <>
      <p className="sr" role="status">
        Loading your orders...
      </p>
      <ul className="orders" aria-hidden="true">
        {range(4).map((index) => (
          <li key={index} className="order">
            <span className="image skeleton" />
            <span>
              <span className="skeleton skeleton-bar block w-[45%]" />
              <span className="skeleton skeleton-bar block w-[75%]" />
              <span className="skeleton skeleton-bar block w-[35%]" />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

export function OrderSkeleton() {
  return (
    <div className="split">
      <div>
        <div className="mb-6 flex flex-col gap-3">
          <p className="soft" role="status">
            Loading order details...
          </p>
          <span className="skeleton h-6 max-w-80" aria-hidden="true" />
          <span className="skeleton h-11 max-w-60" aria-hidden="true" />
        </div>
        <div className="order pt-0" aria-hidden="true">
          <span className="image skeleton" />
          <span>
            <span className="skeleton skeleton-bar block w-[80%]" />
            <span className="skeleton skeleton-bar block w-[40%]" />
          </span>
        </div>
      </div>
      <div className="receipt desktop-only" aria-hidden="true">
        <div className="weft" />
        <div className="in">
          {range(6).map((index) => (
            <span key={index} className="skeleton skeleton-bar mb-4 block" />
          ))}
        </div>
        <div className="torn" />
      </div>
    </div>
  );
}

/** Message for a customer who has no order with the id and product in the URL. */
export function NoSuchOrder() {
  return (
    <EmptyRod>
      <div role="status">
        <h2 className="text-5">We could not find this order</h2>
      </div>
      <p>Perhaps it was placed with a different email address from the one you are signed in with.</p>
      <div className="actions">
        <Link className="btn" to={urls.account}>
          My Orders
        </Link>
        <Link className="btn quiet" to={urls.reachUs}>
          Write to us
        </Link>
      </div>
    </EmptyRod>
  );
}

type Props = {
  order: Pick<Order, 'expiresAt'>;
  /** Actions shown beside the payment link. */
  children?: ReactNode;
};

/** Notice about an unpaid order without a pending payment: the end of the stock hold, and a payment link. */
export function UnpaidOrder({ order: { expiresAt }, children }: Props) {
  return (
    <div className="alert mb-5" role="status">
      <Icon name="circle-alert" />
      <div className="flex flex-1 flex-col gap-2">
        <p>
          <b>Not paid yet.</b>
          {expiresAt !== null && ` Your pieces are held for you until ${timeOfDay(Date.parse(expiresAt))}.`}
        </p>
        <div className="flex flex-wrap items-center gap-x-5">
          <Link className="btn small" to={urls.checkout}>
            Pay now
          </Link>
          {children}
        </div>
      </div>
    </div>
  );
}
