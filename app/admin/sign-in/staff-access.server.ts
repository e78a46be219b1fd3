import type { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { minutes } from '../../foundation/clock.ts';
import {
  type Access,
  type EndpointDescription,
  endpoint,
  type RunInput,
} from '../../foundation/http/endpoint.server.ts';
import type { ShopEnv } from '../../foundation/http/http.server.ts';
import { FreshFactorRequired, NotStaff, OwnerOnly } from './contract.ts';
import { findPendingStaff, findStaff, type PendingStaff, type Staff } from './staff-sessions.server.ts';

/** Time in milliseconds for which a second factor counts as fresh. */
export const freshMs = minutes(10);

/**
 * A token has 43 characters of base64url. Texts of fewer than 20 or more than 200 characters are rejected without a database
 * query.
 */
const bearer = /^Bearer ([\w-]{20,200})$/i;
const tokenIn = (header: string | undefined) => bearer.exec(header ?? '')?.[1];

/** @throws FreshFactorRequired (403) if the second factor was checked too long ago */
export function assertFreshFactor({ factorAt }: Staff, now: Date): void {
  if (now.getTime() - factorAt.getTime() >= freshMs) throw FreshFactorRequired();
}

/**
 * Creates the access rule for staff. `owner` admits owners only. `fresh` requires that the second factor was checked in the last
 * ten minutes, for example for refunds and deletions.
 */
export function staff({ owner = false, fresh = false } = {}): Access<{ staff: Staff }> {
  return {
    security: [{ staff: [...(owner ? ['owner'] : []), ...(fresh ? ['fresh'] : [])] }],
    problems: [NotStaff, ...(owner ? [OwnerOnly] : []), ...(fresh ? [FreshFactorRequired] : [])],
    async caller(c: Context<ShopEnv>) {
      const shop = c.get('shop');
      const token = tokenIn(c.req.header('authorization'));
      const member = token === undefined ? undefined : await findStaff(shop, token);
      if (!member) throw NotStaff();
      if (owner && member.role !== 'owner') throw OwnerOnly();
      if (fresh) assertFreshFactor(member, shop.clock.now());
      return { staff: member };
    },
  };
}

/** Defines a GET endpoint. By default all staff may call it. */
export function staffRead<
  Path extends `/${string}`,
  ResponseSchema extends z.ZodType,
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
>({
  access = staff(),
  ...description
}: Omit<EndpointDescription<'get', Path, ResponseSchema, Params, Query, undefined, undefined>, 'method'> & {
  access?: Access<{ staff: Staff }>;
  run(
    input: { staff: Staff } & RunInput<Params, Query, undefined, undefined>,
  ): Response | Promise<z.input<ResponseSchema>>;
}) {
  return endpoint({ method: 'get', access, ...description });
}

/** Access rule for endpoints of the second step of the sign-in. */
export const pendingStaff: Access<{ pendingStaff: PendingStaff }> = {
  security: [{ pendingStaff: [] }],
  problems: [NotStaff],
  async caller(c: Context<ShopEnv>) {
    const token = tokenIn(c.req.header('authorization'));
    const pending = token === undefined ? undefined : await findPendingStaff(c.get('shop'), token);
    if (!pending) throw NotStaff();
    return { pendingStaff: pending };
  },
};
