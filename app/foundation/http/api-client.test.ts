import { expect, it } from 'vitest';
import { fieldsOf, RequestFailed, readResponse, unreachableMessage } from './api-client.ts';

const respond = (status: number, body: string) => Promise.resolve(new Response(body, { status }));
const failure = (pending: Promise<Response>) => readResponse(pending).catch((error: unknown) => error);

it('returns the body of an API response, or rejects with the message, name, status and fields of its problem', async () => {
  expect(await readResponse(respond(200, '{"count":2}'))).toEqual({ count: 2 });
  const errors = [{ field: 'otp', message: 'Enter a valid 6-digit OTP' }];
  const body = { title: 'invalid-code', message: 'Look again.', errors };
  const failed = await failure(respond(400, JSON.stringify(body)));
  expect(failed).toBeInstanceOf(RequestFailed);
  const { message, title: problem } = body;
  expect(failed).toMatchObject({ message, problem, status: 400, fields: errors });
});

it.each([
  ['no response', async () => Promise.reject(new TypeError('Failed to fetch')), 0],
  ['a page instead of JSON', () => respond(200, '<!doctype html>'), 200],
  ['an error of a proxy', () => respond(502, 'Bad Gateway'), 502],
])('rejects with the message that the shop is unreachable if it receives %s', async (_, send, status) => {
  expect(await failure(send())).toMatchObject({ message: unreachableMessage, status });
});

it.each([null, 'text', { errors: 'text' }, { errors: [null, { field: 1, message: 'x' }, { field: 'a' }] }])(
  'returns no field errors if the response body is %j',
  (body) => expect(fieldsOf(body)).toEqual([]),
);
