import { loginPath } from '../customers/authenticated-fetch.ts';
import { Dialog } from '../foundation/ui/dialog.tsx';
import { Link } from '../foundation/ui/link.tsx';
import * as urls from '../urls.ts';

/** Dialog for a guest who presses Checkout. Escape, the backdrop, "Login" and "Not now" close the dialog. */
export function LoginRequired({ onClose }: { onClose: () => void }) {
  return (
    <Dialog className="dialog" aria-labelledby="login-required" closedby="any" onClose={onClose}>
      <div className="weft" aria-hidden="true" />
      <div className="in">
        <h2 className="text-4" id="login-required">
          Login Required
        </h2>
        <p className="mt-2.5 mb-6">
          Enter your e-mail, we send you a six-digit code, and you go on to the checkout. Your cart stays as
          it is.
        </p>
        <Link className="btn wide" to={loginPath(urls.checkout)} onClick={onClose}>
          Login
        </Link>
        <button type="button" className="btn quiet wide mt-2.5 border-transparent!" onClick={onClose}>
          Not now
        </button>
      </div>
    </Dialog>
  );
}
