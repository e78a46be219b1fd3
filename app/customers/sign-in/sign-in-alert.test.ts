import { expect, it } from 'vitest';
import { RequestFailed } from '../../foundation/http/api-client.ts';
import { googleError, sendCodeError, verifyCodeError } from './sign-in-alert.tsx';

const later = 'Please ask for the next code in 12 minutes.';

it('if a code cannot be sent, the error has the specified text [S-AUTH-07 S-AUTH-12 S-ERR-05 S-ERR-08]', () => {
  expect(sendCodeError(new RequestFailed(later, 429))).toEqual({
    text: 'Failed to send OTP',
    details: later,
    codeMayHaveArrived: true,
  });
  expect(sendCodeError(new RequestFailed('Failed to send OTP', 503))).toEqual({ text: 'Failed to send OTP' });
  // The server rejects the email address.
  expect(sendCodeError(new RequestFailed('Something in the request is not right.', 400))).toEqual({
    text: 'Please enter a valid email',
  });
});

it('if a code is wrong or malformed, the error has the specified text [S-AUTH-08 S-AUTH-13 S-ERR-06 S-ERR-09]', () => {
  const error = verifyCodeError(new RequestFailed('Invalid OTP', 400, 'wrong-code'));
  expect(error.text).toBe('Invalid OTP');
  expect(error.details).toContain('ask for a new code');
  expect(verifyCodeError(new RequestFailed(later, 429))).toEqual({ text: 'Invalid OTP', details: later });
  const fields = [{ field: 'otp', message: 'Enter a valid 6-digit OTP' }];
  expect(verifyCodeError(new RequestFailed('Something is not right.', 400, 'bad-input', fields))).toEqual({
    text: 'Enter a valid 6-digit OTP',
  });
});

it('if Google’s credential is rejected, the error has the specified text and advice [S-AUTH-14 S-ERR-07]', () => {
  const text = 'This email already has an account here. Please sign in with a code.';
  expect(googleError(new RequestFailed(text, 409))).toEqual({ text: 'Google Login Failed', details: text });
  expect(googleError(new RequestFailed('Google Login Failed', 400)).details).toContain('code by email');
});
