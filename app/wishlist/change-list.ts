import { setOwn } from '../customers/customer-query.ts';
import { notify } from '../foundation/ui/notices.ts';
import { heartsQuery, openCalls, shareQuery, tellWhy, wishlistQuery } from './queries.ts';
import { askedWishes, forgetAsked } from './requested-products.ts';

/** Takes everything off the list, and says so. */
export async function clearList(): Promise<void> {
  try {
    await (await openCalls()).sendClear();
  } catch (error) {
    tellWhy(error, 'The list was not cleared.');
    return;
  }
  forgetAsked(new Set(askedWishes().values()));
  await Promise.all([
    setOwn(wishlistQuery, () => ({ items: [] })),
    setOwn(heartsQuery, () => ({ proIds: [] })),
  ]);
  notify('Your wishlist is cleared.');
}

/** Gives the list an address, and hands it over: by the phone's own sheet, or else as a copy. */
export async function shareList(): Promise<void> {
  try {
    const share = await (await openCalls()).sendShare();
    await setOwn(shareQuery, () => share);
    if (share.url) await handOver(share.url);
  } catch (error) {
    tellWhy(error, 'The list was not shared.');
  }
}

/** The address leads nowhere from then on. */
export async function stopSharing(): Promise<void> {
  try {
    const share = await (await openCalls()).sendUnshare();
    await setOwn(shareQuery, () => share);
    notify('Your list is not shared any more. The link leads nowhere now.');
  } catch (error) {
    tellWhy(error, 'The list is still shared.');
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
