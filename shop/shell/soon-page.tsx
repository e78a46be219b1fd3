import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { page } from '../foundation/page.server.ts';
import { describePage } from '../foundation/ui/describe.ts';
import { EmptyRod } from '../foundation/ui/empty.tsx';
import { Line } from '../foundation/ui/line.tsx';
import { cloths, Selvedge } from '../foundation/ui/selvedge.tsx';
import { readSoon } from './soon.server.ts';

export const loader = page(async ({ url }) => ({ soon: readSoon(url.pathname), path: url.pathname }));

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const { soon, path } = loaderData;
  return [
    ...describePage(matches, { title: soon.title, description: soon.purpose, path }),
    { name: 'robots', content: 'noindex' },
  ];
}

/** An honest page for a screen that is not open yet. */
export default function SoonPage() {
  const { soon } = useLoaderData<typeof loader>();
  return (
    <Selvedge {...cloths[soon.pattern]}>
      <div className="page pt-5">
        <Line peg level={1} word={soon.word} title={soon.title} />
        <EmptyRod>
          <p>{soon.purpose}</p>
          <p>
            Signing in, the cart and the wishlist are open. Paying online and following an order open with the
            shop’s next release. Until then pieces are sold by message: tell us which ones you like, and a
            person answers.
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
      </div>
    </Selvedge>
  );
}
