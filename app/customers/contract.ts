import { z } from '@hono/zod-openapi';
import { Address, AddressInput } from '../foundation/address/contract.ts';
import { problem } from '../foundation/http/problem.ts';
import { genders } from './profile-fields.ts';

const notAnEmail = 'Please enter a valid email';
const notACode = 'Enter a valid 6-digit OTP';

export const Email = z.string(notAnEmail).trim().max(254, notAnEmail).toLowerCase().pipe(z.email(notAnEmail));

/**
 * A random token of the browser, 256 bits as base64url. The server ignores other texts, so that a malformed token does not
 * prevent a sign-in.
 */
export const Device = z.string().max(200).optional();

/** The request id from an earlier `CodeSent` that was returned to the same browser. */
const RequestId = z.string().max(200).optional();

export const SendCodeInput = z
  .object({ email: Email, requestId: RequestId, device: Device })
  .openapi('SendCodeInput');

export const CodeSent = z
  .object({
    success: z.literal(true),
    message: z.string(),
    /** Number of seconds until the next code can be requested. */
    resendAfter: z.number().int(),
    /** Validity of the code and the link, in minutes. */
    minutes: z.number().int(),
    /**
     * Id of the request: 256 random bits as base64url, returned to this client only. A client that sends this id can try five
     * codes for this request. Guesses of clients without the id do not count towards these five.
     */
    requestId: z.string(),
    /**
     * `link` means that the email contains a link but no code, because ten emails with a code were sent to this address in 24
     * hours.
     */
    sent: z.enum(['code', 'link']),
  })
  .openapi('CodeSent');
export type CodeSent = z.infer<typeof CodeSent>;

export const VerifyCodeInput = z
  .object({
    email: Email,
    otp: z
      .string(notACode)
      // Emails show codes as `407 912`, so customers paste them with a space.
      .overwrite((value) => value.replace(/\s/g, ''))
      .regex(/^\d{6}$/, notACode),
    requestId: RequestId,
    device: Device,
  })
  .openapi('VerifyCodeInput');

const notALink = 'The link is incomplete. Please open it from the email again.';

/** The secret of a sign-in link: the text after `#link=` in its URL. */
export const SignInLink = z
  .strictObject({ link: z.string(notALink).min(16, notALink).max(100, notALink) })
  .openapi('SignInLink');
export const SignInByLink = SignInLink.extend({ device: Device }).openapi('SignInByLink');

export const LinkOwner = z.object({ email: z.string() }).openapi('LinkOwner');

/** The ID token that Google's button returns. */
export const GoogleCredential = z
  .object({ credential: z.string('The credential is missing.').min(1).max(8192), device: Device })
  .openapi('GoogleCredential');
export type GoogleCredential = z.infer<typeof GoogleCredential>;

/** The parameters of Google's button. */
export const GoogleInvitation = z
  .object({
    /** The shop's client id at Google, or at the pretend Google. */
    clientId: z.string(),
    /** Google includes the nonce in the signed credential. It is valid for ten minutes and for one sign-in. */
    nonce: z.string(),
    pretended: z.boolean(),
  })
  .openapi('GoogleInvitation');
export type GoogleInvitation = z.infer<typeof GoogleInvitation>;

/** The profile of the signed-in customer. Missing values are empty texts. */
export const Profile = z
  .object({
    _id: z.string(),
    email: z.string(),
    ...Address.pick({ firstName: true, lastName: true, phone: true }).shape,
    gender: z.enum(['', ...genders]),
    ...Address.shape,
  })
  .openapi('Profile');
export type Profile = z.infer<typeof Profile>;

const input = AddressInput.partial();

/** A change of the profile. Omitted fields do not change. rules.ts validates the address by the rules of its country. */
export const ProfileChange = z
  .object({
    /** Accepted only if the email address does not change. */
    email: z.string('Please write this as text.').max(254).optional(),
    ...input.pick({ firstName: true, lastName: true, phone: true }).shape,
    gender: z.enum(['', ...genders], 'Please choose one of the options.').optional(),
    ...input.shape,
  })
  .openapi('ProfileChange');
export type ProfileChange = z.infer<typeof ProfileChange>;

export const SignedIn = z
  .object({
    success: z.literal(true),
    /** 256 random bits as base64url. Clients send it as `Authorization: Bearer …`. */
    token: z.string(),
    user: Profile,
  })
  .openapi('SignedIn');
export type SignedIn = z.infer<typeof SignedIn>;

/** A session of a customer, as contained in the export of their personal data. */
export const ExportedSession = z.object({ createdAt: z.string(), usedAt: z.string(), endsAt: z.string() });
export type ExportedSession = z.infer<typeof ExportedSession>;

export const Done = z.object({ success: z.literal(true), message: z.string() }).openapi('Done');
export type Done = z.infer<typeof Done>;

export const NotSignedIn = problem('not-signed-in', 401, 'Please sign in.');
export const InvalidEmail = problem('invalid-email', 400, notAnEmail);
export const InvalidCode = problem('invalid-code', 400, notACode);
/**
 * The code is wrong, expired or used, or no code was sent. The problem is the same in all cases, so that clients cannot
 * distinguish them.
 */
export const WrongCode = problem('wrong-code', 400, 'Invalid OTP');
export const LinkEnded = problem(
  'link-ended',
  410,
  'This link has expired or was already used. Please ask for a new email.',
);
export const GoogleRejected = problem('google-rejected', 400, 'Google Login Failed');
export const GoogleNotOffered = problem('google-not-offered', 404, 'Google sign-in is not offered here.');
export const GoogleUnavailable = problem(
  'google-away',
  503,
  'Google cannot be reached at the moment. Please try again, or sign in with a code.',
);
/** Google does not provide this email address itself, so Google cannot prove who owns it now. */
export const SignInByCode = problem(
  'sign-in-by-code',
  409,
  'Google could not confirm that this email is yours. Please sign in with a code.',
);
export const InvalidProfile = problem('invalid-profile', 400, 'Please check the marked fields.');
