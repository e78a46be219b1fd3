import { useId, useState } from 'react';
import { setCustomerData, useCustomerQuery } from '../customers/customer-query.ts';
import { useSubmit } from '../foundation/browser/submit.ts';
import { Dialog } from '../foundation/ui/dialog.tsx';
import { formatCount } from '../foundation/ui/format-count.ts';
import { notify, notifyError } from '../foundation/ui/notices.ts';
import {
  heartsQuery,
  loadWishlistApi,
  pendingWishes,
  shareQuery,
  wishlistQuery,
} from './wishlist-actions.ts';

/** Buttons that share and clear the whole wishlist. Clearing asks for confirmation. */
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
          {productCount === 1 ? 'The one piece on it' : `All ${formatCount(productCount, 'piece')}`} will be
          removed. Your cart stays as it is.
        </p>
        <div className="actions mt-5">
          <button className="btn" type="button" aria-disabled={isPending} onClick={() => void clear()}>
            Clear List
          </button>
          <button className="btn quiet" type="button" onClick={onClose}>
            Keep the list
          </button>
        </div>
      </div>
    </Dialog>
  );
}

/** The link of a shared wishlist, and the button that ends the sharing. Renders nothing if the wishlist is not shared. */
export function SharedNote() {
  const url = useCustomerQuery(shareQuery).data?.url;
  if (!url) return null;
  return (
    <p className="shared-note">
      <span>
        Anyone with{' '}
        <a className="link" href={url}>
          this link
        </a>{' '}
        can see your list, but not your name.
      </span>
      <button className="link tap" type="button" onClick={() => void stopSharing()}>
        Stop sharing
      </button>
    </p>
  );
}

async function clearList(): Promise<void> {
  try {
    await (await loadWishlistApi()).sendClear();
  } catch (error) {
    notifyError(error, 'The list was not cleared.');
    return;
  }
  pendingWishes.write(new Map());
  await Promise.all([
    setCustomerData(wishlistQuery, () => ({ items: [] })),
    setCustomerData(heartsQuery, () => ({ proIds: [] })),
  ]);
  notify('Your wishlist is cleared.');
}

/** Creates the wishlist's link. Shares the link with the device's share sheet, or copies it. */
async function shareList(): Promise<void> {
  try {
    const share = await (await loadWishlistApi()).sendShare();
    await setCustomerData(shareQuery, () => share);
    if (share.url) await offerLink(share.url);
  } catch (error) {
    notifyError(error, 'The list was not shared.');
  }
}

async function stopSharing(): Promise<void> {
  try {
    const share = await (await loadWishlistApi()).sendUnshare();
    await setCustomerData(shareQuery, () => share);
    notify('Your list is not shared any more. The link no longer works.');
  } catch (error) {
    notifyError(error, 'The list is still shared.');
  }
}

/** Opens the share sheet. If the device has none, copies the link. */
async function offerLink(url: string): Promise<void> {
  if (await openShareSheet(url)) return;
  try {
    await navigator.clipboard.writeText(url);
    notify('The link to your wishlist is copied.');
  } catch {
    notify('The link could not be copied. You can copy it from above the pieces.');
  }
}

/**
 * Opens the share sheet. Returns false if the device has none or the share sheet fails to open. Returns true if the customer
 * closes it.
 */
async function openShareSheet(url: string): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false;
  try {
    await navigator.share({ title: 'My wishlist', url });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
