import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useIsHydrated } from '../../foundation/browser/store.ts';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { type RequestFailed, readResponse } from '../../foundation/http/api-client.ts';
import { SignInAlert } from './sign-in-alert.tsx';

type LinkResponse<IsOk, Body> = { ok: IsOk; status: number; json(): Promise<Body> };
type LinkPost<Found> = {
  $post(
    input: { json: { link: string } },
    options: { init: { signal: AbortSignal } },
  ): Promise<LinkResponse<true, Found> | LinkResponse<false, unknown>>;
};

function post<Found>(endpoint: LinkPost<Found>, link: string) {
  return (signal: AbortSignal) => readResponse(endpoint.$post({ json: { link } }, { init: { signal } }));
}

type Props = {
  link: string;
  /** The endpoints that read or decline a link. The shop and the admin each have their own. */
  api: { 'read-link': LinkPost<{ email: string }>; 'decline-link': LinkPost<unknown> };
  /** Signs in, and stores the session. */
  signIn: (link: string, signal: AbortSignal) => Promise<unknown>;
  /** Link that is shown after the customer has declined the sign-in link. */
  declinedLink: { text: string; to: string };
  /** Called after the sign-in, and when the customer requests a new email. */
  onEnd: () => void;
};

/**
 * Asks the customer before a link signs in, because an email program may have opened the link, and because the link may sign in
 * to another person's account.
 */
export function LinkStep({ link, api, signIn, declinedLink, onEnd }: Props) {
  const [email, setEmail] = useState<string>();
  const [declined, setDeclined] = useState(false);
  const { pending, failure, attempt } = useSubmit<'entering'>();
  const error = failure && linkError(failure);

  const read = useEffectEvent(async (link: string) => {
    setEmail(undefined);
    setDeclined(false);
    const request = await attempt(post(api['read-link'], link));
    if (request) setEmail(request.email);
  });
  useEffect(() => void read(link), [link]);

  async function enter() {
    if (await attempt((signal) => signIn(link, signal), { name: 'entering' })) onEnd();
  }

  async function decline() {
    if (await attempt(post(api['decline-link'], link))) setDeclined(true);
  }
  if (declined)
    return (
      <div className="form content-start" role="status">
        <p>The link no longer works, and did not sign in any browser.</p>
        <a className="btn wide" href={declinedLink.to}>
          {declinedLink.text}
        </a>
      </div>
    );
  return (
    <div className="form content-start">
      {error && <SignInAlert id="link-alert" error={error} />}
      {error?.text === linkEnded || (error && !email) ? (
        <button type="button" className="btn wide" onClick={onEnd}>
          Ask for a new email
        </button>
      ) : email === undefined ? (
        <p role="status">One moment...</p>
      ) : (
        <>
          <p role="status">
            Sign in as <b className="wrap-anywhere">{email}</b> in this browser?
          </p>
          <button
            type="button"
            className="btn wide"
            aria-disabled={pending !== undefined}
            onClick={() => void enter()}
          >
            {pending === 'entering' ? 'Signing in...' : 'Sign in'}
          </button>
          <button type="button" className="link tap justify-self-start" onClick={() => void decline()}>
            Not me
          </button>
        </>
      )}
    </div>
  );
}

const linkEnded = 'This link has expired or was already used.';

function linkError({ status, message }: RequestFailed) {
  return status === 410
    ? { text: linkEnded, details: 'Ask for a new email to sign in.' }
    : { text: 'You could not be signed in', details: message };
}

/**
 * Returns the secret of a sign-in link in the page's URL, and a function that removes it from the URL. The secret is undefined
 * during hydration, and if the URL contains no sign-in link.
 */
export function useSignInLink(): [link: string | undefined, remove: () => void] {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const isHydrated = useIsHydrated();
  const remove = () => void navigate({ search, hash: '' }, { replace: true });
  return [isHydrated ? linkSecretIn(hash) : undefined, remove];
}

export const linkSecretIn = (hash: string) => /^#link=([\w-]+)$/.exec(hash)?.[1];
