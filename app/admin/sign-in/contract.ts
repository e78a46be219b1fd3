import { z } from '@hono/zod-openapi';
import { Device, SendCodeInput } from '../../customers/contract.ts';
import { problem } from '../../foundation/http/problem.ts';

export const roles = ['owner', 'staff'] as const;
/** Roles of the staff. Owners may do everything. Members with the role `staff` cannot change roles or read the audit log. */
export type Role = (typeof roles)[number];

export const StaffMember = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(roles),
    recoveryCodesLeft: z.number().int(),
  })
  .openapi('StaffMember');
export type StaffMember = z.infer<typeof StaffMember>;

/** Response to the first step of the sign-in. The token is valid for ten minutes, and only for the second step. */
export const SecondFactorPending = z
  .object({
    pendingToken: z.string(),
    /** `set-up` if the staff member has no second factor yet. */
    next: z.enum(['set-up', 'factor']),
  })
  .openapi('SecondFactorPending');
export type SecondFactorPending = z.infer<typeof SecondFactorPending>;

/** A new secret for an authenticator app. The API returns the secret only once. */
export const TotpEnrollment = z
  .object({
    /** Base32. */
    secret: z.string(),
    /** URI in the format `otpauth://totp/…`, which authenticator apps read. */
    uri: z.string(),
    /** QR code of `uri`: `path` is the `d` attribute of an SVG path in a square of `size` units, including the quiet zone. */
    qr: z.object({ size: z.number().int(), path: z.string() }),
  })
  .openapi('TotpEnrollment');
export type TotpEnrollment = z.infer<typeof TotpEnrollment>;

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).openapi('RecoveryCodes');
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const StaffSignedIn = z
  .object({
    /** Session token: 256 random bits in base64url. Expires after twelve hours, or half an hour without a request. */
    token: z.string(),
    staff: StaffMember,
  })
  .openapi('StaffSignedIn');
export type StaffSignedIn = z.infer<typeof StaffSignedIn>;

export const FactorVerified = z
  .object({ ...StaffSignedIn.shape, factor: z.enum(['app', 'recovery-code']) })
  .openapi('FactorVerified');
export type FactorVerified = z.infer<typeof FactorVerified>;

export const FactorSetUp = z
  .object({ ...StaffSignedIn.shape, ...RecoveryCodes.shape })
  .openapi('FactorSetUp');
export type FactorSetUp = z.infer<typeof FactorSetUp>;

export const StaffCodeInput = SendCodeInput.strict().openapi('StaffCodeInput');

const notAFactor = 'Please type the six-digit code of your app, or a recovery code.';

/** Six digits from the authenticator app, or a recovery code. Spaces are removed. */
export const FactorInput = z
  .strictObject({
    code: z
      .string(notAFactor)
      .overwrite((value) => value.replace(/\s/g, '').toLowerCase())
      .regex(/^(\d{6}|[a-z2-7]{5}-?[a-z2-7]{5})$/, notAFactor),
    device: Device,
  })
  .openapi('FactorInput');
export type FactorInput = z.infer<typeof FactorInput>;

export const StaffSession = z
  .object({
    id: z.string(),
    browser: z.string(),
    createdAt: z.string(),
    seenAt: z.string(),
    isCurrent: z.boolean(),
  })
  .openapi('StaffSession');
export type StaffSession = z.infer<typeof StaffSession>;

export const StaffSessions = z.object({ sessions: z.array(StaffSession) }).openapi('StaffSessions');

export const FactorConfirmed = z.object({ freshUntil: z.string() }).openapi('FactorConfirmed');

export const NotStaff = problem('not-staff', 401, 'Please sign in to the admin.');
export const OwnerOnly = problem('owner-only', 403, 'Only an owner can do this.');
export const FreshFactorRequired = problem(
  'recent-factor-required',
  403,
  'Please enter a new code from your authenticator app to continue.',
);
export const MalformedFactor = problem('invalid-factor', 400, notAFactor);
export const WrongFactor = problem(
  'wrong-factor',
  400,
  'This code is wrong or was already used. Please wait for the next code.',
);
export const FactorLocked = problem(
  'factor-locked',
  403,
  'Too many wrong codes. Please ask an owner to reset your authenticator app.',
);
export const AlreadySetUp = problem('already-set-up', 409, 'Your authenticator app is already set up.');
export const NotSetUp = problem('not-set-up', 409, 'Please set up your authenticator app first.');
