import { countryOf, formatPhone } from '../../foundation/address/countries.ts';
import * as urls from '../../urls.ts';
import { LogOutRow, MenuRow } from '../account-menu.tsx';
import { LoadFailed } from '../account-states.tsx';
import type { Profile } from '../contract.ts';
import { emailHint } from './profile-form.tsx';
import type { ProfileState } from './use-profile.ts';

/** Profile of the customer on larger screens. */
export function ProfileView({ phase, profile, stored, message, retry }: ProfileState) {
  const rows = rowsOf(profile, stored?.email);
  return (
    <div className="desktop-only split">
      {phase === 'failed' ? (
        <LoadFailed text={message} retry={retry} />
      ) : (
        <div>
          {phase === 'waiting' && (
            <p className="sr" role="status">
              Loading...
            </p>
          )}
          <dl className="spec" aria-busy={phase === 'waiting'}>
            {rows.map(({ label, text, note, className }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className={className}>
                  {text === undefined ? skeleton : text || <span className="soft">Not given yet</span>}
                  {note && <span className="small soft block">{note}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      <aside className="group" aria-label="Your account">
        <h2>Your account</h2>
        <ul className="list">
          <MenuRow icon="package" to={urls.account} label="Orders" />
          <MenuRow icon="heart" to={urls.wishlist} label="Wishlist" />
          <MenuRow icon="settings" to="#settings" label="Settings" />
          <LogOutRow />
        </ul>
      </aside>
    </div>
  );
}

const skeleton = <span className="skeleton inline-block h-[1em] w-48 align-middle" />;

type Row = { label: string; text: string | undefined; note?: string; className?: string };

/**
 * Returns the rows of the profile. Their texts are undefined until the profile has loaded, except the email address, which the
 * session contains.
 */
function rowsOf(profile: Profile | undefined, storedEmail: string | undefined): Row[] {
  const country = countryOf(profile?.country ?? '');
  const street = profile && [profile.apartment, profile.address].filter(Boolean).join(', ');
  return [
    { label: 'Name', text: profile && `${profile.firstName} ${profile.lastName}`.trim() },
    { label: 'Email', text: profile?.email ?? storedEmail, note: emailHint },
    { label: 'Phone', text: profile && formatPhone(profile.phone), className: 'num' },
    { label: 'Gender', text: profile?.gender },
    { label: 'Address', text: street },
    { label: 'City', text: profile?.city },
    { label: country.stateLabel, text: profile?.state },
    { label: country.postalLabel, text: profile?.pincode, className: 'num' },
    { label: 'Country', text: profile?.country },
  ];
}
