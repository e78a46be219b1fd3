import { createMiddleware } from 'hono/factory';
import { ProblemAnswer, type ShopEnv } from '../../foundation/http/http.server.ts';
import { FreshFactorNeeded, NotStaff, OwnerOnly } from './contract.ts';
import { findPendingStaff, findStaff, type PendingStaff, type Staff } from './staff-sessions.server.ts';

/** What {@link forStaff} leaves for the endpoints behind it: `c.get('staff')`. */
export type StaffEnv = ShopEnv & { Variables: { staff: Staff } };
export type SecondFactorEnv = ShopEnv & { Variables: { pendingStaff: PendingStaff } };

/** For how long a second factor counts as fresh, in milliseconds. */
export const freshMs = 10 * 60_000;

/** A token is 43 signs of base64url; what is longer is not even looked at. */
const bearer = /^Bearer ([\w-]{20,200})$/i;
const tokenIn = (header: string | undefined) => bearer.exec(header ?? '')?.[1];

/** Everybody else is answered 401 or 403 before the input is looked at. Nothing behind it may be kept by a cache. */
function staffWith({ owner = false, fresh = false } = {}) {
  return createMiddleware<StaffEnv>(async (c, next) => {
    const shop = c.get('shop');
    const token = tokenIn(c.req.header('authorization'));
    const staff = token === undefined ? undefined : await findStaff(shop, token);
    if (!staff) throw NotStaff();
    if (owner && staff.role !== 'owner') throw OwnerOnly();
    if (fresh) assertFreshFactor(staff, shop.clock.now());
    c.set('staff', staff);
    await next();
    c.header('cache-control', 'no-store');
  });
}

const pendingStaffOnly = createMiddleware<SecondFactorEnv>(async (c, next) => {
  const token = tokenIn(c.req.header('authorization'));
  const pendingStaff = token === undefined ? undefined : await findPendingStaff(c.get('shop'), token);
  if (!pendingStaff) throw NotStaff();
  c.set('pendingStaff', pendingStaff);
  await next();
  c.header('cache-control', 'no-store');
});

/** Throws FreshFactorNeeded when the second factor was shown too long ago; for calls that need it only sometimes. */
export function assertFreshFactor({ factorAt }: Staff, now: Date): void {
  if (now.getTime() - factorAt.getTime() >= freshMs) throw FreshFactorNeeded();
}

/** For the row of a call of the back office: `...forStaff`. */
export const forStaff = { middleware: staffWith(), security: [{ staff: [] }] };

/** For what only an owner may call. */
export const forOwner = { middleware: staffWith({ owner: true }), security: [{ staff: ['owner'] }] };

/** For what moves money or cannot be taken back: the second factor must have been shown within ten minutes. */
export const forFreshStaff = { middleware: staffWith({ fresh: true }), security: [{ staff: ['fresh'] }] };

/** For what changes who may do what. */
export const forFreshOwner = {
  middleware: staffWith({ owner: true, fresh: true }),
  security: [{ staff: ['owner', 'fresh'] }],
};

/** For the second step of signing in: the mailed code was right, and nothing more. */
export const forSecondFactor = { middleware: pendingStaffOnly, security: [{ staffDoor: [] }] };

const error = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ProblemAnswer } },
});

/** The refusals of a call of the back office, for its row: `...refusedStaff`. */
export const staffErrorResponses = {
  401: error('Nobody of the staff is signed in by this token (any more).'),
  403: error('Only an owner may do this, or the second factor must be shown anew (`fresh-factor`).'),
};
