import { useLocation } from 'react-router';
import { Icon } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import { loginPath } from './authenticated-fetch.ts';

/** The profile could not be read. */
export function LoadFailed({ text, retry }: { text: string | undefined; retry: () => void }) {
  return (
    <div className="alert" role="alert">
      <Icon name="circle-alert" />
      <div className="flex flex-col items-start gap-3">
        <p>{text}</p>
        <button type="button" className="btn quiet small" onClick={retry}>
          Try again
        </button>
      </div>
    </div>
  );
}

/** The session has ended while the page stood open, on which they saw `what`. */
export function SignedOut({ what = 'your profile' }: { what?: string }) {
  const { pathname, search } = useLocation();
  return (
    <div className="empty">
      <p role="status">You are signed out. Sign in to see {what}.</p>
      <Link className="btn" to={loginPath(pathname + search)}>
        Login
      </Link>
    </div>
  );
}

/** The form's fields in their order; e-mail, address and apartment go over both columns. */
const fields = ['f', 'l', 'e', 'p', 'g', 'a', 'x', 'c', 's', 'n', 'o'];
const fullFields = ['e', 'a', 'x'];

/** The form while the profile is being fetched. */
export function FormSkeleton() {
  return (
    <div className="scripted">
      <p className="sr" role="status">
        Loading...
      </p>
      <div className="form two" aria-hidden="true">
        {fields.map((field) => (
          <div key={field} className={fullFields.includes(field) ? 'field full' : 'field'}>
            <span className="skeleton inline-block h-[1em] w-24" />
            <span className="skeleton block h-12" />
          </div>
        ))}
      </div>
    </div>
  );
}
