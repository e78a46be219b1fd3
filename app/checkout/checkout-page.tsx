import { type MetaArgs, useLoaderData } from 'react-router';
import { CartFailed, WithoutScript } from '../cart/cart-states.tsx';
import { useLayoutData } from '../catalogue/use-layout-data.ts';
import { FormSkeleton, LoadFailed } from '../customers/account-states.tsx';
import { useFullPageLoad } from '../foundation/browser/use-full-page-load.ts';
import { page } from '../foundation/pages/page.server.ts';
import { FailureAlert } from '../foundation/ui/alert.tsx';
import { describePage } from '../foundation/ui/describe.ts';
import { EmptyRod } from '../foundation/ui/empty.tsx';
import { Link } from '../foundation/ui/link.tsx';
import { TitledPage } from '../foundation/ui/page-frame.tsx';
import { currentProvider, paymentProviders } from '../payments/payment-facts.ts';
import * as urls from '../urls.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { useOrdering } from './payment/use-ordering.ts';

/** The response contains no customer data, so it can be cached. The browser loads the cart. */
export const loader = page(async ({ shop }) => ({ provider: currentProvider(shop.config) }));

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const description = 'Where your pieces go, and how you pay for them.';
  return describePage(matches, { title: 'Checkout', description, path: urls.checkout, isIndexed: false });
}

export default function CheckoutPage() {
  const { provider } = useLoaderData<typeof loader>();
  const reloads = useFullPageLoad(paymentProviders[provider].opens === 'script');
  const settings = useLayoutData()?.settings;
  const ordering = useOrdering(settings?.name ?? '');
  const { profileState, cartView, cart, pay } = ordering;
  const isEmpty = cart?.items.length === 0;
  const isWaiting =
    !reloads &&
    profileState.phase !== 'failed' &&
    cartView.status !== 'failed' &&
    !(profileState.profile && cart);
  return (
    <TitledPage
      cloth="wave"
      className="min-h-dvh pt-5 pb-12"
      hindiWord="पता"
      title="Checkout"
      end={
        <Link className="link tap" to={urls.cart}>
          Back to cart
        </Link>
      }
    >
      <WithoutScript>
        The checkout needs JavaScript, which is off in this browser. You can also order by message: tell us
        which pieces you like and where to send them, and we will reply.
      </WithoutScript>
      {profileState.phase === 'failed' && (
        <LoadFailed text={profileState.message} retry={profileState.retry} />
      )}
      {cartView.status === 'failed' && !cartView.isGuest && (
        <CartFailed role="alert" text={cartView.message} onRetry={cartView.retry} />
      )}
      {(isWaiting || reloads) && (
        <div className="split">
          <FormSkeleton />
        </div>
      )}
      {isEmpty && pay.notice && (
        <FailureAlert className="mb-6">
          <span>
            {pay.notice.title && <b>{pay.notice.title}</b>} {pay.notice.text}
          </span>
        </FailureAlert>
      )}
      {isEmpty && <NothingToPay />}
      {profileState.profile && cart && !isEmpty && settings && !reloads && (
        <CheckoutForm
          key={profileState.profile._id}
          profile={profileState.profile}
          {...{ cart, settings, provider, ordering }}
        />
      )}
    </TitledPage>
  );
}

function NothingToPay() {
  return (
    <EmptyRod>
      <p>Your cart is empty, so there is nothing to pay for.</p>
      <div className="actions">
        <Link className="btn" to={urls.category}>
          Shop all pieces
        </Link>
        <Link className="btn quiet" to={urls.cart}>
          See your cart
        </Link>
      </div>
    </EmptyRod>
  );
}
