import { createRoute, z } from '@hono/zod-openapi';
import { CodeSent, Done, VerifyCodeInput } from '../../customers/contract.ts';
import { createRouter, errorResponses, fieldErrors, respond } from '../../foundation/http/http.server.ts';
import {
  FactorConfirmed,
  FactorInput,
  FactorNotRight,
  FactorOffer,
  FactorSetUp,
  RecoveryCodes,
  SecondFactorPending,
  StaffCodeInput,
  StaffMember,
  StaffSessions,
  StaffSignedIn,
} from './contract.ts';
import { forFreshStaff, forSecondFactor, forStaff, staffErrorResponses } from './for-staff.server.ts';
import {
  confirmTotp,
  refreshTotp,
  renewRecoveryCodes,
  sendStaffCode,
  setUpTotp,
  verifyStaffCode,
  verifyTotp,
} from './sign-in.server.ts';
import { readStaffMember } from './staff.server.ts';
import { deleteStaffSession, deleteStaffSessions, listStaffSessions } from './staff-sessions.server.ts';

const tags = ['Back office: door'];
const noStore = { 'cache-control': 'no-store' };
const factor = { body: { required: true, content: { 'application/json': { schema: FactorInput } } } };
const { 400: notRight, 404: notThere, 429: tooMany } = errorResponses;
const otherStep = { ...notRight, description: 'The second factor is set up already, or not yet.' };

function body<T>(schema: T) {
  return { body: { required: true, content: { 'application/json': { schema } } } };
}

const factorNotRight = ({ issues }: { issues: Parameters<typeof fieldErrors>[0] }) =>
  FactorNotRight(undefined, fieldErrors(issues));

/** Signing in to the back office, and what somebody of the staff has of their own. */
export const staffSignInEndpoints = createRouter()
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/door/code',
      tags,
      summary: 'Mails a code to somebody of the staff',
      description: 'The answer is the same for everybody.',
      request: body(StaffCodeInput),
      responses: { 200: respond('A code is on its way.', CodeSent), 400: notRight, 429: tooMany },
    }),
    async (c) => {
      const from = { address: c.get('clientAddress') };
      return c.json(await sendStaffCode(c.get('shop'), c.req.valid('json').email, from), 200, noStore);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/door/enter',
      tags,
      summary: 'The first step: the mailed code',
      description: 'Its token opens the second step for ten minutes, and nothing else.',
      request: body(VerifyCodeInput),
      responses: { 200: respond('At the door', SecondFactorPending), 400: notRight, 429: tooMany },
    }),
    async (c) => {
      const from = { address: c.get('clientAddress') };
      return c.json(await verifyStaffCode(c.get('shop'), c.req.valid('json'), from), 200, noStore);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/door/set-up',
      tags,
      summary: 'A secret for an authenticator app, for those who have none yet',
      ...forSecondFactor,
      responses: {
        200: respond('The secret, shown this once', FactorOffer),
        409: otherStep,
        ...staffErrorResponses,
      },
    }),
    async (c) => c.json(await setUpTotp(c.get('shop'), c.get('pendingStaff')), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/door/confirm',
      tags,
      summary: 'The first code of the new secret; signs in and answers ten recovery codes',
      ...forSecondFactor,
      request: factor,
      responses: {
        200: respond('Signed in', FactorSetUp),
        400: notRight,
        409: otherStep,
        429: tooMany,
        ...staffErrorResponses,
      },
    }),
    async (c) => {
      const from = { address: c.get('clientAddress'), browser: c.req.header('user-agent') ?? '' };
      const { code } = c.req.valid('json');
      return c.json(await confirmTotp(c.get('shop'), c.get('pendingStaff'), code, from), 200);
    },
    (result) => {
      if (!result.success) throw factorNotRight(result.error);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/door/factor',
      tags,
      summary: 'The second step: a code of the app, or a recovery code',
      ...forSecondFactor,
      request: factor,
      responses: {
        200: respond('Signed in', StaffSignedIn),
        400: notRight,
        409: otherStep,
        429: tooMany,
        ...staffErrorResponses,
      },
    }),
    async (c) => {
      const from = { address: c.get('clientAddress'), browser: c.req.header('user-agent') ?? '' };
      const { code } = c.req.valid('json');
      return c.json(await verifyTotp(c.get('shop'), c.get('pendingStaff'), code, from), 200);
    },
    (result) => {
      if (!result.success) throw factorNotRight(result.error);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/door/fresh',
      tags,
      summary: 'Shows the second factor anew, for what asks for a fresh one',
      ...forStaff,
      request: factor,
      responses: {
        200: respond('Fresh again', FactorConfirmed),
        400: notRight,
        429: tooMany,
        ...staffErrorResponses,
      },
    }),
    async (c) => {
      const from = { address: c.get('clientAddress') };
      const { code } = c.req.valid('json');
      return c.json(await refreshTotp(c.get('shop'), c.get('staff'), code, from), 200);
    },
    (result) => {
      if (!result.success) throw factorNotRight(result.error);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/door/leave',
      tags,
      summary: 'Logs out here: the token opens nothing any more',
      ...forStaff,
      responses: { 200: respond('Logged out', Done), ...staffErrorResponses },
    }),
    async (c) => {
      const { id, sessionId } = c.get('staff');
      await deleteStaffSession(c.get('shop'), id, sessionId);
      return c.json(done('You are logged out.'), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/me',
      tags,
      summary: 'Who is signed in',
      ...forStaff,
      responses: { 200: respond('Who is signed in', StaffMember), ...staffErrorResponses },
    }),
    async (c) => c.json(await readStaffMember(c.get('shop'), c.get('staff').id), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/me/recovery-codes',
      tags,
      summary: 'Ten new recovery codes in the place of the old ones',
      ...forFreshStaff,
      responses: { 200: respond('The codes, shown this once', RecoveryCodes), ...staffErrorResponses },
    }),
    async (c) => c.json(await renewRecoveryCodes(c.get('shop'), c.get('staff')), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/me/sessions',
      tags,
      summary: 'Where one is signed in',
      ...forStaff,
      responses: { 200: respond('The sessions', StaffSessions), ...staffErrorResponses },
    }),
    async (c) => c.json({ sessions: await listStaffSessions(c.get('shop'), c.get('staff')) }, 200),
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/admin/me/sessions',
      tags,
      summary: 'Logs out everywhere else',
      ...forStaff,
      responses: { 200: respond('Logged out elsewhere', Done), ...staffErrorResponses },
    }),
    async (c) => {
      const { id, sessionId } = c.get('staff');
      await deleteStaffSessions(c.get('shop'), id, sessionId);
      return c.json(done('You are logged out everywhere else.'), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/admin/me/sessions/{id}',
      tags,
      summary: 'Logs out there',
      ...forStaff,
      request: { params: z.object({ id: z.uuid('There is no such session.') }) },
      responses: {
        200: respond('Logged out there', Done),
        400: notRight,
        404: notThere,
        ...staffErrorResponses,
      },
    }),
    async (c) => {
      await deleteStaffSession(c.get('shop'), c.get('staff').id, c.req.valid('param').id);
      return c.json(done('That session has ended.'), 200);
    },
  );

function done(message: string): Done {
  return { success: true, message };
}
