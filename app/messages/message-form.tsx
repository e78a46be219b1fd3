import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fieldsOf, textAt } from '../foundation/http/api-client.ts';
import type { FieldError } from '../foundation/http/problem.ts';
import { AreaField, FieldErrors, TextField } from '../foundation/ui/fields.tsx';
import { Icon } from '../foundation/ui/icon.tsx';
import * as urls from '../urls.ts';
import type { ContactMessage } from './contract.ts';

/** What was typed into the form, kept when it could not be sent. */
export type MessageFormValues = Record<keyof ContactMessage, string>;

/** How the sending went: not tried, under way, done, or refused in words. */
type Outcome = { state: 'open' } | { state: 'busy' } | Reply;

type Props = {
  input: MessageFormValues;
  /** What the route's action answered, when the form was sent without JavaScript. */
  reply?: Reply;
};

const open: Outcome = { state: 'open' };

/**
 * Contact form. Only the server validates it. Without JavaScript it posts to its own page; with it, to the API.
 */
export function MessageForm({ input, reply }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [outcome, setOutcome] = useState<Outcome>(reply ?? open);
  const fields = outcome.state === 'refused' ? outcome.fields : [];
  const errorOf = (name: string) => fields.find(({ field }) => field === name)?.message;

  useEffect(() => {
    if (outcome.state === 'refused') {
      form.current?.querySelector<HTMLElement>('[aria-invalid=true], [role=alert]')?.focus();
    }
  }, [outcome]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (outcome.state === 'busy') return;
    const written = event.currentTarget;
    setOutcome({ state: 'busy' });
    const result = await postMessage(new FormData(written));
    setOutcome(result);
    if (result.state === 'sent') emptyOut(written);
  }

  return (
    <form ref={form} className="form" method="post" action={urls.reachUs} noValidate onSubmit={send}>
      <p className="prose">
        A question about a drape, a size, a date: write, and a person who has held the cloth answers.
      </p>
      <FieldErrors value={errorOf}>
        <TextField id="reach-name" name="name" label="Name" defaultValue={input.name} autoComplete="name" />
        <TextField
          id="reach-email"
          name="email"
          label="Email"
          defaultValue={input.email}
          autoComplete="email"
          type="email"
        />
        <AreaField id="reach-message" name="message" label="Message" defaultValue={input.message} rows={6} />
      </FieldErrors>
      <input type="hidden" name="piece" defaultValue={input.piece} />
      <div hidden>
        <label htmlFor="reach-website">Leave this empty</label>
        <input
          id="reach-website"
          name="website"
          tabIndex={-1}
          autoComplete="off"
          defaultValue={input.website}
        />
      </div>
      <div role="status">
        {outcome.state === 'sent' && (
          <p className="alert ok">
            <Icon name="check" />
            {outcome.text}
          </p>
        )}
      </div>
      {outcome.state === 'refused' && (
        <div className="alert" role="alert" tabIndex={-1}>
          <Icon name="circle-alert" />
          <p>{outcome.text}</p>
        </div>
      )}
      <div>
        <button className="btn" type="submit" aria-disabled={outcome.state === 'busy'}>
          {labelOf(outcome)}
        </button>
      </div>
    </form>
  );
}

function labelOf(outcome: Outcome): string {
  if (outcome.state === 'busy') return 'Sending...';
  return outcome.state === 'refused' && outcome.fields.length === 0 ? 'Try again' : 'Send message';
}

/** A sent message is gone from the form, and so is the piece that it was about. */
function emptyOut(form: HTMLFormElement) {
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    field.value = '';
  }
}

/** What came back, in words for the person who wrote. */
export type Reply =
  | { state: 'sent'; text: string }
  | { state: 'refused'; text: string; fields: readonly FieldError[] };

const unreachable = 'Your message did not reach us. Please look at your connection and try again.';

/** Posts the form to the API. Never rejects: a failure is a reply too, so what was typed stays. */
async function postMessage(form: FormData): Promise<Reply> {
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
