import type { HttpBindings } from '@hono/node-server';
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { DatabaseUnavailable, isDatabaseUnavailable } from '../database/database-unavailable.server.ts';
import type { Shop } from '../shop.server.ts';
import { type FieldError, InternalError, MethodNotAllowed, NoSuchEndpoint, Problem } from './problem.ts';

export type ShopEnv = {
  /** Node's request and response. Undefined if a request is passed to the app without a server, as in tests. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    shop: Shop;
    requestId: string;
    clientAddress: string;
    /** Caller data that the endpoint's `access` returns. */
    caller?: object;
    /** Body of a rendered page for the response cache. Reading the body from the response would copy it. */
    page?: Buffer<ArrayBuffer>;
  };
};

/** Body of the API's error responses: a problem of RFC 9457, with the field `message` of the shop's specification. */
export const ProblemBody = z
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
export type ProblemBody = z.infer<typeof ProblemBody>;

/** A validation error. If an object has unknown keys, `keys` lists them. */
export type Issue = { path: PropertyKey[]; message: string; keys?: string[] };

/** Converts Zod issues to field errors, one per field. The field of an issue about the whole input is `body`. */
export function fieldErrors(issues: readonly Issue[]): FieldError[] {
  const errors = new Map<string, string>();
  for (const { path, message, keys } of issues) {
    const entries = keys?.map((key) => ({ fieldPath: [...path, key], text: 'This field is unknown.' }));
    for (const { fieldPath, text } of entries ?? [{ fieldPath: path, text: message }]) {
      const field = fieldPath.map(String).join('.') || 'body';
      if (!errors.has(field)) errors.set(field, text);
    }
  }
  return [...errors].map(([field, message]) => ({ field, message }));
}

/**
 * Returns an issue for each string that contains NUL or an unpaired surrogate. JSON can contain both, but PostgreSQL can store
 * neither.
 */
export function storageIssues(value: unknown, path: string[] = []): Issue[] {
  if (typeof value === 'string') {
    const isStorable = value.isWellFormed() && !value.includes('\0');
    return isStorable ? [] : [{ path, message: 'This contains an invalid character.' }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, nested]) => {
    const here = [...path, key];
    return [...storageIssues(key, here), ...storageIssues(nested, here)];
  });
}

export function problemResponse(c: Context<ShopEnv>, problem: Problem): Response {
  const body: ProblemBody = {
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
  return new Response(JSON.stringify({ ...problem.extensions, ...body }), {
    status: problem.status,
    headers,
  });
}

/**
 * Error handler of the app. Responds with problem+json to a Problem and to an unreadable body. Logs any other error and responds
 * 503 if the database is unavailable, otherwise 500.
 */
export function errorResponse(error: Error, c: Context<ShopEnv>): Response {
  const problem = error instanceof Problem ? error : bodyProblemOf(error);
  if (problem) return problemResponse(c, problem);
  c.get('shop').log.error({ err: error, path: c.req.path }, 'request failed');
  return problemResponse(c, isDatabaseUnavailable(error) ? DatabaseUnavailable() : InternalError());
}

export function notFoundResponse(c: Context<ShopEnv>): Response {
  return problemResponse(c, NoSuchEndpoint(`There is no endpoint ${c.req.method} ${c.req.path}.`));
}

/** Responds 405 and lists the allowed methods. If GET is allowed, HEAD is allowed too. */
export function methodNotAllowedResponse(c: Context<ShopEnv>, allowed: readonly string[]): Response {
  const response = problemResponse(c, MethodNotAllowed(`This endpoint takes ${allowed.join(' or ')}.`));
  response.headers.set(
    'allow',
    allowed.includes('GET') ? [...allowed, 'HEAD'].join(', ') : allowed.join(', '),
  );
  return response;
}

const bodyProblems: Record<number, { name: string; message: string }> = {
  400: { name: 'bad-input', message: 'The body of the request is not valid JSON.' },
  413: { name: 'too-large', message: 'That is too large to be read.' },
  415: { name: 'not-json', message: 'The body should come as application/json.' },
};

/** Converts Hono's exception for an unreadable body to a problem. Returns undefined for any other error. */
function bodyProblemOf(error: Error): Problem | undefined {
  if (!(error instanceof HTTPException)) return undefined;
  const bodyProblem = bodyProblems[error.status];
  if (!bodyProblem) return undefined;
  const { name, message } = bodyProblem;
  return new Problem(name, error.status, message, [{ field: 'body', message }]);
}
