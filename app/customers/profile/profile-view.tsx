import { countryOf, showPhone } from '../../foundation/address/countries.ts';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Row } from '../account-menu.tsx';
import { LoadFailed } from '../account-states.tsx';
import { useLogOut } from '../log-out.ts';
import { emailHint } from './profile-form.tsx';
import type { ProfileState } from './use-profile.ts';

/** S-RT-17: what the shop knows of the shopper, on larger screens. */
export function ProfileView({ phase, profile, remembered, words: text, retry }: ProfileState) {
  const logOut = useLogOut();
  const told = (text: string | undefined) => {
    if (profile === undefined && !text) return <span className="sk inline-block h-[1em] w-48 align-middle" />;
    return text || <span className="soft">Not given yet</span>;
  };
  const place = countryOf(profile?.country ?? '');
  return (
    <div className="desk split">
      {phase === 'failed' ? (
        <LoadFailed text={text} retry={retry} />
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
              <dd>{told(profile && `${profile.firstName} ${profile.lastName}`.trim())}</dd>
            </div>
            <div>
              <dt>Email</dt>
              <dd>
                {told((profile ?? remembered)?.email)}
                <span className="small soft block">{emailHint}</span>
              </dd>
            </div>
            <div>
              <dt>Phone</dt>
              <dd className="num">{told(profile && showPhone(profile.phone))}</dd>
            </div>
            <div>
              <dt>Gender</dt>
              <dd>{told(profile?.gender)}</dd>
            </div>
            <div>
              <dt>Address</dt>
              <dd>{told(profile && [profile.address, profile.apartment].filter(Boolean).join(', '))}</dd>
            </div>
            <div>
              <dt>City</dt>
              <dd>{told(profile?.city)}</dd>
            </div>
            <div>
              <dt>{place.stateWord}</dt>
              <dd>{told(profile?.state)}</dd>
            </div>
            <div>
              <dt>{place.postalWord}</dt>
              <dd className="num">{told(profile?.pincode)}</dd>
            </div>
            <div>
              <dt>Country</dt>
              <dd>{told(profile?.country)}</dd>
            </div>
          </dl>
        </div>
      )}
      <aside className="group" aria-label="Your shop">
        <h2>Your shop</h2>
        <ul className="list">
          <Row icon="package" to="/account">
            Orders
          </Row>
          <Row icon="heart" to="/wishlist">
            Wishlist
          </Row>
          <Row icon="settings" to="#settings">
            Settings
          </Row>
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
