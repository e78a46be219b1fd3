import { asJson, stored } from '../../foundation/browser/stored.ts';
import { textAt } from '../../foundation/parse-json.ts';

/**
 * The current step of the staff sign-in. The tab stores it, because a phone may close the page while the user reads the email.
 */
export type SignInStep =
  | { step: 'email' }
  | { step: 'code'; email: string; requestId?: string | undefined; sent?: string | undefined }
  | { step: 'factor' | 'set-up'; pendingToken: string };

const storedStep = stored('tanabana.door', asJson(readStep), 'sessionStorage');

function readStep(written: unknown): SignInStep | undefined {
  const text = (name: string) => textAt(written, name);
  const [step, email, pendingToken] = [text('step'), text('email'), text('pendingToken')];
  if (step === 'code' && email) return { step, email, requestId: text('requestId'), sent: text('sent') };
  if ((step === 'factor' || step === 'set-up') && pendingToken) return { step, pendingToken };
  return undefined;
}

/** Stores the step in this tab. For the first step, removes the stored value instead. */
export function goToSignInStep(step: SignInStep): void {
  storedStep.write(step.step === 'email' ? undefined : step);
}

const firstStep: SignInStep = { step: 'email' };

export function useSignInStep(): SignInStep {
  return storedStep.useValue() ?? firstStep;
}
