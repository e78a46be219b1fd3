import { createRoute, z } from '@hono/zod-openapi';
import { CodeSent, CodeTyped, Done } from '../../customers/contract.ts';
import { answer, fieldErrors, refusals, room } from '../../foundation/http/http.server.ts';
import {
  AtTheDoor,
  Factor,
  FactorNotRight,
  FactorOffer,
  FactorSetUp,
  FactorShown,
  RecoveryCodes,
  StaffCodeWanted,
  StaffMember,
  StaffSessions,
  StaffSignedIn,
} from './contract.ts';
import { forDoor, forFreshStaff, forStaff, refusedStaff } from './for-staff.server.ts';
import {
  confirmFactor,
  enterByCode,
  enterByFactor,
  offerFactor,
  refreshFactor,
  renewRecoveryCodes,
  sendStaffCode,
} from './sign-in.server.ts';
import { readStaffMember } from './staff.server.ts';
import { closeStaffSession, closeStaffSessions, listStaffSessions } from './staff-sessions.server.ts';

const tags = ['Back office: door'];
const noStore = { 'cache-control': 'no-store' };
const factor = { body: { required: true, content: { 'application/json': { schema: Factor } } } };
const { 400: notRight, 404: notThere, 429: tooMany } = refusals;
const otherStep = { ...notRight, description: 'The second factor is set up already, or not yet.' };

function body<T>(schema: T) {
  return { body: { required: true, content: { 'application/json': { schema } } } };
}

const factorNotRight = ({ issues }: { issues: Parameters<typeof fieldErrors>[0] }) =>
  FactorNotRight(undefined, fieldErrors(issues));

/** Signing in to the back office, and what somebody of the staff has of their own. */
export const adminDoor = room()
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/door/code',
      tags,
      summary: 'Mails a code to somebody of the staff',
      description: 'The answer is the same for everybody.',
      request: body(StaffCodeWanted),
      responses: { 200: answer('A code is on its way.', CodeSent), 400: notRight, 429: tooMany },
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
      request: body(CodeTyped),
      responses: { 200: answer('At the door', AtTheDoor), 400: notRight, 429: tooMany },
    }),
    async (c) => {
      const from = { address: c.get('clientAddress') };
      return c.json(await enterByCode(c.get('shop'), c.req.valid('json'), from), 200, noStore);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/door/set-up',
      tags,
      summary: 'A secret for an authenticator app, for those who have none yet',
      ...forDoor,
      responses: {
        200: answer('The secret, shown this once', FactorOffer),
        409: otherStep,
        ...refusedStaff,
      },
    }),
    async (c) => c.json(await offerFactor(c.get('shop'), c.get('atDoor')), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/door/confirm',
      tags,
      summary: 'The first code of the new secret; signs in and answers ten recovery codes',
      ...forDoor,
      request: factor,
      responses: {
        200: answer('Signed in', FactorSetUp),
        400: notRight,
        409: otherStep,
        429: tooMany,
        ...refusedStaff,
      },
    }),
    async (c) => {
      const from = { address: c.get('clientAddress'), browser: c.req.header('user-agent') ?? '' };
      const { code } = c.req.valid('json');
      return c.json(await confirmFactor(c.get('shop'), c.get('atDoor'), code, from), 200);
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
      ...forDoor,
      request: factor,
      responses: {
        200: answer('Signed in', StaffSignedIn),
        400: notRight,
        409: otherStep,
        429: tooMany,
        ...refusedStaff,
      },
    }),
    async (c) => {
      const from = { address: c.get('clientAddress'), browser: c.req.header('user-agent') ?? '' };
      const { code } = c.req.valid('json');
      return c.json(await enterByFactor(c.get('shop'), c.get('atDoor'), code, from), 200);
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
        200: answer('Fresh again', FactorShown),
        400: notRight,
        429: tooMany,
        ...refusedStaff,
      },
    }),
    async (c) => {
      const from = { address: c.get('clientAddress') };
      const { code } = c.req.valid('json');
      return c.json(await refreshFactor(c.get('shop'), c.get('staff'), code, from), 200);
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
      responses: { 200: answer('Logged out', Done), ...refusedStaff },
    }),
    async (c) => {
      const { id, sessionId } = c.get('staff');
      await closeStaffSession(c.get('shop'), id, sessionId);
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
      responses: { 200: answer('Who is signed in', StaffMember), ...refusedStaff },
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
      responses: { 200: answer('The codes, shown this once', RecoveryCodes), ...refusedStaff },
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
      responses: { 200: answer('The sessions', StaffSessions), ...refusedStaff },
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
      responses: { 200: answer('Logged out elsewhere', Done), ...refusedStaff },
    }),
    async (c) => {
      const { id, sessionId } = c.get('staff');
      await closeStaffSessions(c.get('shop'), id, sessionId);
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
      responses: { 200: answer('Logged out there', Done), 400: notRight, 404: notThere, ...refusedStaff },
    }),
    async (c) => {
      await closeStaffSession(c.get('shop'), c.get('staff').id, c.req.valid('param').id);
      return c.json(done('That session has ended.'), 200);
    },
  );

function done(message: string): Done {
  return { success: true, message };
}
