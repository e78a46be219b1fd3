import { createMiddleware } from 'hono/factory';
import { ProblemAnswer, type ShopEnv } from '../foundation/http/http.server.ts';
import { NotSignedIn } from './contract.ts';
import { findSession, type Visitor } from './sessions.server.ts';

/** What {@link signedIn} leaves for the endpoints behind it. */
export type VisitorEnv = ShopEnv & { Variables: { visitor: Visitor } };

/** A token is 43 signs of base64url; what is longer is not even looked at. */
const bearer = /^Bearer ([\w-]{20,200})$/i;

/**
 * Lets only those in who are signed in: everybody else is answered 401. Nothing behind it may be kept by a cache.
 * A call that stands behind it has `...forSignedIn` in its row.
 */
export const signedIn = createMiddleware<VisitorEnv>(async (c, next) => {
  const [, token] = bearer.exec(c.req.header('authorization') ?? '') ?? [];
  const visitor = token === undefined ? undefined : await findSession(c.get('shop'), token);
  if (!visitor) throw NotSignedIn();
  c.set('visitor', visitor);
  await next();
  c.header('cache-control', 'no-store');
});

/** For the OpenAPI row of a call that needs a token. */
export const forSignedIn = { middleware: signedIn, security: [{ bearer: [] }] };

/** The 401 of such a call. */
export const notSignedInResponse = {
  401: {
    description: 'Nobody is signed in by this token (any more).',
    content: { 'application/problem+json': { schema: ProblemAnswer } },
  },
};
