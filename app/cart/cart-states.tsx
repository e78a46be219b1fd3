import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import { LinesSkeleton } from '../foundation/ui/skeleton.tsx';
import * as urls from '../urls.ts';
import { guestCart, readGuestCart, storeGuestCart, withoutLine } from './guest-cart.ts';

export function CartSkeleton() {
  return (
    <>
      <p className="sr scripted" role="status">
        Loading your cart...
      </p>
      <div className="split cart-skeleton scripted" aria-hidden="true">
        <ul className="lines">
          {['first', 'second', 'third'].map((nth) => (
            <li key={nth}>
              <span className="image skeleton" />
              <div className="flex flex-col gap-1.5">
                <LinesSkeleton />
              </div>
            </li>
          ))}
        </ul>
        <div className="receipt">
          <div className="weft" />
          <div className="in flex flex-col gap-3">
            <LinesSkeleton />
          </div>
          <div className="torn" />
        </div>
      </div>
    </>
  );
}

/** Text for browsers without JavaScript, with a contact link. The link names `product` if there is one. */
export function WithoutScript({ product, children }: { product?: string | undefined; children: ReactNode }) {
  return (
    <noscript>
      <div className="prose pb-6">
        <p>{children}</p>
        <p>
          <Link
            className="btn"
            to={product ? `${urls.reachUs}?piece=${encodeURIComponent(product)}` : urls.reachUs}
          >
            {product ? 'Write to us about this piece' : 'Write to us'}
          </Link>
        </p>
      </div>
    </noscript>
  );
}

function Alert({ tone = '', children }: { tone?: 'info' | ''; children: ReactNode }) {
  return (
    <div className={`alert ${tone}`}>
      <Icon name={tone === 'info' ? 'info' : 'circle-alert'} className="mt-3!" />
      <div className="flex flex-1 flex-wrap items-center justify-between gap-x-4">{children}</div>
    </div>
  );
}

type FailedProps = { text: string | undefined; role?: 'alert'; onRetry: () => void };

export function CartFailed({ text, role, onRetry }: FailedProps) {
  return (
    <Alert>
      <p role={role}>{text ?? 'We could not load your cart just now.'}</p>
      <button type="button" className="link tap" onClick={onRetry}>
        Try again
      </button>
    </Alert>
  );
}

/** Undo button, shown after a line was removed. Takes the focus, because the focused button was removed with the line. */
export function Removed({ name, onUndo }: { name: string; onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus({ preventScroll: true }), []);
  return (
    <Alert tone="info">
      <p>Removed: {name}</p>
      <button type="button" className="link tap" ref={undo} onClick={onUndo}>
        Undo<span className="sr">: keep {name}</span>
      </button>
    </Alert>
  );
}

/** Lines of the guest's cart that were not merged because they have no valid size. */
export function LinesWithoutSize() {
  const waiting = guestCart.useValue().filter((line) => line.waiting);
  return waiting.map((line) => {
    const name = line.productName ?? `Piece ${line.proId}`;
    return (
      <Alert tone="info" key={`${line.proId} ${line.size ?? ''}`}>
        <p>{name}: please choose a size.</p>
        <span className="flex gap-4">
          <Link className="link tap" to={`${urls.products}/${encodeURIComponent(line.proId)}`}>
            Choose a size<span className="sr">: {name}</span>
          </Link>
          <button
            type="button"
            className="link tap"
            onClick={() => storeGuestCart(withoutLine(readGuestCart(), line))}
          >
            Remove<span className="sr"> {name}</span>
          </button>
        </span>
      </Alert>
    );
  });
}
