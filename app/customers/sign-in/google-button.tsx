import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createScriptLoader } from '../../foundation/browser/load-script.ts';
import { useSubmit } from '../../foundation/browser/submit.ts';
import {
  asFailure,
  RequestFailed,
  readResponse,
  unreachableMessage,
} from '../../foundation/http/api-client.ts';
import { signInApi } from '../customers-api.ts';
import { storeSession } from '../session.ts';
import { signInWithDevice } from './device-token.ts';
import { googleError, SignInAlert, type SignInError } from './sign-in-alert.tsx';

type Props = {
  /** URL of the script that draws the button. */
  script: string;
  /** True after the customer has tried another way to sign in. The message about that try replaces the error shown here. */
  hideError: boolean;
  /** Called when the customer begins to sign in with Google. */
  onAttempt: () => void;
};

/** Interval in milliseconds at which the button gets a new nonce. A nonce is valid for ten minutes. */
const nonceRefreshMs = 9 * 60_000;

/** Google’s own button, which Google’s script draws. Signs in with the credential that the script returns. */
export function GoogleButton({ script, hideError, onAttempt }: Props) {
  const { container, isMissing, isPending, error, retry } = useGoogleButton(script, onAttempt);
  return (
    <div className="form">
      {error && !hideError && <SignInAlert id="google-alert" error={error} />}
      <div ref={container} className="google-own" hidden={isMissing} inert={isPending} />
      {isMissing && (
        <button type="button" className="btn quiet wide" onClick={retry}>
          Try Google again
        </button>
      )}
    </div>
  );
}

/**
 * Draws the button into `container` and signs in with its credentials. Returns `isMissing`, which is true if the button cannot be
 * drawn.
 */
function useGoogleButton(script: string, onAttempt: () => void) {
  const container = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const { isPending, attempt } = useSubmit();
  const [error, setError] = useState<SignInError>();
  const fail = (failure: RequestFailed) => setError(googleError(failure));

  function start() {
    setError(undefined);
    onAttempt();
  }

  async function signIn(credential: string) {
    start();
    const signedIn = await attempt((signal) => sendCredential(credential, signal), { onFailure: fail });
    if (signedIn) storeSession(signedIn);
  }

  const onCredential = useEffectEvent((credential: string | undefined) => {
    if (credential) void signIn(credential);
    else fail(new RequestFailed(unreachableMessage));
    // Draw the button again, because the server accepts each nonce only once.
    setDrawing((last) => last + 1);
  });
  const onMissing = useEffectEvent((failure: RequestFailed) => {
    setMissing(true);
    fail(failure);
  });

  useEffect(() => {
    let unmounted = false;
    let refresh: ReturnType<typeof setTimeout> | undefined;
    drawGoogleButton(
      script,
      () => (unmounted ? null : container.current),
      (credential) => onCredential(credential),
    ).then(
      () => {
        if (!unmounted) refresh = setTimeout(() => setDrawing(drawing + 1), nonceRefreshMs);
      },
      (error: unknown) => {
        if (!unmounted) onMissing(asFailure(error));
      },
    );
    return () => {
      unmounted = true;
      clearTimeout(refresh);
    };
  }, [script, drawing]);

  function retry() {
    setMissing(false);
    start();
    setDrawing(drawing + 1);
  }

  return { container, isMissing, isPending, error, retry };
}

const sendCredential = (credential: string, signal: AbortSignal) =>
  signInWithDevice((device) =>
    readResponse(
      signInApi.user['google-login'].$post({ json: { credential, device } }, { init: { signal } }),
    ),
  );

/**
 * The part of Google Identity Services that the shop uses: https://developers.google.com/identity/gsi/web/reference/js-reference
 */
type GoogleIdentity = {
  initialize(settings: {
    client_id: string;
    nonce: string;
    callback: (response: { credential?: string }) => void;
    auto_select: boolean;
    use_fedcm_for_prompt: boolean;
    use_fedcm_for_button: boolean;
  }): void;
  renderButton(parent: HTMLElement, options: Readonly<Record<string, string | number>>): void;
};

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleIdentity } };
  }
}

const loadGoogle = createScriptLoader(
  () => window.google?.accounts?.id,
  ['Google could not be reached. Please sign in with a code by email.'],
);

/** Loads the script and a nonce. Then draws the button into the element that `find` returns, if it returns one. */
async function drawGoogleButton(
  script: string,
  find: () => HTMLElement | null,
  onCredential: (credential: string | undefined) => void,
): Promise<void> {
  const [google, { clientId, nonce }] = await Promise.all([
    loadGoogle(script),
    readResponse(signInApi.user.google.$get()),
  ]);
  const container = find();
  if (!container) return;
  google.initialize({
    client_id: clientId,
    nonce,
    callback: ({ credential }) => onCredential(credential),
    auto_select: false,
    use_fedcm_for_prompt: true,
    use_fedcm_for_button: true,
  });
  container.replaceChildren();
  google.renderButton(container, {
    type: 'standard',
    theme: 'outline',
    size: 'large',
    text: 'continue_with',
    shape: 'rectangular',
    logo_alignment: 'center',
    width: Math.min(400, container.clientWidth),
  });
}
