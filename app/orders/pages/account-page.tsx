import type { ReactNode } from 'react';
import { type MetaArgs, useSearchParams } from 'react-router';
import { PlacedOrder } from '../../checkout/placed-order.tsx';
import { LogOutRow, MenuRow } from '../../customers/account-menu.tsx';
import { SignedOut } from '../../customers/account-states.tsx';
import { useSignInForGuests } from '../../customers/sign-in/use-sign-in-for-guests.ts';
import { useIsHydrated } from '../../foundation/browser/store.ts';
import { describePage } from '../../foundation/ui/describe.ts';
import { SectionHeading } from '../../foundation/ui/section-heading.tsx';
import { cloths, Selvedge } from '../../foundation/ui/selvedge.tsx';
import { ToRateView } from '../../reviews/to-rate-view.tsx';
import * as urls from '../../urls.ts';
import { NeedsScript, ToOrders } from './order-states.tsx';
import { OrdersView } from './orders-view.tsx';
import { PaymentsView } from './payments-view.tsx';

export function meta({ matches }: MetaArgs) {
  const description = 'What you ordered, and where it is now.';
  return describePage(matches, { title: 'My Orders', description, path: urls.account, isIndexed: false });
}

/**
 * Page with the customer's orders. `?show=` selects payments or ratings. `?placed=` is the id of an order that is shown after the
 * checkout, in any state. The server renders the same page for all customers, and the browser loads the orders.
 */
export default function AccountPage() {
  const [searchParams] = useSearchParams();
  const isHydrated = useIsHydrated();
  const placed = searchParams.get('placed');
  const show = searchParams.get('show');
  return (
    <Selvedge {...cloths.wave}>
      <div className="page min-h-dvh pt-5 pb-12">
        {placed === null ? (
          <Account show={show} />
        ) : (
          isHydrated && (
            <>
              <ToOrders />
              <PlacedOrder key={placed} id={placed} />
            </>
          )
        )}
      </div>
    </Selvedge>
  );
}

const views: Record<string, { title: string; view: ReactNode }> = {
  payments: { title: 'Payment & Refund', view: <PaymentsView /> },
  rate: { title: 'Rate the product', view: <ToRateView /> },
};

function Account({ show }: { show: string | null }) {
  const isSignedOut = useSignInForGuests();
  const view = show === null ? undefined : views[show];
  return (
    <>
      {view && <ToOrders />}
      <SectionHeading isShort level={1} hindiWord="सफ़र" title={view?.title ?? 'My Orders'} />
      <NeedsScript />
      {isSignedOut ? (
        <SignedOut what="your orders" />
      ) : (
        <div className="scripted account split">
          {view?.view ?? <OrdersView />}
          <AccountLinks />
        </div>
      )}
    </>
  );
}

/** Account menu beside the orders. */
function AccountLinks() {
  return (
    <div className="flex flex-col gap-6">
      <nav className="group" aria-label="Account">
        <h2>Account</h2>
        <ul className="list">
          <MenuRow icon="user" to={urls.profile} label="Profile" />
          <MenuRow icon="settings" to={`${urls.profile}#settings`} label="Settings" />
          <LogOutRow />
        </ul>
      </nav>
      <nav className="group" aria-label="About your orders">
        <h2>About your orders</h2>
        <ul className="list">
          <MenuRow icon="credit-card" to={`${urls.account}?show=payments`} label="Payment &amp; Refund" />
          <MenuRow icon="star" to={`${urls.account}?show=rate`} label="Rate the product" />
        </ul>
      </nav>
    </div>
  );
}
