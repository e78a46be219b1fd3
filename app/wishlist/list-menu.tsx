import { type RefObject, useId, useRef, useState } from 'react';
import { formatCount } from '../foundation/ui/format-count.ts';
import { clearList, shareList } from './change-list.ts';

/** What can be done with the whole list. Clearing it asks first. */
export function ListMenu({ productCount }: { productCount: number }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const sharing = useRef(false);

  async function share() {
    if (sharing.current) return;
    sharing.current = true;
    await shareList().finally(() => {
      sharing.current = false;
    });
  }

  return (
    <>
      <span className="list-menu">
        <button className="link tap" type="button" onClick={() => void share()}>
          Share list
        </button>
        <button
          className="link tap"
          type="button"
          aria-haspopup="dialog"
          onClick={() => dialog.current?.showModal()}
        >
          Clear List
        </button>
      </span>
      <ClearDialog productCount={productCount} ref={dialog} />
    </>
  );
}

type ClearDialogProps = { productCount: number; ref: RefObject<HTMLDialogElement | null> };

function ClearDialog({ productCount, ref }: ClearDialogProps) {
  const title = useId();
  const [clearing, setClearing] = useState(false);

  async function clear() {
    if (clearing) return;
    setClearing(true);
    await clearList().finally(() => {
      setClearing(false);
      ref.current?.close();
    });
  }

  return (
    <dialog className="dialog text-ink" ref={ref} aria-labelledby={title} closedby="any">
      <div className="in">
        <h2 className="text-4" id={title}>
          Clear the whole list?
        </h2>
        <p className="mt-3">
          {productCount === 1 ? 'The one piece on it is' : `All ${formatCount(productCount, 'piece')} are`}{' '}
          taken off. Your cart stays as it is.
        </p>
        <div className="actions mt-5">
          <button className="btn" type="button" aria-disabled={clearing} onClick={() => void clear()}>
            Clear List
          </button>
          <button className="btn quiet" type="button" onClick={() => ref.current?.close()}>
            Keep it
          </button>
        </div>
      </div>
    </dialog>
  );
}
