import { OpenAPIHono, type RouteConfig, type z } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler, Schema, ToSchema, TypedResponse } from 'hono';
import type { ClientErrorStatusCode, ServerErrorStatusCode, SuccessStatusCode } from 'hono/utils/http-status';
import type { JSONParsed } from 'hono/utils/types';
import type { Shop } from '../shop.server.ts';
import { fieldErrors, type Issue, ProblemBody, type ShopEnv, storageIssues } from './http.server.ts';
import { BadInput, type FieldError, Problem, type ProblemType } from './problem.ts';

/**
 * Access rule of an endpoint. For an allowed request, it returns data about the caller, such as the signed-in customer, which
 * {@link EndpointHandler.run} receives.
 */
export type Access<Caller extends object> = {
  /** OpenAPI security requirements: the accepted schemes and their scopes. */
  security: Record<string, string[]>[];
  /** The problems that `caller` can throw. `caller` runs before the input is validated. */
  problems: readonly ProblemType[];
  /** Returns the caller data, or throws one of `problems`. */
  caller(c: Context): Caller | Promise<Caller>;
};

export const anyone: Access<object> = { security: [], problems: [], caller: () => ({}) };

export type Client = { address: string; browser: string };

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type ClientInput<Target extends string, S> = S extends z.ZodType ? { [key in Target]: z.input<S> } : object;

/** The input that each {@link EndpointHandler.run} receives, in addition to the caller data of its access rule. */
export type RunInput<Params, Query, Headers, Body> = {
  shop: Shop;
  client: Client;
  params: Output<Params>;
  query: Output<Query>;
  headers: Output<Headers>;
  body: Output<Body>;
  c: Context<ShopEnv>;
};

type SchemasByStatus = { [status in SuccessStatusCode]?: z.ZodType };

/** The properties of an endpoint, without its access rule and its handler. */
export type EndpointDescription<
  Method extends 'get' | 'post' | 'put' | 'delete',
  Path extends string,
  ResponseSchema extends z.ZodType,
  Params,
  Query,
  Headers,
  Body,
> = {
  /** The name of the operation in OpenAPI, in camelCase. */
  id: string;
  method: Method;
  /** The path after `/api`. */
  path: Path;
  /** Imperative sentence for OpenAPI, without a full stop at the end. */
  summary: string;
  description?: string;
  params?: Params;
  query?: Query;
  headers?: Headers;
  body?: Body;
  /** True if clients may omit the body. An empty body is read as `{}`. */
  bodyMayBeEmpty?: boolean;
  /** True if the body is a file, which the handler reads from `c.req.raw`. */
  takesFile?: boolean;
  response: ResponseSchema;
  responseType?: 'application/json' | 'text/csv';
  problems?: readonly ProblemType[];
  /** Creates the problem that is thrown for invalid input. Default: `BadInput`. */
  invalid?: (fields: readonly FieldError[]) => Problem;
  /** Middleware that runs before the access check, such as a limit for the body size. */
  middleware?: MiddlewareHandler<ShopEnv>;
  /** False for a public GET response that must not be cached. */
  cacheable?: boolean;
};

type EndpointHandler<Caller extends object, Input, ResponseSchema extends z.ZodType, OtherResponses> = {
  access: Access<Caller>;
  /** Successful JSON responses with a status other than 200. The handler sends them with `c.json`. */
  otherResponses?: OtherResponses;
  run(
    input: Caller & Input,
  ): z.input<ResponseSchema> | Response | Promise<z.input<ResponseSchema> | Response>;
};

type LooseDefinition = EndpointDescription<
  'get' | 'post' | 'put' | 'delete',
  string,
  z.ZodType,
  z.ZodObject,
  z.ZodObject,
  z.ZodObject,
  z.ZodType
> &
  EndpointHandler<
    object,
    RunInput<z.ZodObject, z.ZodObject, z.ZodObject, z.ZodType>,
    z.ZodType,
    SchemasByStatus
  >;

type Fields = Record<string, unknown>;
type Validated = { out: { param: Fields; query: Fields; header: Fields; json: unknown } };

