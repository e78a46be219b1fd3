import { z } from '@hono/zod-openapi';
import { Device, SendCodeInput } from '../../customers/contract.ts';
import { problem } from '../../foundation/http/problem.ts';

export const roles = ['owner', 'staff'] as const;
/** An owner may do everything. Staff may not change roles or read the audit log. */
export type Role = (typeof roles)[number];

/** The signed-in member of the staff. */
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

/** Response to the first step. The token is valid for the second step, for ten minutes. */
export const SecondFactorPending = z
  .object({
    pendingToken: z.string(),
    /** `set-up` if the member has no second factor yet. */
    next: z.enum(['set-up', 'factor']),
  })
  .openapi('SecondFactorPending');
export type SecondFactorPending = z.infer<typeof SecondFactorPending>;

/** A new secret for an authenticator app. It is returned once. */
export const TotpEnrollment = z
  .object({
    /** Base32. */
    secret: z.string(),
    /** `otpauth://totp/…` */
    uri: z.string(),
    /** The QR code of `uri`: `d` of a path in a square of `size` units, its quiet zone included. */
    qr: z.object({ size: z.number().int(), path: z.string() }),
  })
  .openapi('TotpEnrollment');
export type TotpEnrollment = z.infer<typeof TotpEnrollment>;

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).openapi('RecoveryCodes');
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const StaffSignedIn = z
  .object({
    /** 256 random bits in base64url. Valid for twelve hours, or until it is not used for half an hour. */
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

/** Six digits of the authenticator app, or a recovery code. Spaces are removed. */
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
  'Please confirm your second factor again to continue.',
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
  'Too many wrong codes. Please ask an owner to reset your second factor.',
);
export const AlreadySetUp = problem('already-set-up', 409, 'Your second factor is set up already.');
export const NotSetUp = problem('not-set-up', 409, 'Please set up your second factor first.');
