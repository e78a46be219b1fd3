import { useNavigate } from 'react-router';
import { notify } from '../foundation/ui/notices.ts';
import { endSession } from './session.ts';

/**
 * S-AUTH-19: logs out and leads to `/`. It does not wait for the shop: this browser forgets the session anyway, even
 * where the part that ends it with the shop cannot be fetched.
 */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  return () => {
    import('./sign-out.ts').then(
      ({ signOut }) => {
        void signOut();
        void navigate('/');
      },
      () => {
        endSession();
        notify('You are logged out in this browser.');
        void navigate('/');
      },
    );
  };
}
