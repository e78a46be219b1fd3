import type { HttpBindings } from '@hono/node-server';
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { DatabaseUnavailable, isDatabaseUnavailable } from '../database/database-unavailable.server.ts';
import type { Shop } from '../shop.server.ts';
import { type FieldError, InternalError, MethodNotAllowed, NoSuchEndpoint, Problem } from './problem.ts';

/** Hono environment of the shop's middleware and endpoints. */
export type ShopEnv = {
  /** Node's request and response; absent if the app is called as a function. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    shop: Shop;
    requestId: string;
    clientAddress: string;
    /** Caller data from the endpoint's `access`. */
    caller?: object;
    /** Body of a rendered page, for the response cache: reading the response's body would copy the page. */
    page?: Buffer<ArrayBuffer>;
  };
};

/** Body of every error response: RFC 9457, and the `message` that the shop's specification requires. */
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

/** A validation issue. `keys` lists unknown keys of an object. */
export type Issue = { path: PropertyKey[]; message: string; keys?: string[] };

/** Converts Zod issues to field errors. Returns only the first issue of each field. */
export function fieldErrors(issues: readonly Issue[]): FieldError[] {
  const errors = new Map<string, string>();
  for (const { path, message, keys } of issues) {
    const fields = keys?.map((key) => ({ field: [...path, key], text: 'This field is unknown.' }));
    for (const { field, text } of fields ?? [{ field: path, text: message }]) {
      const name = field.map(String).join('.') || 'body';
      if (!errors.has(name)) errors.set(name, text);
    }
  }
  return [...errors].map(([field, message]) => ({ field, message }));
}

/** Returns an issue for each string with NUL or an unpaired surrogate. JSON can contain both, PostgreSQL stores neither. */
export function storageIssues(value: unknown, path: string[] = []): Issue[] {
  if (typeof value === 'string') {
    const isStorable = value.isWellFormed() && !value.includes('\0');
    return isStorable ? [] : [{ path, message: 'This holds a character that no text has.' }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, nested]) => {
    const here = [...path, key];
    return [...storageIssues(key, here), ...storageIssues(nested, here)];
  });
}

/** Creates a problem+json response. */
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
 * Error handler of the app. Responds to a Problem with problem+json; logs any other error and responds 500, or 503 if the
 * database is unavailable.
 */
export function errorResponse(error: Error, c: Context<ShopEnv>): Response {
  if (error instanceof Problem) return problemResponse(c, error);
  if (isHttpError(error)) return problemResponse(c, fromHttpError(error));
  c.get('shop').log.error({ err: error, path: c.req.path }, 'request failed');
  return problemResponse(c, isDatabaseUnavailable(error) ? DatabaseUnavailable() : InternalError());
}

export function notFoundResponse(c: Context<ShopEnv>): Response {
  return problemResponse(c, NoSuchEndpoint(`There is no call ${c.req.method} ${c.req.path}.`));
}

/** Responds 405 with the allowed methods. If GET is allowed, HEAD is allowed as well. */
export function methodNotAllowedResponse(c: Context<ShopEnv>, allowed: readonly string[]): Response {
  const response = problemResponse(c, MethodNotAllowed(`This call takes ${allowed.join(' or ')}.`));
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

const bodyProblems: Record<number, { name: string; message: string }> = {
  413: { name: 'too-large', message: 'That is too large to be read.' },
  415: { name: 'not-json', message: 'The body should come as application/json.' },
};

/** Converts a Hono exception, such as for a body that is too large or not JSON, to a problem. */
function fromHttpError({ status }: HttpError): Problem {
  const { name, message } = bodyProblems[status] ?? {
    name: 'bad-input',
    message: 'The body of the request is not valid JSON.',
  };
  return new Problem(name, status, message, [{ field: 'body', message }]);
}
