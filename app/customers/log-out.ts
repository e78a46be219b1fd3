import { useNavigate } from 'react-router';
import { notify } from '../foundation/ui/notices.ts';
import * as urls from '../urls.ts';
import { endSession } from './session.ts';

/**
 * Returns a function that logs out and navigates to `/` without waiting for the server. The function clears the session in the
 * browser even if the script that ends the session on the server cannot be loaded.
 */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  return () => {
    import('./sign-out.ts').then(
      ({ signOut }) => {
        void signOut();
        void navigate(urls.home);
      },
      () => {
        endSession();
        notify('You are logged out in this browser.');
        void navigate(urls.home);
      },
    );
  };
}
