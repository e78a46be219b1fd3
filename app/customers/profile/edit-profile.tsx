import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../foundation/ui/icon.tsx';
import type { Profile } from '../contract.ts';
import { ProfileForm } from './profile-form.tsx';

type Props = {
  /** Number of requests to open the dialog. Each increment opens it with the stored profile. */
  openCount: number;
  profile: Profile;
  onSaved: () => void;
  onUnsavedChange: (unsaved: boolean) => void;
};

/** Dialog with the profile form. */
export function EditProfile({ openCount, profile, onSaved, onUnsavedChange }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const [busy, setBusy] = useState(false);
  const close = () => dialog.current?.close();

  useEffect(() => {
    if (openCount > 0 && !dialog.current?.open) dialog.current?.showModal();
  }, [openCount]);

  return (
    <dialog
      ref={dialog}
      className="dialog wide"
      aria-labelledby={title}
      onClose={() => onUnsavedChange(false)}
      onCancel={(event) => {
        // What is being saved is worth the moment that it takes.
        if (busy) event.preventDefault();
      }}
    >
      <div className="in">
        <h2 className="mb-4 text-4" id={title}>
          Edit profile
        </h2>
        {openCount > 0 && (
          <ProfileForm
            key={openCount}
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
        )}
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
    </dialog>
  );
}
