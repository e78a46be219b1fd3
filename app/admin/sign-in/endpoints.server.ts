import { z } from '@hono/zod-openapi';
import {
  CodeSent,
  Done,
  LinkEnded,
  SignInLink,
  VerifyCodeInput,
  WrongCode,
} from '../../customers/contract.ts';
import { declineLinkEndpoint, readLinkEndpoint } from '../../customers/endpoints.server.ts';
import { anyone, endpoint, router } from '../../foundation/http/endpoint.server.ts';
import { type FieldError, TooManyRequests } from '../../foundation/http/problem.ts';
import {
  AlreadySetUp,
  FactorConfirmed,
  FactorInput,
  FactorLocked,
  FactorSetUp,
  FactorVerified,
  MalformedFactor,
  NotSetUp,
  RecoveryCodes,
  SecondFactorPending,
  StaffCodeInput,
  StaffMember,
  StaffSessions,
  TotpEnrollment,
  WrongFactor,
} from './contract.ts';
import {
  confirmNewTotp,
  confirmTotp,
  offerNewTotp,
  refreshTotp,
  renewRecoveryCodes,
  sendStaffCode,
  setUpTotp,
  verifyStaffCode,
  verifyStaffLink,
  verifyTotp,
} from './sign-in.server.ts';
import { readStaffMember } from './staff.server.ts';
import { pendingStaff, staff, staffRead } from './staff-access.server.ts';
import { deleteStaffSession, deleteStaffSessions, listStaffSessions } from './staff-sessions.server.ts';

const invalid = (fields: readonly FieldError[]) => MalformedFactor(undefined, fields);
const problems = [MalformedFactor, WrongFactor, FactorLocked, NotSetUp, TooManyRequests];
/** Options of an endpoint that checks a code from the authenticator app or a recovery code. */
const takesFactor = { body: FactorInput, problems, invalid } as const;

async function done(change: Promise<void>, message: string) {
  await change;
  return { success: true as const, message };
}

