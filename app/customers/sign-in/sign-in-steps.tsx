import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useFullPageLoad } from '../../foundation/browser/use-full-page-load.ts';
import { currentSession, useSession } from '../session.ts';
import { CodeStep } from './code-step.tsx';
import { EmailStep } from './email-step.tsx';
import { linkSecretIn } from './link-step.tsx';
import { type SentCode, sentCode } from './sent-code.ts';

export const checkoutReason = 'Sign in to continue to the checkout. Your cart stays as it is.';

type Props = {
  steps: ReturnType<typeof useSteps>;
  reason: string | undefined;
  /** True if the email field receives the focus when it is rendered. */
  takesFocus?: boolean;
  /** URL of the script that draws Google's button. Undefined if the shop does not offer Google sign-in. */
  googleScript: string | undefined;
};

/**
 * The current step of the sign-in: asks for the email address, or for the code that was sent to it. Used by the sign-in page and
 * by the cart's dialog.
 */
export function SignInSteps({ steps, reason, takesFocus = false, googleScript }: Props) {
  const isGuest = useSession() === undefined;
  const reloads = useFullPageLoad(googleScript?.startsWith('https:') ?? false, isGuest);
  const { sent, beenAtCode, goToCode, goBack } = steps;
  if (sent) return <CodeStep sent={sent} onSent={sentCode.write} onChangeEmail={goBack} />;
  return (
    <EmailStep
      takesFocus={takesFocus || beenAtCode}
      reason={reason}
      googleScript={reloads ? undefined : googleScript}
      onSent={goToCode}
    />
  );
}

/**
 * Hook for the two steps of the sign-in, which are entries of the browser's history. The entry of the code step has the state
 * `codeEntry`. `sent` is set only in the code step, which is shown again after a reload.
 */
export function useSteps(codeEntry: string) {
  const storedCode = sentCode.useValue();
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const [beenAtCode, setBeenAtCode] = useState(false);
  const sent = state === codeEntry ? storedCode : undefined;
  if (sent && !beenAtCode) setBeenAtCode(true);

  const openCodeStep = () => {
    const next = new URLSearchParams(search).get('next');
    const query = next === null ? '' : `?${new URLSearchParams({ next })}`;
    // If the current history entry already belongs to the code step, replace it instead of adding another. This is the case after
    // the sent code has expired.
    const replace = state === codeEntry;
    return navigate({ search: query }, { state: codeEntry, replace, preventScrollReset: true });
  };
  const isResumed = useRef(false);
  useEffect(() => {
    if (isResumed.current) return;
    isResumed.current = true;
    const startsOver = new URLSearchParams(search).has('email') || linkSecretIn(location.hash) !== undefined;
    if (sentCode.read() && state !== codeEntry && !startsOver && !currentSession()) void openCodeStep();
  });
  return {
    sent,
    beenAtCode,
    goToCode(fresh: SentCode) {
      sentCode.write(fresh);
      void openCodeStep();
    },
    goBack() {
      sentCode.write(undefined);
      void navigate(-1);
    },
  };
}

/** Hook that navigates to `path` once it is defined. Removes the entries of both sign-in steps from the browser's history. */
export function useRedirectAfterSignIn(path: string | undefined, codeEntry: string): void {
  const { state } = useLocation();
  const navigate = useNavigate();
  const steppedBack = useRef(false);
  useEffect(() => {
    if (path === undefined) return;
    sentCode.write(undefined);
    if (state !== codeEntry || steppedBack.current) {
      void navigate(path, { replace: true });
      return;
    }
    // Go back to the history entry of the email step and replace it, so that the Back button does not lead to the sign-in.
    steppedBack.current = true;
    void navigate(-1);
  }, [path, codeEntry, state, navigate]);
}
