import { useNavigate } from 'react-router';
import { endSession, useSession } from '../customers/session.ts';
import { Link } from '../foundation/ui/link.tsx';
import * as urls from '../urls.ts';
import { useLoginPath } from './use-login-path.ts';

/** The footer's button: in for a guest, out for whoever is signed in. Both are of one width, so that nothing moves. */
export function SignInOutButton() {
  const signedIn = useSession() !== undefined;
  const login = useLoginPath();
  const navigate = useNavigate();

  async function leave() {
    const loaded = await import('../customers/sign-out.ts').catch(() => undefined);
    // Where the shop cannot be reached, this browser forgets the session all the same.
    if (loaded) void loaded.signOut();
    else endSession();
    await navigate(urls.home);
  }
  if (!signedIn) {
    return (
      <Link className="btn small min-w-24" to={login}>
        Sign up
      </Link>
    );
  }
  return (
    <button type="button" className="btn small min-w-24" onClick={() => void leave()}>
      Log out
    </button>
  );
}
