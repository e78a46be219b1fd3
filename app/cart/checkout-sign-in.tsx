import { useEffect, useEffectEvent } from 'react';
import { useSession } from '../customers/session.ts';
import {
  checkoutReason,
  SignInSteps,
  useRedirectAfterSignIn,
  useSteps,
} from '../customers/sign-in/sign-in-steps.tsx';
import * as urls from '../urls.ts';
import { mergeStatus, useHasLinesToMerge } from './cart-store.ts';

// The cart page loads this file only when the dialog opens. This file must not import the dialog's file, which would then become
// a separate browser chunk.

type Props = {
  googleScript: string | undefined;
  /** History state of the dialog's second step, in which the guest enters the emailed code. */
  codeEntry: string;
  titleId: string;
  onClose: () => void;
};

/**
 * Signs in, waits until the guest's cart is merged, and opens the checkout. If the merge fails, shows the cart, which reports the
 * failure.
 */
export function CheckoutSignIn({ googleScript, codeEntry, titleId, onClose }: Props) {
  const steps = useSteps(codeEntry);
  const isSignedIn = useSession() !== undefined;
  const status = mergeStatus.useValue();
  const hasLinesToMerge = useHasLinesToMerge();
  const isMerged = isSignedIn && !hasLinesToMerge && status !== 'merging';
  useRedirectAfterSignIn(isMerged ? urls.checkout : undefined, codeEntry);

  const hasFailed = isSignedIn && hasLinesToMerge && status === 'failed';
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (hasFailed) close();
  }, [hasFailed]);

  if (isSignedIn)
    return (
      <>
        <h2 className="text-4" id={titleId}>
          You are signed in
        </h2>
        <p className="mt-2.5" role="status">
          One moment, we are taking your cart to the checkout.
        </p>
      </>
    );
  return (
    <>
      <h2 className="text-4" id={titleId}>
        {steps.sent ? 'Enter the code' : 'Login Required'}
      </h2>
      <div className="mt-2.5">
        <SignInSteps {...{ steps, googleScript }} reason={checkoutReason} takesFocus />
      </div>
    </>
  );
}
