import type { z } from '@hono/zod-openapi';
import {
  type Access,
  type EndpointDescription,
  endpoint,
  type RunInput,
} from '../../foundation/http/endpoint.server.ts';
import type { Tx } from '../../foundation/shop.server.ts';
import { staff } from '../sign-in/staff-access.server.ts';
import type { Staff } from '../sign-in/staff-sessions.server.ts';
import { type Audited, audited } from './audited.server.ts';

/** Input of a staff action: the request, and the staff member who sent it. */
export type ActionInput<Params, Query, Body> = { staff: Staff } & RunInput<Params, Query, undefined, Body>;

/** The part of a staff action that runs in the transaction, together with the insert of its audit entry. */
export type StaffWork<Result> = (tx: Tx) => Promise<Audited<Result>>;

/**
 * Defines an endpoint that runs a staff action and writes its audit entry in one transaction. The entry is about the `id` in the
 * path, unless the action returns another id.
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
  /** Access rule of the endpoint. By default all staff may call it. */
  access?: Access<{ staff: Staff }>;
  /** Name of the action in the audit log, such as `order.pack`. A function if the name depends on the input. */
  audit: string | ((input: ActionInput<Params, Query, Body>) => string);
  /** Kind of the record that the audit entry is about. By default the first word of the action's name. */
  kind?: string;
} & (
    | {
        run(tx: Tx, input: ActionInput<Params, Query, Body>): Promise<Audited<z.input<ResponseSchema>>>;
        prepare?: undefined;
      }
    | {
        run?: undefined;
        /** Runs before the transaction, for example to receive a file. Returns the work that runs in the transaction. */
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
