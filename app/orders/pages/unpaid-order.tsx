import type { ReactNode } from 'react';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';
import type { Order } from '../contract.ts';
import { timeOfDay } from '../days.ts';

type Props = {
  order: Pick<Order, 'expiresAt'>;
  /** Further actions beside the link to pay. */
  children?: ReactNode;
};

/** Notice about an unpaid order without a pending payment: the end of the order's hold, and a link to pay. */
export function UnpaidOrder({ order: { expiresAt }, children }: Props) {
  return (
    <div className="alert mb-5" role="status">
      <Icon name="circle-alert" />
      <div className="flex flex-1 flex-col gap-2">
        <p>
          <b>Not paid yet.</b> Nothing was charged.
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
