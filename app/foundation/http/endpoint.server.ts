import { OpenAPIHono, type RouteConfig, type z } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler, Schema, ToSchema, TypedResponse } from 'hono';
import type { ClientErrorStatusCode, ServerErrorStatusCode, SuccessStatusCode } from 'hono/utils/http-status';
import type { JSONParsed } from 'hono/utils/types';
import type { Shop } from '../shop.server.ts';
import { fieldErrors, type Issue, ProblemBody, type ShopEnv, storageIssues } from './http.server.ts';
import { BadInput, type FieldError, Problem, type ProblemType } from './problem.ts';

/** Who may call an endpoint, and what is known of them there. */
export type Access<Caller extends object> = {
  /** As OpenAPI has it: the schemes that open the endpoint, with what each must allow. */
  security: Record<string, string[]>[];
  /** What a caller who may not call it is answered, before the input is looked at. */
  problems: readonly ProblemType[];
  /** Finds the caller, or throws one of the problems. */
  caller(c: Context): Caller | Promise<Caller>;
};

/** For endpoints that need no token. */
export const anyone: Access<object> = { security: [], problems: [], caller: () => ({}) };

/** Where a request comes from. */
export type Client = { address: string; browser: string };

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<Target extends string, S> = S extends z.ZodType ? { [key in Target]: z.input<S> } : object;

/** What {@link Row.run} is called with, beside what is known of the caller. */
type Input<Params, Query, Headers, Body> = {
  shop: Shop;
  client: Client;
  params: Output<Params>;
  query: Output<Query>;
  headers: Output<Headers>;
  body: Output<Body>;
  c: Context<ShopEnv>;
};

type Statuses = { [status in SuccessStatusCode]?: z.ZodType };

type Row<
  Method extends 'get' | 'post' | 'put' | 'delete',
  Path extends string,
  Caller extends object,
  ResponseSchema extends z.ZodType,
  OtherResponses extends Statuses,
  Params,
  Query,
  Headers,
  Body,
> = {
  /** The operation's name in OpenAPI, in camelCase. */
  id: string;
  method: Method;
  /** Below `/api`. */
  path: Path;
  /** What it does, in the imperative. */
  summary: string;
  description?: string;
  access: Access<Caller>;
  params?: Params;
  query?: Query;
  headers?: Headers;
  body?: Body;
  /** The body may be left out: it is then the one of `{}`. */
  bodyMayBeEmpty?: boolean;
  /** The body is a file, which `run` reads from `c.req.raw`. */
  takesFile?: boolean;
  response: ResponseSchema;
  responseType?: 'application/json' | 'text/csv';
  /** JSON that is answered with another status than 200, by `c.json`. */
  otherResponses?: OtherResponses;
  problems?: readonly ProblemType[];
  /** What is thrown where the input does not fit its schemas; without it, `BadInput`. */
  invalid?: (fields: readonly FieldError[]) => Problem;
  /** Runs before the caller is asked for, such as a limit of the body's size. */
  middleware?: MiddlewareHandler<ShopEnv>;
  /** An answer to anyone's GET may be cached unless this says no. */
  cacheable?: boolean;
  run(
    input: Caller & Input<Params, Query, Headers, Body>,
  ): z.input<ResponseSchema> | Response | Promise<z.input<ResponseSchema> | Response>;
};

type LooseRow = Row<
  'get' | 'post' | 'put' | 'delete',
  string,
  object,
  z.ZodType,
  Statuses,
  z.ZodObject,
  z.ZodObject,
  z.ZodObject,
  z.ZodType
>;

type Fields = Record<string, unknown>;
type Validated = { out: { param: Fields; query: Fields; header: Fields; json: unknown } };

