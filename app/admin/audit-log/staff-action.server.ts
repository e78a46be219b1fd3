import type { z } from '@hono/zod-openapi';
import {
  type Access,
  type EndpointDescription,
  endpoint,
  type RunInput,
} from '../../foundation/http/endpoint.server.ts';
import type { Tx } from '../../foundation/shop.server.ts';
import { staff } from '../sign-in/for-staff.server.ts';
import type { Staff } from '../sign-in/staff-sessions.server.ts';
import { type Audited, audited } from './audited.server.ts';

/** Input of a staff action: the request, and the staff member who sent it. */
export type ActionInput<Params, Query, Body> = { staff: Staff } & RunInput<Params, Query, undefined, Body>;

/** A use case of the staff, which runs in the transaction of its audit entry. */
export type StaffWork<Result> = (tx: Tx) => Promise<Audited<Result>>;

/**
 * Defines an endpoint whose use case runs in one transaction with its audit entry. The entry is about the path's `id`, unless
 * the use case returns another one.
 */
export function staffAction<
  Method extends 'post' | 'put' | 'delete',
  Path extends `/${string}`,
  ResponseSchema extends z.ZodType,
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>({
  access = staff(),
  audit,
  kind,
  run,
  prepare,
  ...description
}: EndpointDescription<Method, Path, ResponseSchema, Params, Query, undefined, Body> & {
  /** By default all staff. */
  access?: Access<{ staff: Staff }>;
  /** Action in the audit log, such as `order.pack`. A function if it depends on the input. */
  audit: string | ((input: ActionInput<Params, Query, Body>) => string);
  /** Kind of the entry's subject. By default the first word of the action. */
  kind?: string;
} & (
    | {
        run(tx: Tx, input: ActionInput<Params, Query, Body>): Promise<Audited<z.input<ResponseSchema>>>;
        prepare?: undefined;
      }
    | {
        run?: undefined;
        /** Runs before the transaction, such as to receive a file. Returns the use case. */
        prepare(input: ActionInput<Params, Query, Body>): Promise<StaffWork<z.input<ResponseSchema>>>;
      }
  )) {
  return endpoint({
    ...description,
    access,
    async run(input: ActionInput<Params, Query, Body>) {
      const work = prepare ? await prepare(input) : (tx: Tx) => run(tx, input);
      const action = typeof audit === 'string' ? audit : audit(input);
      const subject = { kind: kind ?? action.slice(0, action.indexOf('.')), id: input.c.req.param('id') };
      return audited(input.shop, input.staff, { action, subject }, work);
    },
  });
}
