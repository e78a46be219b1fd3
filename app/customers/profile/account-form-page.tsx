import { type MetaArgs, useNavigate } from 'react-router';
import { describePage } from '../../foundation/ui/describe.ts';
import { Link } from '../../foundation/ui/link.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import { TitledPage } from '../../foundation/ui/page-frame.tsx';
import * as urls from '../../urls.ts';
import { FormSkeleton, LoadFailed, ProfileNeedsScript, SignedOut } from '../account-states.tsx';
import { ProfileForm } from './profile-form.tsx';
import { useProfile } from './use-profile.ts';

export function meta({ matches }: MetaArgs) {
  const description = 'Change your name, your address and how we reach you.';
  return describePage(matches, {
    title: 'Edit profile',
    description,
    path: urls.accountForm,
    isIndexed: false,
  });
}

export default function AccountFormPage() {
  const { phase, profile, message, retry, onUnsavedChange } = useProfile();
  const navigate = useNavigate();

  function onSaved() {
    notify('Your profile is saved.');
    void navigate(urls.profile, { replace: true });
  }
  return (
    <TitledPage cloth="wave" hindiWord="आप" title="Edit profile">
      <ProfileNeedsScript />
      <div className="max-w-[40rem]">
        {phase === 'waiting' && <FormSkeleton />}
        {phase === 'failed' && <LoadFailed text={message} retry={retry} />}
        {phase === 'ended' && <SignedOut />}
        {profile && (
          <ProfileForm
            key={profile._id}
            profile={profile}
            onSaved={onSaved}
            onUnsavedChange={onUnsavedChange}
            cancel={
              <Link className="btn quiet" to={urls.profile}>
                Cancel
              </Link>
            }
          />
        )}
      </div>
    </TitledPage>
  );
}
