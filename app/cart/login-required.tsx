import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loginPath } from '../customers/authenticated-fetch.ts';
import { useIsHydrated } from '../foundation/browser/store.ts';
import { Dialog } from '../foundation/ui/dialog.tsx';
import { Link } from '../foundation/ui/link.tsx';
import * as urls from '../urls.ts';

/**
 * URL hash of the dialog's email step. The history state is not enough, because this step reloads the page for Google's script.
 * Chromium drops the state if the reload changes the Cross-Origin-Opener-Policy.
 */
const signInHash = '#sign-in';

/** History states of the dialog's two steps. */
const emailEntry = 'sign-in';
const codeEntry = 'sign-in code';

const isOpenAt = ({ state, hash }: { state: unknown; hash: string }) =>
  hash === signInHash || state === codeEntry;

/** State of the dialog. Its steps are entries of the browser's history, so Back leads to the cart and a reload keeps the step. */
export function useLoginRequired() {
  const location = useLocation();
  const { state } = location;
  const navigate = useNavigate();
  const isHydrated = useIsHydrated();
  const isOpen = isOpenAt(location);
  // Changed at once by `open` and `close`, because a second press may come before the page has rendered again.
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = isOpenAt(location);
  }, [location]);
  return {
    isOpen: isHydrated && isOpen,
    open() {
      if (isShown.current) return;
      isShown.current = true;
      void navigate(urls.cart + signInHash, { state: emailEntry, preventScrollReset: true });
    },
    close() {
      if (!isShown.current) return;
      isShown.current = false;
      const isOpenedHere = state === codeEntry ? (window.history.state?.idx ?? 0) >= 2 : state === emailEntry;
      if (isOpenedHere) void navigate(state === codeEntry ? -2 : -1);
      // The previous history entry may belong to another page, or may not exist.
      else void navigate(urls.cart, { replace: true, preventScrollReset: true });
    },
  };
}

type Props = {
  /** URL of the script that draws Google's button; undefined without Google sign-in. */
  googleScript: string | undefined;
  onClose: () => void;
};

const titleId = 'login-required';

/**
 * Dialog for a guest who presses Checkout. The guest signs in on the cart page. Escape, the backdrop and "Not now" close the
 * dialog.
 */
export function LoginRequired({ googleScript, onClose }: Props) {
  return (
    <Dialog className="dialog" aria-labelledby={titleId} closedby="any" onClose={onClose}>
      <div className="weft" aria-hidden="true" />
      <div className="in">
        <Suspense fallback={<Loading />}>
          <CheckoutSignIn {...{ googleScript, codeEntry, onClose }} titleId={titleId} />
        </Suspense>
        <button type="button" className="btn quiet wide mt-2.5 border-transparent!" onClick={onClose}>
          Not now
        </button>
      </div>
    </Dialog>
  );
}

/** The sign-in form is loaded when the dialog opens. If loading fails, the sign-in page is opened instead. */
const CheckoutSignIn = lazy(async () => {
  const loaded = await import('./checkout-sign-in.tsx').catch(() => undefined);
  return { default: loaded?.CheckoutSignIn ?? LoginLink };
});

function Loading() {
  return (
    <>
      <Title />
      <p className="mt-2.5" role="status">
        One moment...
      </p>
    </>
  );
}

function LoginLink() {
  return (
    <>
      <Title />
      <Link className="btn wide mt-6" to={loginPath(urls.checkout)} replace>
        Login
      </Link>
    </>
  );
}

function Title() {
  return (
    <h2 className="text-4" id={titleId}>
      Login Required
    </h2>
  );
}
