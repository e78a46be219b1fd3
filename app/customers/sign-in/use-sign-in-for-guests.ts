import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loginPath } from '../authenticated-fetch.ts';
import { currentSession, useSession } from '../session.ts';

/** Navigates guests to the sign-in page. Returns true if the session has ended while the page was open. */
export function useSignInForGuests(): boolean {
  const session = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [wasSignedIn, setWasSignedIn] = useState(isSignedIn);
  const [ended, setEnded] = useState(false);
  useEffect(() => {
    // During hydration, `session` is undefined for every shopper.
    const isSignedInNow = (session ?? currentSession()) !== undefined;
    setEnded(!isSignedInNow && wasSignedIn);
    if (isSignedInNow) setWasSignedIn(true);
    else if (!wasSignedIn) void navigate(loginPath(pathname + search), { replace: true });
  }, [session, wasSignedIn, navigate, pathname, search]);
  return ended && !session;
}

/**
 * True if a session is stored. Called during the first render, because an expired token may be removed before the first effect
 * runs.
 */
function isSignedIn(): boolean {
  return typeof document !== 'undefined' && currentSession() !== undefined;
}