/** Endpoints for the sign-in to the admin, and for a staff member's own second factor and sessions. */
export const staffSignInEndpoints = router('Admin: sign-in', [
  endpoint({
    id: 'sendStaffCode',
    method: 'post',
    path: '/admin/sign-in/code',
    summary: 'Email a sign-in code to a member of the staff',
    description:
      'The response is the same for every address, even for one that does not belong to the staff.',
    access: anyone,
    body: StaffCodeInput,
    response: CodeSent,
    problems: [TooManyRequests],
    run: ({ shop, body, client }) => sendStaffCode(shop, body, client),
  }),
  endpoint({
    id: 'verifyStaffCode',
    method: 'post',
    path: '/admin/sign-in/verify-code',
    summary: 'Verify the emailed sign-in code (step 1 of 2)',
    description: 'Returns a token that is valid for ten minutes and only for step 2.',
    access: anyone,
    body: VerifyCodeInput.strict(),
    response: SecondFactorPending,
    problems: [WrongCode, TooManyRequests],
    run: ({ shop, body, client }) => verifyStaffCode(shop, body, client),
  }),
  readLinkEndpoint('admin', 'readStaffLink', '/admin/sign-in/read-link'),
  endpoint({
    id: 'verifyStaffLink',
    method: 'post',
    path: '/admin/sign-in/verify-link',
    summary: 'Verify an emailed sign-in link (step 1 of 2)',
    description: 'Returns a token that is valid for ten minutes and only for step 2.',
    access: anyone,
    body: SignInLink,
    response: SecondFactorPending,
    problems: [LinkEnded, TooManyRequests],
    run: ({ shop, body, client }) => verifyStaffLink(shop, body.link, client),
  }),
  declineLinkEndpoint('admin', 'declineStaffLink', '/admin/sign-in/decline-link'),
  endpoint({
    id: 'setUpTotp',
    method: 'post',
    path: '/admin/sign-in/set-up-totp',
    summary: 'Create the secret of a first authenticator app',
    access: pendingStaff,
    response: TotpEnrollment,
    problems: [AlreadySetUp],
    run: ({ shop, pendingStaff }) => setUpTotp(shop, pendingStaff),
  }),
  endpoint({
    id: 'confirmTotp',
    method: 'post',
    path: '/admin/sign-in/confirm-totp',
    summary: 'Confirm the first authenticator app with a code, sign in, and return ten recovery codes',
    access: pendingStaff,
    ...takesFactor,
    problems: [...problems, AlreadySetUp],
    response: FactorSetUp,
    run: ({ shop, pendingStaff, body, client }) => confirmTotp(shop, pendingStaff, body, client),
  }),
  endpoint({
    id: 'verifyTotp',
    method: 'post',
    path: '/admin/sign-in/verify-totp',
    summary: 'Sign in with a code of the authenticator app or a recovery code (step 2 of 2)',
    access: pendingStaff,
    ...takesFactor,
    response: FactorVerified,
    run: ({ shop, pendingStaff, body, client }) => verifyTotp(shop, pendingStaff, body, client),
  }),
  endpoint({
    id: 'refreshTotp',
    method: 'post',
    path: '/admin/sign-in/refresh-totp',
    summary: 'Confirm the second factor again, as some endpoints require',
    access: staff(),
    ...takesFactor,
    response: FactorConfirmed,
    run: ({ shop, staff, body, client }) => refreshTotp(shop, staff, body.code, client),
  }),
  endpoint({
    id: 'signOutStaff',
    method: 'post',
    path: '/admin/sign-out',
    summary: 'Sign out',
    access: staff(),
    response: Done,
    run: ({ shop, staff }) =>
      done(deleteStaffSession(shop, staff.id, staff.sessionId), 'You are logged out.'),
  }),
  staffRead({
    id: 'getStaffMember',
    path: '/admin/me',
    summary: 'Read the member of staff who is signed in',
    response: StaffMember,
    run: ({ shop, staff }) => readStaffMember(shop, staff.id),
  }),
  endpoint({
    id: 'renewRecoveryCodes',
    method: 'post',
    path: '/admin/me/recovery-codes',
    summary: 'Replace the recovery codes with ten new ones',
    access: staff({ fresh: true }),
    response: RecoveryCodes,
    run: ({ shop, staff }) => renewRecoveryCodes(shop, staff),
  }),
  endpoint({
    id: 'offerNewTotp',
    method: 'post',
    path: '/admin/me/totp',
    summary: 'Create a secret for a new authenticator app; the old app works until it is confirmed',
    access: staff({ fresh: true }),
    response: TotpEnrollment,
    run: ({ shop, staff }) => offerNewTotp(shop, staff),
  }),
  endpoint({
    id: 'confirmNewTotp',
    method: 'post',
    path: '/admin/me/totp/confirm',
    summary: 'Replace the authenticator app after checking a code of the new app',
    access: staff({ fresh: true }),
    ...takesFactor,
    response: Done,
    run: ({ shop, staff, body, client }) =>
      done(
        confirmNewTotp(shop, staff, body.code, client),
        'Your new app is set up. The old app no longer works.',
      ),
  }),
  staffRead({
    id: 'listStaffSessions',
    path: '/admin/me/sessions',
    summary: 'List the member’s own sessions',
    response: StaffSessions,
    run: async ({ shop, staff }) => ({ sessions: await listStaffSessions(shop, staff) }),
  }),
  endpoint({
    id: 'endOtherStaffSessions',
    method: 'delete',
    path: '/admin/me/sessions',
    summary: 'End all other sessions of the member',
    access: staff(),
    response: Done,
    run: ({ shop, staff }) =>
      done(deleteStaffSessions(shop, staff.id, staff.sessionId), 'You are logged out everywhere else.'),
  }),
  endpoint({
    id: 'endStaffSession',
    method: 'delete',
    path: '/admin/me/sessions/{id}',
    summary: 'End one of the member’s own sessions',
    access: staff(),
    params: z.object({ id: z.uuid('This sign-in does not exist.') }),
    response: Done,
    run: ({ shop, staff, params }) =>
      done(deleteStaffSession(shop, staff.id, params.id), 'That browser is logged out.'),
  }),
]);
