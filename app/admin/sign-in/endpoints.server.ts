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
import { pendingStaff, staff, staffRead } from './for-staff.server.ts';
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
import { deleteStaffSession, deleteStaffSessions, listStaffSessions } from './staff-sessions.server.ts';

const invalid = (fields: readonly FieldError[]) => MalformedFactor(undefined, fields);
const problems = [MalformedFactor, WrongFactor, FactorLocked, NotSetUp, TooManyRequests];
/** Input of an endpoint that checks a code of the app. */
const takesFactor = { body: FactorInput, problems, invalid } as const;

async function done(change: Promise<void>, message: string) {
  await change;
  return { success: true as const, message };
}

/** The sign-in to the admin, and a member's own second factor and sessions. */
export const staffSignInEndpoints = router('Admin: sign-in', [
  endpoint({
    id: 'sendStaffCode',
    method: 'post',
    path: '/admin/sign-in/code',
    summary: 'Email a sign-in code to a member of the staff',
    description: 'The answer is the same for every address.',
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
    summary: 'Take the first step of signing in: the emailed code',
    description: 'Its token opens the second step for ten minutes, and nothing else.',
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
    summary: 'Take the first step of signing in by an emailed link',
    description: 'Its token opens the second step for ten minutes, and nothing else.',
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
    summary: 'Create a secret for an authenticator app, where there is none yet',
    access: pendingStaff,
    response: TotpEnrollment,
    problems: [AlreadySetUp],
    run: ({ shop, pendingStaff }) => setUpTotp(shop, pendingStaff),
  }),
  endpoint({
    id: 'confirmTotp',
    method: 'post',
    path: '/admin/sign-in/confirm-totp',
    summary: 'Confirm the new secret with its first code, sign in, and answer ten recovery codes',
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
    summary: 'Take the second step of signing in: a code of the app, or a recovery code',
    access: pendingStaff,
    ...takesFactor,
    response: FactorVerified,
    run: ({ shop, pendingStaff, body, client }) => verifyTotp(shop, pendingStaff, body, client),
  }),
  endpoint({
    id: 'refreshTotp',
    method: 'post',
    path: '/admin/sign-in/refresh-totp',
    summary: 'Show the second factor again, for endpoints that ask for a fresh one',
    access: staff(),
    ...takesFactor,
    response: FactorConfirmed,
    run: ({ shop, staff, body, client }) => refreshTotp(shop, staff, body.code, client),
  }),
  endpoint({
    id: 'signOutStaff',
    method: 'post',
    path: '/admin/sign-out',
    summary: 'End this session',
    access: staff(),
    response: Done,
    run: ({ shop, staff }) =>
      done(deleteStaffSession(shop, staff.id, staff.sessionId), 'You are logged out.'),
  }),
  staffRead({
    id: 'getStaffMember',
    path: '/admin/me',
    summary: 'Read who is signed in',
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
    summary: 'Replace the old authenticator app by the new one, with its first code',
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
    summary: 'List one’s own sessions',
    response: StaffSessions,
    run: async ({ shop, staff }) => ({ sessions: await listStaffSessions(shop, staff) }),
  }),
  endpoint({
    id: 'endOtherStaffSessions',
    method: 'delete',
    path: '/admin/me/sessions',
    summary: 'End all of one’s other sessions',
    access: staff(),
    response: Done,
    run: ({ shop, staff }) =>
      done(deleteStaffSessions(shop, staff.id, staff.sessionId), 'You are logged out everywhere else.'),
  }),
  endpoint({
    id: 'endStaffSession',
    method: 'delete',
    path: '/admin/me/sessions/{id}',
    summary: 'End one of one’s own sessions',
    access: staff(),
    params: z.object({ id: z.uuid('There is no such session.') }),
    response: Done,
    run: ({ shop, staff, params }) =>
      done(deleteStaffSession(shop, staff.id, params.id), 'That session has ended.'),
  }),
]);
