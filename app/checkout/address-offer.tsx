import { useState } from 'react';
import { showProfile } from '../customers/profile/use-profile.ts';
import { useSubmit } from '../foundation/browser/submit.ts';
import { FailureNote } from '../foundation/ui/fields.tsx';
import { Link } from '../foundation/ui/link.tsx';
import type { PlacedOrder } from '../orders/contract.ts';
import { saveOrderAddress } from '../orders/orders-api.ts';
import * as urls from '../urls.ts';

/** Offers to save the address of a customer's first order in the profile, and confirms that it was saved. */
export function AddressOffer({ order }: { order: PlacedOrder }) {
  const { isPending, failure, attempt } = useSubmit();
  const [isSaved, setIsSaved] = useState<boolean>();

  async function save() {
    const profile = await attempt(() => saveOrderAddress(order._id));
    if (!profile) return;
    setIsSaved(profile.address === order.userId.address);
    await showProfile(profile);
  }

  if (isSaved !== undefined)
    return (
      <p className="mt-4" role="status">
        {isSaved
          ? 'We will fill in this address the next time you order.'
          : 'Your profile has another address already, so we left it as it is.'}{' '}
        <Link className="link" to={urls.profile}>
          See your profile
        </Link>
      </p>
    );
  if (!order.maySaveAddress) return null;
  return (
    <div className="mt-4">
      <FailureNote failure={failure} />
      <p className="mb-2">Would you like us to fill in this address the next time you order?</p>
      <button type="button" className="btn quiet" aria-disabled={isPending} onClick={() => void save()}>
        {isPending ? 'Saving...' : 'Use this address next time'}
      </button>
    </div>
  );
}
