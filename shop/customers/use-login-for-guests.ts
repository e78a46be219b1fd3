import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loginPath } from './ask-own.ts';
import { currentSession, useSession } from './session.ts';

/**
 * Leads whoever comes as a guest to the login. Whoever was here and is signed out, here or in another tab, stays:
 * answers true then.
 */
export function useLoginForGuests(): boolean {
  const session = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    // While the page wakes up, `session` is empty for everybody.
    if (session ?? currentSession()) setSeen(true);
    else if (!seen) void navigate(loginPath(pathname + search), { replace: true });
  }, [session, seen, navigate, pathname, search]);
  return seen && !session;
}
