import { useNavigate } from 'react-router';
import { notify } from '../foundation/ui/notices.ts';
import * as urls from '../urls.ts';
import { currentSession, endSession } from './session.ts';

/** Returns a function that logs out and navigates to `/` without waiting for the server. */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  return () => {
    void signOut();
    void navigate(urls.home);
  };
}

/**
 * Logs out: clears the session in all tabs at once, and then revokes the token on the server. Never rejects. The caller must
 * navigate afterwards.
 */
export async function signOut(): Promise<void> {
  const token = currentSession()?.token;
  endSession();
  if (!token) return;
  const ended = await fetch('/api/user/logout', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    // `keepalive` lets the request finish after the customer has left the page.
    keepalive: true,
  }).catch(() => undefined);
  // Status 401 means that the session has already ended.
  if (!ended?.ok && ended?.status !== 401) {
    notify(
      'You are logged out in this browser. We could not reach the shop, so the session ends by itself within 30 days.',
    );
  }
}
