import { useEffect, useState } from 'react';
import { type MetaArgs, useLoaderData, useLocation, useSearchParams } from 'react-router';
import { LoadFailed, SignedOut } from '../../customers/account-states.tsx';
import { useSignInForGuests } from '../../customers/sign-in/use-sign-in-for-guests.ts';
import { page } from '../../foundation/pages/page.server.ts';
import { describePage } from '../../foundation/ui/describe.ts';
import { TitledPage } from '../../foundation/ui/page-frame.tsx';
import { RateProduct } from '../../reviews/rate-product.tsx';
import * as urls from '../../urls.ts';
import type { Order } from '../contract.ts';
import { OrderDetail } from './order-detail.tsx';
import { NeedsScript, NoSuchOrder, OrderSkeleton, ToOrders } from './order-states.tsx';
import { useOrder } from './use-order.ts';

export const loader = page(async ({ params }) => ({ proId: params.proId ?? '' }));

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const description = 'What you ordered, and where it is now.';
  const path = `${urls.orderDetail}/${loaderData.proId}`;
  return describePage(matches, { title: 'Order', description, path, isIndexed: false });
}

/**
 * Page of one order line. `?order=` is the id or number of the order. Without `?order=`, shows the customer's newest order with
 * the product. `?size=` selects one of several sizes.
 */
export default function OrderDetailPage() {
  const { proId } = useLoaderData<typeof loader>();
  const [searchParams] = useSearchParams();
  const orderId = searchParams.get('order');
  const { status, data, message, retry, change } = useOrder(proId, orderId);
  const isSignedOut = useSignInForGuests();
  const item = data && itemOf(data, proId, searchParams.get('size'));
  useRateHash(item !== undefined && item !== null);
  return (
    <TitledPage
      cloth="wave"
      className="min-h-dvh pt-5 pb-12"
      before={<ToOrders className="phone-only" />}
      hindiWord="सफ़र"
      title={data ? `Order ${data.channel_order_id}` : 'Order'}
    >
      <NeedsScript />
      <div className="scripted">
        {isSignedOut ? (
          <SignedOut what="your order" />
        ) : status === 'failed' ? (
          <LoadFailed text={message} retry={retry} />
        ) : data === undefined ? (
          <OrderSkeleton />
        ) : data && item ? (
          <OrderDetail
            key={`${data._id} ${item.proId} ${item.sizeLabel}`}
            order={data}
            item={item}
            change={change}
            rating={<RateProduct proId={item.proId} productName={item.productName} />}
          />
        ) : (
          <NoSuchOrder />
        )}
      </div>
    </TitledPage>
  );
}

function itemOf({ orderItems }: Order, proId: string, size: string | null) {
  const items = orderItems.filter((item) => item.proId.toLowerCase() === proId.toLowerCase());
  return items.find(({ sizeLabel }) => sizeLabel === size) ?? items[0];
}

/**
 * Scrolls to the rating and focuses it once if the URL ends with `#rate`. The browser cannot do that, because the rating is
 * rendered after the page.
 */
function useRateHash(isShown: boolean) {
  const { hash } = useLocation();
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (isDone || !isShown || hash !== '#rate') return;
    const stars = document.querySelector('#rate input');
    if (!(stars instanceof HTMLElement)) return;
    setIsDone(true);
    document.getElementById('rate')?.scrollIntoView({ block: 'center' });
    stars.focus({ preventScroll: true });
  }, [isDone, isShown, hash]);
}
