import { countryOf, formatPhone } from '../../foundation/address/countries.ts';
import { Icon } from '../../foundation/ui/icon.tsx';
import * as urls from '../../urls.ts';
import { MenuRow } from '../account-menu.tsx';
import { LoadFailed } from '../account-states.tsx';
import { useLogOut } from '../log-out.ts';
import { emailHint } from './profile-form.tsx';
import type { ProfileState } from './use-profile.ts';

/** The customer's profile on larger screens. */
export function ProfileView({ phase, profile, stored, message, retry }: ProfileState) {
  const logOut = useLogOut();
  const details = (text: string | undefined) => {
    if (profile === undefined && !text)
      return <span className="skeleton inline-block h-[1em] w-48 align-middle" />;
    return text || <span className="soft">Not given yet</span>;
  };
  const place = countryOf(profile?.country ?? '');
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
            <div>
              <dt>Name</dt>
              <dd>{details(profile && `${profile.firstName} ${profile.lastName}`.trim())}</dd>
            </div>
            <div>
              <dt>Email</dt>
              <dd>
                {details((profile ?? stored)?.email)}
                <span className="small soft block">{emailHint}</span>
              </dd>
            </div>
            <div>
              <dt>Phone</dt>
              <dd className="num">{details(profile && formatPhone(profile.phone))}</dd>
            </div>
            <div>
              <dt>Gender</dt>
              <dd>{details(profile?.gender)}</dd>
            </div>
            <div>
              <dt>Address</dt>
              <dd>{details(profile && [profile.apartment, profile.address].filter(Boolean).join(', '))}</dd>
            </div>
            <div>
              <dt>City</dt>
              <dd>{details(profile?.city)}</dd>
            </div>
            <div>
              <dt>{place.stateLabel}</dt>
              <dd>{details(profile?.state)}</dd>
            </div>
            <div>
              <dt>{place.postalLabel}</dt>
              <dd className="num">{details(profile?.pincode)}</dd>
            </div>
            <div>
              <dt>Country</dt>
              <dd>{details(profile?.country)}</dd>
            </div>
          </dl>
        </div>
      )}
      <aside className="group" aria-label="Your shop">
        <h2>Your shop</h2>
        <ul className="list">
          <MenuRow icon="package" to={urls.account}>
            Orders
          </MenuRow>
          <MenuRow icon="heart" to={urls.wishlist}>
            Wishlist
          </MenuRow>
          <MenuRow icon="settings" to="#settings">
            Settings
          </MenuRow>
          <li>
            <button type="button" onClick={logOut}>
              <Icon name="log-out" />
              Log out
            </button>
          </li>
        </ul>
      </aside>
    </div>
  );
}
