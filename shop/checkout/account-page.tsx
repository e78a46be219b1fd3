import { useSyncExternalStore } from 'react';
import { Link, type MetaArgs, useSearchParams } from 'react-router';
import { page } from '../foundation/page.server.ts';
import { describePage } from '../foundation/ui/describe.ts';
import { EmptyRod } from '../foundation/ui/empty.tsx';
import { Line } from '../foundation/ui/line.tsx';
import { cloths, Selvedge } from '../foundation/ui/selvedge.tsx';
import { PlacedOrder } from './placed-order.tsx';

export const loader = page(async () => ({}));

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const description = 'What you ordered, and where it is on its way to you.';
  return [
    ...describePage(matches, { title: 'My Orders', description, path: '/account' }),
    { name: 'robots', content: 'noindex' },
  ];
}

const never = () => () => {};

/** S-PAY-05, S-PAY-18: where an order that was just placed is confirmed. */
export default function AccountPage() {
  const [asked] = useSearchParams();
  const isAwake = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const placed = asked.get('placed');
  return (
    <Selvedge {...cloths.wave}>
      <div className="page min-h-dvh pt-5 pb-12">
        {placed && isAwake ? <PlacedOrder key={placed} id={placed} /> : <NotListedYet />}
      </div>
    </Selvedge>
  );
}

function NotListedYet() {
  return (
    <>
      <Line peg level={1} word="सफ़र" title="My Orders" />
      <EmptyRod>
        <p>
          Here you will see what you ordered and where it is on its way to you. The list of your orders opens
          with the shop’s next release. Until then each order stands in the mail that we wrote to you when you
          placed it, and a person answers your questions about it.
        </p>
        <div className="acts">
          <Link className="btn" to="/reach-us">
            Write to us
          </Link>
          <Link className="btn quiet" to="/cart">
            Look at your cart
          </Link>
        </div>
      </EmptyRod>
    </>
  );
}
