import type { Ref } from 'react';
import type { RequestFailed } from '../../foundation/http/api-client.ts';
import { Icon } from '../../foundation/ui/icon.tsx';

/** A message about a failed sign-in. `text` is a text of the specification. `details` gives the reason or advice. */
export type SignInError = {
  text: string;
  details?: string | undefined;
  /** True if no code was sent now, but an earlier code may have arrived. */
  codeMayHaveArrived?: boolean;
};

export const notAnEmail: SignInError = { text: 'Please enter a valid email' };
export const notACode: SignInError = { text: 'Enter a valid 6-digit OTP' };

/** Returns the message for a code that could not be sent. */
export function sendCodeError(failure: RequestFailed): SignInError {
  if (failure.status === 400) return notAnEmail;
  const error = because('Failed to send OTP', failure);
  return failure.status === 429 ? { ...error, codeMayHaveArrived: true } : error;
}

export function verifyCodeError(failure: RequestFailed): SignInError {
  if (failure.fields.some(({ field }) => field === 'otp')) return notACode;
  const advice = 'Use the code or the link in the newest email, or ask for a new code.';
  return because('Invalid OTP', failure, advice);
}

/** Returns the message for a Google sign-in that was rejected or did not complete. */
export function googleError(failure: RequestFailed): SignInError {
  return because('Google Login Failed', failure, 'Please try again, or sign in with a code by email.');
}

/** Adds the reason that the server has sent. Adds `advice` if the server has sent no reason. */
function because(text: string, { message }: RequestFailed, advice?: string): SignInError {
  return { text, details: message === text ? advice : message };
}

type Props = { id: string; error: SignInError; ref?: Ref<HTMLDivElement> };

export function SignInAlert({ id, error: { text, details }, ref }: Props) {
  return (
    <div ref={ref} className="alert" role="alert" id={id} tabIndex={-1}>
      <Icon name="circle-alert" />
      <div>
        <p>{text}</p>
        {details && <p className="soft">{details}</p>}
      </div>
    </div>
  );
}
