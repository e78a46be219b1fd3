import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loginPath } from '../authenticated-fetch.ts';
import { currentSession, useSession } from '../session.ts';

/**
 * Leads whoever comes as a guest to the login. Whoever was here and is signed out, here or in another tab, stays:
 * answers true then.
 */
export function useSignInForGuests(): boolean {
  const session = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [seen, setSeen] = useState(isSignedIn);
  const [ended, setEnded] = useState(false);
  useEffect(() => {
    // While the page wakes up, `session` is empty for everybody.
    const here = (session ?? currentSession()) !== undefined;
    setEnded(!here && seen);
    if (here) setSeen(true);
    else if (!seen) void navigate(loginPath(pathname + search), { replace: true });
  }, [session, seen, navigate, pathname, search]);
  return ended && !session;
}

/** Looked up as early as can be: a token that opens nothing any more may be gone before the first effect runs. */
function isSignedIn(): boolean {
  return typeof document !== 'undefined' && currentSession() !== undefined;
}
