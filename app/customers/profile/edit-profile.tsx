import { useId, useState } from 'react';
import { Dialog } from '../../foundation/ui/dialog.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';
import type { Profile } from '../contract.ts';
import { ProfileForm } from './profile-form.tsx';

type Props = {
  profile: Profile;
  onSaved: () => void;
  onClose: () => void;
  onUnsavedChange: (unsaved: boolean) => void;
};

/** Dialog with the profile form. */
export function EditProfile({ profile, onSaved, onClose, onUnsavedChange }: Props) {
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
      // Keep the dialog open until the profile is saved.
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
      <button
        type="button"
        className="icon absolute top-1 right-1"
        aria-label="Close"
        disabled={busy}
        onClick={close}
      >
        <Icon name="x" />
      </button>
    </Dialog>
  );
}
