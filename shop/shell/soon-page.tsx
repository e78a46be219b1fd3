import type { ReactNode } from 'react';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import type { Product } from '../catalogue/contract.ts';
import { page } from '../foundation/page.server.ts';
import { describePage } from '../foundation/ui/describe.ts';
import { EmptyRod } from '../foundation/ui/empty.tsx';
import { Fringe } from '../foundation/ui/fringe.tsx';
import { Line } from '../foundation/ui/line.tsx';
import { Photo } from '../foundation/ui/photo.tsx';
import { Price } from '../foundation/ui/price.tsx';
import { cloths, Selvedge } from '../foundation/ui/selvedge.tsx';
import { findAskedPiece } from '../messages/asked-piece.server.ts';
import { readSoon } from './soon.server.ts';

export const loader = page(async ({ shop, url }) => ({
  soon: readSoon(url.pathname),
  path: url.pathname,
  piece: await findAskedPiece(shop, url.searchParams.get('piece')),
}));

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
  const { soon, piece } = useLoaderData<typeof loader>();
  return (
    <Selvedge {...cloths[soon.pattern]}>
      <div className="page pt-5">
        <Line peg level={1} word={soon.word} title={soon.title} />
        {piece ? (
          <PieceByMessage piece={piece}>
            <NotYet />
          </PieceByMessage>
        ) : (
          <EmptyRod>
            <p>{soon.purpose}</p>
            <NotYet />
            <div className="acts">
              <Link className="btn" to="/category">
                See what is on the rod
              </Link>
              <Link className="btn quiet" to="/reach-us">
                Write to us
              </Link>
            </div>
          </EmptyRod>
        )}
      </div>
    </Selvedge>
  );
}

function NotYet() {
  return (
    <p>
      Signing in and buying online open with the shop’s next release. Until then pieces are sold by message:
      tell us which one you like, and a person answers.
    </p>
  );
}

/** The piece that somebody wished to buy, and the way to buy it meanwhile. */
function PieceByMessage({ piece, children }: { piece: Product; children: ReactNode }) {
  const [picture] = piece.pictures;
  return (
    <div className="flex max-w-4xl flex-col gap-6 md:flex-row md:gap-8">
      {picture && (
        <div className="w-3/5 max-w-72 flex-none">
          <Photo picture={picture} sizes="(min-width: 480px) 18rem, 60vw" priority />
          <Fringe days={piece.loomDays} />
        </div>
      )}
      <div className="flex flex-col items-start gap-4">
        <h2 className="text-4">
          <Link to={piece.url}>{piece.productName}</Link>
        </h2>
        <p>
          <Price rupees={piece.price} mrp={piece.mrp} />
        </p>
        <div className="prose">{children}</div>
        <div className="acts">
          <Link className="btn" to={`/reach-us?piece=${encodeURIComponent(piece.proId)}`}>
            Write to us about this piece
          </Link>
          <Link className="btn quiet" to={piece.url}>
            Back to the piece
          </Link>
        </div>
      </div>
    </div>
  );
}
