import type { HttpBindings } from '@hono/node-server';
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { DatabaseUnavailable, isDatabaseUnavailable } from '../database/database-unavailable.server.ts';
import type { Shop } from '../shop.server.ts';
import { type FieldError, InternalError, MethodNotAllowed, NoSuchEndpoint, Problem } from './problem.ts';

/** What the shop's middleware leaves for the endpoints. */
export type ShopEnv = {
  /** Node's own request; absent where the app is called as a function. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    shop: Shop;
    requestId: string;
    clientAddress: string;
    /** What the endpoint's access says of who calls it. */
    caller?: object;
    /** The body of a page, so that whoever keeps it need not read it out of the answer. */
    page?: Buffer<ArrayBuffer>;
  };
};

/** The body of every failed request: RFC 9457, with the specification's `message` beside `title`. */
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

/** `keys`: those of an object that its schema does not know. */
export type Issue = { path: PropertyKey[]; message: string; keys?: string[] };

/** Zod's issues as `errors: [{ field, message }]`: the first one of each field. */
export function fieldErrors(issues: readonly Issue[]): FieldError[] {
  const found = new Map<string, string>();
  for (const { path, message, keys } of issues) {
    const fields = keys?.map((key) => ({ field: [...path, key], text: 'This field is unknown.' }));
    for (const { field, text } of fields ?? [{ field: path, text: message }]) {
      const name = field.map(String).join('.') || 'body';
      if (!found.has(name)) found.set(name, text);
    }
  }
  return [...found].map(([field, message]) => ({ field, message }));
}

/** Where a text holds what the database cannot store, though JSON can write it: NUL, or half of a surrogate pair. */
export function storageIssues(value: unknown, path: string[] = []): Issue[] {
  if (typeof value === 'string') {
    const isKept = value.isWellFormed() && !value.includes('\0');
    return isKept ? [] : [{ path, message: 'This holds a character that no text has.' }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) => {
    const here = [...path, key];
    return [...storageIssues(key, here), ...storageIssues(inside, here)];
  });
}

/** Answers a Problem as problem+json. */
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

/** The only catch of the API: what is expected is answered in words, what is not is logged and answered 500. */
export function errorResponse(error: Error, c: Context<ShopEnv>): Response {
  if (error instanceof Problem) return problemResponse(c, error);
  if (isHttpError(error)) return problemResponse(c, fromHttpError(error));
  c.get('shop').log.error({ err: error, path: c.req.path }, 'a call failed');
  return problemResponse(c, isDatabaseUnavailable(error) ? DatabaseUnavailable() : InternalError());
}

export function notFoundResponse(c: Context<ShopEnv>): Response {
  return problemResponse(c, NoSuchEndpoint(`There is no call ${c.req.method} ${c.req.path}.`));
}

/** The path is known, the method is not. HEAD comes with GET. */
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

const refusedBodies: Record<number, { name: string; message: string }> = {
  413: { name: 'too-large', message: 'That is too large to be read.' },
  415: { name: 'not-json', message: 'The body should come as application/json.' },
};

/** Hono refuses a body that is not JSON, or too large, by exceptions of its own. */
function fromHttpError({ status }: HttpError): Problem {
  const { name, message } = refusedBodies[status] ?? {
    name: 'bad-input',
    message: 'The body of the request is not valid JSON.',
  };
  return new Problem(name, status, message, [{ field: 'body', message }]);
}