/** A path as Hono writes it: `/cart/:id` for `/cart/{id}`. */
type HonoPath<Path extends string> = Path extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}:${Name}${HonoPath<After>}`
  : Path;

/** What a typed client knows of an endpoint. */
type ClientSchema<Method extends string, Path extends string, Responses, Input> = ToSchema<
  Method,
  HonoPath<Path>,
  { in: Input },
  | {
      [status in keyof Responses & SuccessStatusCode]: Responses[status] extends z.ZodType
        ? TypedResponse<JSONParsed<z.output<Responses[status]>>, status, 'json'>
        : never;
    }[keyof Responses & SuccessStatusCode]
  | TypedResponse<ProblemBody, ClientErrorStatusCode | ServerErrorStatusCode, 'json'>
>;

/** One row of a module's REST table, as {@link router} takes it. */
export type Endpoint<ForClient extends Schema = Schema> = {
  route: RouteConfig;
  handler: (c: Context<ShopEnv, string, Validated>) => Promise<Response>;
  hook: (result: { success: true; data: unknown } | { success: false; error: z.ZodError }) => void;
  /** Exists for the type only. */
  forClient?: ForClient;
};

/**
 * An endpoint: its path, who may call it, what it takes and answers, and the use case that it calls. OpenAPI's description is made
 * from the same row. A caller who may not call it is answered before the input is looked at.
 */
export function endpoint<
  Method extends 'get' | 'post' | 'put' | 'delete',
  Path extends `/${string}`,
  Caller extends object,
  ResponseSchema extends z.ZodType,
  OtherResponses extends Statuses = object,
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Headers extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  row: Row<Method, Path, Caller, ResponseSchema, OtherResponses, Params, Query, Headers, Body>,
): Endpoint<
  ClientSchema<
    Method,
    Path,
    { 200: ResponseSchema } & OtherResponses,
    Sent<'param', Params> & Sent<'query', Query> & Sent<'header', Headers> & Sent<'json', Body>
  >
>;
export function endpoint(row: LooseRow): Endpoint {
  const { access, body, bodyMayBeEmpty = false } = row;
  const takesInput = Boolean(row.params ?? row.query ?? row.headers ?? body) || row.takesFile;
  const problems = [...(takesInput ? [BadInput] : []), ...access.problems, ...(row.problems ?? [])];
  const known = new Set(problems.map(({ title }) => title));
  const isPublic = row.method === 'get' && access === anyone && row.cacheable !== false;

  const findCaller: MiddlewareHandler<ShopEnv> = async (c, next) => {
    c.set('caller', await access.caller(c));
    await next();
    if (!isPublic) c.header('cache-control', 'no-store');
  };
  return {
    route: {
      method: row.method,
      path: row.path,
      operationId: row.id,
      summary: row.summary,
      ...(row.description !== undefined && { description: row.description }),
      security: access.security,
      middleware: [row.middleware, findCaller, bodyMayBeEmpty && emptyBodyAsObject].filter((one) => !!one),
      request: {
        ...(row.params && { params: row.params }),
        ...(row.query && { query: row.query }),
        ...(row.headers && { headers: row.headers }),
        ...(body && {
          body: { required: !bodyMayBeEmpty, content: { 'application/json': { schema: body } } },
        }),
        ...(row.takesFile && { body: fileBody }),
      },
      responses: {
        ...jsonResponses({ 200: row.response, ...row.otherResponses }, row.responseType),
        ...problemResponses(problems),
      },
    },
    async handler(c) {
      const shop = c.get('shop');
      try {
        const result = await row.run({
          ...c.get('caller'),
          shop,
          client: { address: c.get('clientAddress'), browser: c.req.header('user-agent') ?? '' },
          params: c.req.valid('param'),
          query: c.req.valid('query'),
          headers: c.req.valid('header'),
          body: c.req.valid('json'),
          c,
        });
        return result instanceof Response ? result : c.json(result, 200);
      } catch (error) {
        if (error instanceof Problem && !known.has(error.name))
          shop.log.error(
            { endpoint: row.id, problem: error.name },
            'an endpoint does not declare its problem',
          );
        throw error;
      }
    },
    hook(result) {
      const issues: readonly Issue[] = result.success ? storageIssues(result.data) : result.error.issues;
      if (issues.length === 0) return;
      const fields = fieldErrors(issues);
      throw row.invalid?.(fields) ?? BadInput(undefined, fields);
    },
  };
}

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type RouterOf<Rows extends readonly Endpoint[]> =
  Intersection<NonNullable<Rows[number]['forClient']>> extends infer All extends Schema
    ? OpenAPIHono<ShopEnv, All>
    : never;

/** The endpoints of a module, which stand together in the description under `tag`. */
export function router<const Rows extends readonly Endpoint[]>(tag: string, endpoints: Rows): RouterOf<Rows>;
export function router(tag: string, endpoints: readonly Endpoint[]): OpenAPIHono<ShopEnv> {
  const app = new OpenAPIHono<ShopEnv>();
  app.openapiRoutes(
    endpoints.map(({ route, handler, hook }) => ({ route: { ...route, tags: [tag] }, handler, hook })),
  );
  return app;
}

/** What the file is, its content says. */
const fileBody = {
  required: true,
  content: { 'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } } },
};

/** A request without a body is one with an empty object. */
const emptyBodyAsObject: MiddlewareHandler<ShopEnv> = async (c, next) => {
  if ((await c.req.text()).trim() === '') {
    const { url, method, raw } = c.req;
    const headers = new Headers(raw.headers);
    headers.set('content-type', 'application/json');
    headers.delete('content-length');
    c.req.raw = new Request(url, { method, headers, body: '{}' });
    c.req.bodyCache = {};
  }
  await next();
};

function jsonResponses(schemas: Statuses, type = 'application/json'): RouteConfig['responses'] {
  return Object.fromEntries(
    Object.entries(schemas).map(([status, schema]) => [
      status,
      { description: status === '202' ? 'Accepted' : 'OK', content: { [type]: { schema } } },
    ]),
  );
}

/** One response for each status, whose description names the problems that have it. */
function problemResponses(problems: readonly ProblemType[]): RouteConfig['responses'] {
  const byStatus = Map.groupBy(new Set(problems), ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, alike]) => [
      status,
      {
        description: alike.map(({ title, text }) => `\`${title}\`: ${text}`).join(' '),
        content: { 'application/problem+json': { schema: ProblemBody } },
      },
    ]),
  );
}
