import type { Context } from 'hono';
import type { Access } from '../foundation/http/endpoint.server.ts';
import type { ShopEnv } from '../foundation/http/http.server.ts';
import { NotSignedIn } from './contract.ts';
import { type CustomerSession, findSession } from './sessions.server.ts';

/** Matches an `Authorization` header with a token. Tokens of this shop have 43 characters of base64url. */
const bearer = /^Bearer ([\w-]{20,200})$/i;

/** Access rule of endpoints that only signed-in customers can call. */
export const shopper: Access<{ customer: CustomerSession }> = {
  security: [{ bearer: [] }],
  problems: [NotSignedIn],
  async caller(c: Context<ShopEnv>) {
    const [, token] = bearer.exec(c.req.header('authorization') ?? '') ?? [];
    const customer = token === undefined ? undefined : await findSession(c.get('shop'), token);
    if (!customer) throw NotSignedIn();
    return { customer };
  },
};
