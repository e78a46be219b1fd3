import { useId, useState } from 'react';
import { useCustomerQuery } from '../customers/customer-query.ts';
import { useSubmit } from '../foundation/browser/submit.ts';
import { Dialog } from '../foundation/ui/dialog.tsx';
import { formatCount } from '../foundation/ui/format-count.ts';
import { clearList, shareList, stopSharing } from './change-list.ts';
import { shareQuery } from './queries.ts';

/** Buttons that share and clear the whole list. Clearing asks for confirmation. */
export function ListMenu({ productCount }: { productCount: number }) {
  const [isClearing, setClearing] = useState(false);
  const { attempt } = useSubmit();

  return (
    <>
      <span className="list-menu">
        <button className="link tap" type="button" onClick={() => void attempt(shareList)}>
          Share list
        </button>
        <button className="link tap" type="button" aria-haspopup="dialog" onClick={() => setClearing(true)}>
          Clear List
        </button>
      </span>
      {isClearing && <ClearDialog productCount={productCount} onClose={() => setClearing(false)} />}
    </>
  );
}

type ClearDialogProps = { productCount: number; onClose: () => void };

function ClearDialog({ productCount, onClose }: ClearDialogProps) {
  const title = useId();
  const { isPending, attempt } = useSubmit();

  async function clear() {
    if (isPending) return;
    await attempt(clearList);
    onClose();
  }

  return (
    <Dialog className="dialog text-ink" aria-labelledby={title} closedby="any" onClose={onClose}>
      <div className="in">
        <h2 className="text-4" id={title}>
          Clear the whole list?
        </h2>
        <p className="mt-3">
          {productCount === 1 ? 'The one piece on it is' : `All ${formatCount(productCount, 'piece')} are`}{' '}
          taken off. Your cart stays as it is.
        </p>
        <div className="actions mt-5">
          <button className="btn" type="button" aria-disabled={isPending} onClick={() => void clear()}>
            Clear List
          </button>
          <button className="btn quiet" type="button" onClick={onClose}>
            Keep it
          </button>
        </div>
      </div>
    </Dialog>
  );
}

/** The link of a shared list, and the button that ends the sharing. Renders nothing if the list is not shared. */
export function SharedNote() {
  const url = useCustomerQuery(shareQuery).data?.url;
  if (!url) return null;
  return (
    <p className="shared-note">
      <span>
        Whoever has{' '}
        <a className="link" href={url}>
          this link
        </a>{' '}
        can see your list, without your name.
      </span>
      <button className="link tap" type="button" onClick={() => void stopSharing()}>
        Stop sharing
      </button>
    </p>
  );
}
