import { useEffect, useRef } from 'react';
import type { MetaArgs } from 'react-router';
import { QuickView } from '../cart/quick-view.tsx';
import { useCart } from '../cart/use-cart.ts';
import { SignedOut } from '../customers/account-states.tsx';
import { useLoginForGuests } from '../customers/use-login-for-guests.ts';
import { describePage } from '../foundation/ui/describe.ts';
import { Line } from '../foundation/ui/line.tsx';
import { cloths, Selvedge } from '../foundation/ui/selvedge.tsx';
import { ListMenu } from './list-menu.tsx';
import { ListEmpty, ListFailed, ListWaits } from './list-states.tsx';
import { SharedNote } from './shared-note.tsx';
import { useWishlist } from './use-wishes.ts';
import type { CartOfList } from './wished-piece.tsx';
import { WishedPieces } from './wished-pieces.tsx';

const nothingYet = 'Nothing hangs here yet. Press the heart on a piece, and it waits for you here.';

export function meta({ matches }: MetaArgs) {
  return [
    ...describePage(matches, { title: 'Wishlist', description: 'The pieces you saved.', path: '/wishlist' }),
    { name: 'robots', content: 'noindex' },
  ];
}

/** The shopper's saved pieces. The server sends the same page to everybody; the browser fills it. */
export default function WishlistPage() {
  const { status, items, words, retry } = useWishlist();
  const cart = useCartOfList();
  const place = useRef<HTMLDivElement>(null);
  const pieces = items?.length ?? 0;
  const ended = useLoginForGuests();

  // With the last piece the button that took it off is gone: whoever pressed it goes on here.
  useEffect(() => {
    if (status === 'ready' && pieces === 0 && document.activeElement === document.body) {
      place.current?.focus({ preventScroll: true });
    }
  }, [status, pieces]);

  return (
    <Selvedge {...cloths.rosette}>
      <div className="page pt-5 pb-7">
        <Line
          peg
          level={1}
          word="चाह"
          title="Wishlist"
          end={pieces > 0 ? <ListMenu pieces={pieces} /> : undefined}
        />
        <div ref={place} tabIndex={-1} className="outline-none">
          {ended ? (
            <SignedOut what="your wishlist" />
          ) : status === 'failed' ? (
            <ListFailed words={words} retry={retry} />
          ) : items === undefined ? (
            <ListWaits />
          ) : (
            <>
              <SharedNote />
              {pieces === 0 ? <ListEmpty words={nothingYet} /> : <WishedPieces items={items} cart={cart} />}
            </>
          )}
        </div>
      </div>
      <QuickView />
    </Selvedge>
  );
}

function useCartOfList(): CartOfList {
  const { cart, add, remove } = useCart();
  const linesOf = (id: string) => cart?.items.filter(({ proId }) => proId === id) ?? [];
  return {
    holds: (proId) => linesOf(proId).length > 0,
    async add(product) {
      const [only] = product.sizes;
      if (only) await add(product, only.id, 1);
    },
    remove: (proId) => {
      for (const line of linesOf(proId)) remove(line);
    },
  };
}
