import { fieldsOf, textAt } from '../foundation/http/api-client.ts';
import type { FieldError } from '../foundation/http/problem.ts';

/** What came back, in words for the person who wrote. */
export type Reply =
  | { state: 'sent'; text: string }
  | { state: 'refused'; text: string; fields: readonly FieldError[] };

const unreachable = 'Your message did not reach us. Please look at your connection and try again.';

/** Posts the form to the API. Never rejects: a failure is a reply too, so what was typed stays. */
export async function postMessage(form: FormData): Promise<Reply> {
  try {
    const response = await fetch('/api/reachus/send', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(form)),
      signal: AbortSignal.timeout(20_000),
    });
    const body: unknown = await response.json();
    const text = textAt(body, 'message') ?? unreachable;
    return response.ok ? { state: 'sent', text } : { state: 'refused', text, fields: fieldsOf(body) };
  } catch {
    return { state: 'refused', text: unreachable, fields: [] };
  }
}
