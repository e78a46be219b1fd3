import { useLocation } from 'react-router';
import { Icon } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import * as urls from '../urls.ts';
import { loginPath } from './authenticated-fetch.ts';

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

/** Text shown in browsers without JavaScript instead of the profile. */
export function ProfileNeedsScript({ className }: { className?: string }) {
  return (
    <noscript>
      <p className={className}>
        Your profile needs JavaScript, which is off in this browser. You can also{' '}
        <Link to={urls.reachUs}>write to us</Link>, and we will change your name or address for you.
      </p>
    </noscript>
  );
}

type SignedOutProps = { what?: string; text?: string };

/**
 * Text with a link to the sign-in page, shown after the session has ended. The default text says that the customer can see `what`
 * again after the sign-in.
 */
export function SignedOut({
  what = 'your profile',
  text = `You are signed out. Sign in to see ${what}.`,
}: SignedOutProps) {
  const { pathname, search } = useLocation();
  return (
    <div className="empty">
      <p role="status">{text}</p>
      <Link className="btn" to={loginPath(pathname + search)}>
        Login
      </Link>
    </div>
  );
}

/** The fields of the form, in their order. Email, address and apartment are as wide as two columns. */
const fields = ['f', 'l', 'e', 'p', 'g', 'a', 'x', 'c', 's', 'n', 'o'];
const fullFields = ['e', 'a', 'x'];

/** Skeleton of the profile form, shown while the profile loads. */
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
