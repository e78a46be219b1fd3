import { expect, it } from 'vitest';
import { fieldsOf, RequestFailed, readResponse, textAt, unreachableMessage } from './api-client.ts';

const answered = (status: number, body: string) => Promise.resolve(new Response(body, { status }));
const failure = (requested: Promise<Response>) =>
  readResponse(requested).then(
    () => undefined,
    (error: unknown) => error,
  );

it('what a call answered is handed on', async () => {
  await expect(readResponse(answered(200, '{"count":2}'))).resolves.toEqual({ count: 2 });
});

it('a refusal comes with its words, its name, its status and its fields', async () => {
  const errors = [{ field: 'otp', message: 'Enter a valid 6-digit OTP' }];
  const refused = failure(
    answered(400, JSON.stringify({ title: 'invalid-code', message: 'Look again.', errors })),
  );
  expect(await refused).toBeInstanceOf(RequestFailed);
  expect(await refused).toMatchObject({
    message: 'Look again.',
    problem: 'invalid-code',
    status: 400,
    fields: errors,
  });
});

it.each([
  ['no answer at all', async () => Promise.reject(new TypeError('Failed to fetch')), 0],
  ['a page in the place of an answer', () => answered(200, '<!doctype html>'), 200],
  ['a refusal by a proxy', () => answered(502, 'Bad Gateway'), 502],
])('%s is told in plain words', async (_, ask, status) => {
  expect(await failure(ask())).toMatchObject({ message: unreachableMessage, status });
});

it.each([null, 'text', { errors: 'text' }, { errors: [null, { field: 1, message: 'x' }, { field: 'a' }] }])(
  'errors of another shape are none: %j',
  (body) => expect(fieldsOf(body)).toEqual([]),
);

it('only a text is read as a text', () => {
  expect(textAt({ a: 'x' }, 'a')).toBe('x');
  for (const value of [{ a: 1 }, {}, null, undefined, 'x']) expect(textAt(value, 'a')).toBeUndefined();
});
