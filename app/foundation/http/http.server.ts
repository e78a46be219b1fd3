import type { HttpBindings } from '@hono/node-server';
import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { DatabaseUnavailable, isDatabaseUnavailable } from '../database/database-unavailable.server.ts';
import type { Shop } from '../shop.server.ts';
import { BadInput, Broken, type FieldError, NoSuchCall, NotAllowed, Problem } from './problem.ts';

/** What the shop's middleware leaves for the endpoints. */
export type ShopEnv = {
  /** Node's own request; absent where the app is called as a function. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    shop: Shop;
    requestId: string;
    clientAddress: string;
    /** The body of a page, so that whoever keeps it need not read it out of the answer. */
    page?: Buffer<ArrayBuffer>;
  };
};

/** The body of every failed call: RFC 9457, with the specification's `message` beside `title`. */
export const ProblemAnswer = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    message: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })),
    requestId: z.string(),
  })
  .openapi('Problem');

const problemContent = { 'application/problem+json': { schema: ProblemAnswer } };

/** The refusals that every call shares, for its OpenAPI row. */
export const errorResponses = {
  400: { description: 'The input is not right; `errors` names each field.', content: problemContent },
  404: { description: 'There is no such thing.', content: problemContent },
  429: { description: 'Too many calls; try again later.', content: problemContent },
};

/** A 200 answer of this shape, for a call's OpenAPI row. */
export function respond<T extends z.ZodType>(description: string, schema: T) {
  return { description, content: { 'application/json': { schema } } };
}

type Issue = { path: PropertyKey[]; message: string };

/** Zod's findings as `errors: [{ field, message }]`: the first one of each field. */
export function fieldErrors(issues: readonly Issue[]): FieldError[] {
  const found = new Map<string, string>();
  for (const { path, message } of issues) {
    const field = path.map(String).join('.') || 'body';
    if (!found.has(field)) found.set(field, message);
  }
  return [...found].map(([field, message]) => ({ field, message }));
}

/**
 * Where a text holds what the database cannot keep: the character NUL, or half of a character that takes two. JSON can
 * write both.
 */
function unkeepable(value: unknown, path: string[] = []): Issue[] {
  if (typeof value === 'string') {
    const isKept = value.isWellFormed() && !value.includes('\0');
    return isKept ? [] : [{ path, message: 'This holds a character that no text has.' }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) => {
    const here = [...path, key];
    return [...unkeepable(key, here), ...unkeepable(inside, here)];
  });
}

/** A room's endpoints: input that does not fit its schema is refused before any verb runs. */
export function createRouter<E extends ShopEnv = ShopEnv>() {
  return new OpenAPIHono<E>({
    defaultHook: (result) => {
      const issues = result.success ? unkeepable(result.data) : result.error.issues;
      if (issues.length > 0) throw BadInput(undefined, fieldErrors(issues));
    },
  });
}

/** Answers a Problem as problem+json. */
export function problemResponse(c: Context<ShopEnv>, problem: Problem): Response {
  const body: z.infer<typeof ProblemAnswer> = {
    type: `about:blank#${problem.name}`,
    title: problem.name,
    status: problem.status,
    detail: problem.message,
    message: problem.message,
    errors: [...problem.fields],
    requestId: c.get('requestId'),
  };
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
  };
  if (problem.retryAfter !== undefined) headers['retry-after'] = String(problem.retryAfter);
  return new Response(JSON.stringify({ ...problem.more, ...body }), { status: problem.status, headers });
}

/** The only catch of the API: what is expected is answered in words, what is not is logged and answered 500. */
export function errorResponse(error: Error, c: Context<ShopEnv>): Response {
  if (error instanceof Problem) return problemResponse(c, error);
  if (isHttpError(error)) return problemResponse(c, fromHttpError(error));
  c.get('shop').log.error({ err: error, path: c.req.path }, 'a call failed');
  return problemResponse(c, isDatabaseUnavailable(error) ? DatabaseUnavailable() : Broken());
}

export function notFoundResponse(c: Context<ShopEnv>): Response {
  return problemResponse(c, NoSuchCall(`There is no call ${c.req.method} ${c.req.path}.`));
}

/** The path is known, the method is not. HEAD comes with GET. */
export function methodNotAllowedResponse(c: Context<ShopEnv>, allowed: readonly string[]): Response {
  const response = problemResponse(c, NotAllowed(`This call takes ${allowed.join(' or ')}.`));
  response.headers.set(
    'allow',
    allowed.includes('GET') ? [...allowed, 'HEAD'].join(', ') : allowed.join(', '),
  );
  return response;
}

type HttpError = Error & { status: number };

function isHttpError(error: Error): error is HttpError {
  return 'status' in error && typeof error.status === 'number' && error.status >= 400 && error.status < 500;
}

const refusedBodies: Record<number, { name: string; words: string }> = {
  413: { name: 'too-large', words: 'That is too large to be read.' },
  415: { name: 'not-json', words: 'The body should come as application/json.' },
};

/** Hono refuses a body that is not JSON, or too large, by exceptions of its own. */
function fromHttpError({ status }: HttpError): Problem {
  const { name, words: text } = refusedBodies[status] ?? {
    name: 'bad-input',
    words: 'The body of the request is not valid JSON.',
  };
  return new Problem(name, status, text, [{ field: 'body', message: text }]);
}