/** The path in Hono's syntax. Example: `/cart/:id` for `/cart/{id}`. */
type HonoPath<Path extends string> = Path extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}:${Name}${HonoPath<After>}`
  : Path;

/** Type of an endpoint, from which Hono's typed client derives the types of requests and responses. */
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

/** An endpoint that can be passed to {@link router}. */
export type Endpoint<ForClient extends Schema = Schema> = {
  route: RouteConfig;
  handler: (c: Context<ShopEnv, string, Validated>) => Promise<Response>;
  hook: (result: { success: true; data: unknown } | { success: false; error: z.ZodError }) => void;
  /** Holds the type for Hono's typed client. Has no value at runtime. */
  forClient?: ForClient;
};

/** Defines an endpoint and its OpenAPI description. The endpoint checks access before it validates the input. */
export function endpoint<
  Method extends 'get' | 'post' | 'put' | 'delete',
  Path extends `/${string}`,
  Caller extends object,
  ResponseSchema extends z.ZodType,
  OtherResponses extends SchemasByStatus = object,
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Headers extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  definition: EndpointDescription<Method, Path, ResponseSchema, Params, Query, Headers, Body> &
    EndpointHandler<Caller, RunInput<Params, Query, Headers, Body>, ResponseSchema, OtherResponses>,
): Endpoint<
  ClientSchema<
    Method,
    Path,
    { 200: ResponseSchema } & OtherResponses,
    ClientInput<'param', Params> &
      ClientInput<'query', Query> &
      ClientInput<'header', Headers> &
      ClientInput<'json', Body>
  >
>;
export function endpoint(definition: LooseDefinition): Endpoint {
  const { id, method, access, response, otherResponses } = definition;
  const { params, query, headers, body, takesFile, bodyMayBeEmpty = false } = definition;
  const takesInput = Boolean(params ?? query ?? headers ?? body) || takesFile;
  const problems = [...(takesInput ? [BadInput] : []), ...access.problems, ...(definition.problems ?? [])];
  const declaredProblems = new Set(problems.map(({ title }) => title));
  const isPublic = method === 'get' && access === anyone && definition.cacheable !== false;

  /** Reads the caller data. If the endpoint is not public, forbids caching of the response. */
  const checkAccess: MiddlewareHandler<ShopEnv> = async (c, next) => {
    c.set('caller', await access.caller(c));
    await next();
    if (!isPublic) c.header('cache-control', 'no-store');
  };
  return {
    route: {
      method,
      path: definition.path,
      operationId: id,
      summary: definition.summary,
      ...(definition.description !== undefined && { description: definition.description }),
      security: access.security,
      middleware: [definition.middleware, checkAccess, bodyMayBeEmpty && emptyBodyAsObject].filter(
        (handler) => !!handler,
      ),
      request: requestParts(definition),
      responses: {
        ...successResponses({ 200: response, ...otherResponses }, definition.responseType),
        ...problemDescriptions(problems),
      },
    },
    async handler(c) {
      const shop = c.get('shop');
      try {
        const result = await definition.run({
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
        if (error instanceof Problem && !declaredProblems.has(error.name))
          shop.log.error({ endpoint: id, problem: error.name }, 'undeclared problem');
        throw error;
      }
    },
    hook(result) {
      const issues: readonly Issue[] = result.success ? storageIssues(result.data) : result.error.issues;
      if (issues.length === 0) return;
      const fields = fieldErrors(issues);
      throw definition.invalid?.(fields) ?? BadInput(undefined, fields);
    },
  };
}

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type RouterOf<Endpoints extends readonly Endpoint[]> =
  Intersection<NonNullable<Endpoints[number]['forClient']>> extends infer All extends Schema
    ? OpenAPIHono<ShopEnv, All>
    : never;

/** Creates the router of a module's endpoints. OpenAPI groups the endpoints by `tag`. */
export function router<const Endpoints extends readonly Endpoint[]>(
  tag: string,
  endpoints: Endpoints,
): RouterOf<Endpoints>;
export function router(tag: string, endpoints: readonly Endpoint[]): OpenAPIHono<ShopEnv> {
  const app = new OpenAPIHono<ShopEnv>();
  app.openapiRoutes(
    endpoints.map(({ route, handler, hook }) => ({ route: { ...route, tags: [tag] }, handler, hook })),
  );
  return app;
}

function requestParts({ params, query, headers, body, bodyMayBeEmpty = false, takesFile }: LooseDefinition) {
  return {
    ...(params && { params }),
    ...(query && { query }),
    ...(headers && { headers }),
    ...(body && { body: { required: !bodyMayBeEmpty, content: { 'application/json': { schema: body } } } }),
    ...(takesFile && { body: fileBody }),
  };
}

/** Describes a request body that is a file of any type. The use case detects the type from the content. */
const fileBody = {
  required: true,
  content: { 'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } } },
};

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

function successResponses(schemas: SchemasByStatus, type = 'application/json'): RouteConfig['responses'] {
  return Object.fromEntries(
    Object.entries(schemas).map(([status, schema]) => [
      status,
      { description: status === '202' ? 'Accepted' : 'OK', content: { [type]: { schema } } },
    ]),
  );
}

/** Describes the error responses in OpenAPI: one response per status, whose description lists all problems with this status. */
function problemDescriptions(problems: readonly ProblemType[]): RouteConfig['responses'] {
  const byStatus = Map.groupBy(new Set(problems), ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, withStatus]) => [
      status,
      {
        description: withStatus.map(({ title, text }) => `\`${title}\`: ${text}`).join(' '),
        content: { 'application/problem+json': { schema: ProblemBody } },
      },
    ]),
  );
}
