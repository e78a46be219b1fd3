import { type MouseEvent, useId, useState } from 'react';
import { type MetaArgs, useLoaderData, useNavigate } from 'react-router';
import { listLatest } from '../../catalogue/catalogue.server.ts';
import { page } from '../../foundation/pages/page.server.ts';
import { SuccessAlert } from '../../foundation/ui/alert.tsx';
import { describePage } from '../../foundation/ui/describe.ts';
import { CloseButton, Dialog } from '../../foundation/ui/dialog.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import { TitledPage } from '../../foundation/ui/page-frame.tsx';
import * as urls from '../../urls.ts';
import { AccountMenu } from '../account-menu.tsx';
import { ProfileNeedsScript, SignedOut } from '../account-states.tsx';
import type { Profile } from '../contract.ts';
import { AccountSettings } from './account-settings.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ProfileView } from './profile-view.tsx';
import { useProfile } from './use-profile.ts';

export const loader = page(async ({ shop }) => {
  const [newest] = await listLatest(shop, 1);
  return { image: newest?.pictures[2] ?? newest?.pictures[0] };
});

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const description = 'What the shop knows about you, and where to change it.';
  return describePage(matches, { title: 'Profile', description, path: urls.profile, isIndexed: false });
}

/** Page with the profile on larger screens, and with the account menu on phones. The browser requests the personal data. */
export default function ProfilePage() {
  const { image } = useLoaderData<typeof loader>();
  const own = useProfile();
  const user = own.profile ?? own.stored;
  const [isEditing, setEditing] = useState(false);
  const [saved, setSaved] = useState(false);
  const openShared = useSharedList();

  function edit() {
    setSaved(false);
    setEditing(true);
  }
  const editButton = (
    <span className="scripted contents">
      <button
        type="button"
        className="btn quiet small desktop-only flex"
        disabled={!own.profile}
        onClick={edit}
      >
        Edit profile
      </button>
    </span>
  );
  return (
    <TitledPage cloth="wave" hindiWord="आप" title="Profile" end={editButton}>
      <ProfileNeedsScript className="mb-4" />
      <div role="status">{saved && <SuccessAlert className="mb-4">Saved</SuccessAlert>}</div>
      {own.phase === 'ended' ? (
        <SignedOut />
      ) : (
        <div className="scripted">
          <AccountMenu image={image} user={user} onShared={openShared} />
          <ProfileView {...own} />
          {isEditing && own.profile && (
            <EditProfile
              profile={own.profile}
              onUnsavedChange={own.onUnsavedChange}
              onSaved={() => setSaved(true)}
              onClose={() => setEditing(false)}
            />
          )}
          {user && <AccountSettings email={user.email} />}
        </div>
      )}
    </TitledPage>
  );
}

const timeoutMs = 10_000;

/**
 * Returns a click handler that opens the customer's shared wishlist. If the wishlist is not shared, opens the wishlist itself.
 */
function useSharedList() {
  const navigate = useNavigate();
  return async (event: MouseEvent) => {
    event.preventDefault();
    const share = await import('../../wishlist/wishlist-api.ts')
      .then(({ fetchShare }) => fetchShare(AbortSignal.timeout(timeoutMs)))
      .catch(() => undefined);
    if (share?.url) {
      void navigate(new URL(share.url).pathname);
      return;
    }
    if (share) notify('You have not shared your wishlist yet. You can do so here.');
    void navigate(urls.wishlist);
  };
}

type Props = {
  profile: Profile;
  onSaved: () => void;
  onClose: () => void;
  onUnsavedChange: (unsaved: boolean) => void;
};

function EditProfile({ profile, onSaved, onClose, onUnsavedChange }: Props) {
  const title = useId();
  const [busy, setBusy] = useState(false);
  function close() {
    onUnsavedChange(false);
    onClose();
  }
  return (
    <Dialog
      className="dialog wide"
      aria-labelledby={title}
      onClose={close}
      // Keep the dialog open until the server has saved the profile.
      onEscape={busy ? () => {} : undefined}
    >
      <div className="in">
        <h2 className="mb-4 text-4" id={title}>
          Edit profile
        </h2>
        <ProfileForm
          profile={profile}
          onUnsavedChange={onUnsavedChange}
          onBusy={setBusy}
          onSaved={() => {
            onSaved();
            close();
          }}
          cancel={
            <button type="button" className="btn quiet" disabled={busy} onClick={close}>
              Cancel
            </button>
          }
        />
      </div>
      <CloseButton disabled={busy} onClick={close} />
    </Dialog>
  );
}
