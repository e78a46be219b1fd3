import { setCustomerData } from '../customers/customer-query.ts';
import { notify } from '../foundation/ui/notices.ts';
import { heartsQuery, loadWishlistApi, notifyError, shareQuery, wishlistQuery } from './queries.ts';
import { pendingWishes } from './wishlist-actions.ts';

/** Takes everything off the list, and says so. */
export async function clearList(): Promise<void> {
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

/** Gives the list an address, and hands it over: by the phone's own sheet, or else as a copy. */
export async function shareList(): Promise<void> {
  try {
    const share = await (await loadWishlistApi()).sendShare();
    await setCustomerData(shareQuery, () => share);
    if (share.url) await handOver(share.url);
  } catch (error) {
    notifyError(error, 'The list was not shared.');
  }
}

/** The address leads nowhere from then on. */
export async function stopSharing(): Promise<void> {
  try {
    const share = await (await loadWishlistApi()).sendUnshare();
    await setCustomerData(shareQuery, () => share);
    notify('Your list is not shared any more. The link leads nowhere now.');
  } catch (error) {
    notifyError(error, 'The list is still shared.');
  }
}

async function handOver(url: string): Promise<void> {
  if (await showSheet(url)) return;
  try {
    await navigator.clipboard.writeText(url);
    notify('The link to your wishlist is copied.');
  } catch {
    notify('The link could not be copied. It stands above the pieces.');
  }
}

/** False where there is no sheet, or where it would not open. To close it is an answer, too. */
async function showSheet(url: string): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false;
  try {
    await navigator.share({ title: 'My wishlist', url });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
