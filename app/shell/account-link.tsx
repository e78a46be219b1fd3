import { useSession } from '../customers/session.ts';
import { Icon } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import * as urls from '../urls.ts';
import { useLoginPath } from './use-login-path.ts';

/**
 * The top bar's way to one's account: a guest is led to the login. On larger screens the icon of somebody who is
 * signed in stands in the box of the word, so that nothing moves when the browser finds out who is here.
 */
export function AccountLink() {
  const signedIn = useSession() !== undefined;
  const login = useLoginPath();
  const to = signedIn ? urls.profile : login;
  return (
    <>
      <Link
        className={
          signedIn
            ? 'login-button desktop-only relative flex text-ink hover:text-indigo'
            : 'login-button desktop-only relative flex'
        }
        to={to}
      >
        <span className={signedIn ? 'invisible' : undefined}>Login</span>
        {signedIn && (
          <>
            <span className="sr">Your account</span>
            <Icon name="user" className="absolute right-3" />
          </>
        )}
      </Link>
      <Link className="icon phone-only" to={to} aria-label={signedIn ? 'Your account' : 'Login'}>
        <Icon name="user" />
      </Link>
    </>
  );
}
