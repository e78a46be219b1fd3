import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loginPath } from './ask-own.ts';
import type { Profile } from './contract.ts';
import { useOwn } from './own.ts';
import { ownProfile } from './own-profile.ts';
import { currentSession, useSession } from './session.ts';

export type OwnProfile = {
  /** `waiting` also while nobody knows yet who is here; `ended` once the session was lost while the page stood open. */
  phase: 'waiting' | 'ready' | 'failed' | 'ended';
  profile: Profile | undefined;
  /** What this browser remembers of the shopper until the shop answers. */
  remembered: Profile | undefined;
  /** Why it failed. */
  words: string | undefined;
  retry: () => void;
  /** Say so when somebody has tried to save, and when it is saved: what they typed outlives the session between. */
  onTry: (unsaved: boolean) => void;
};

/** The profile for the pages that show it. Guests are led to the login, and back here. */
export function useOwnProfile(): OwnProfile {
  const session = useSession();
  const ended = useLoginForGuests();
  const { status, data, words, retry } = useOwn(ownProfile);
  const [known, setKnown] = useState<Profile>();
  const [unsaved, onTry] = useState(false);
  if (data && data !== known) setKnown(data);

  const stillTheirs = known && (!session || session.user._id === known._id);
  const profile = data ?? (unsaved && stillTheirs ? known : undefined);
  const phase = profile ? 'ready' : ended ? 'ended' : status === 'failed' ? 'failed' : 'waiting';
  return { phase, profile, remembered: session?.user, words, retry, onTry };
}

/**
 * Leads whoever comes as a guest to the login. Whoever was here and is signed out, here or in another tab, stays:
 * answers true then.
 */
function useLoginForGuests(): boolean {
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
