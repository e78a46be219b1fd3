import { hc } from 'hono/client';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSubmit } from '../foundation/browser/submit.ts';
import { type RequestFailed, readResponse, unreachableMessage } from '../foundation/http/api-client.ts';
import { SuccessAlert } from '../foundation/ui/alert.tsx';
import { AreaField, FieldErrors, TextField } from '../foundation/ui/fields.tsx';
import { Icon } from '../foundation/ui/icon.tsx';
import * as urls from '../urls.ts';
import type { ContactMessage } from './contract.ts';
import type { messageEndpoints } from './endpoints.server.ts';

export type MessageFormValues = Record<keyof ContactMessage, string>;

/** Outcome of the last request. Empty before the first request. */
export type Reply = { thanks?: string; failure?: Pick<RequestFailed, 'message' | 'fields'> };

type Props = {
  input: MessageFormValues;
  /** Outcome of a form that a browser without JavaScript has posted. */
  reply: Reply;
  /** Sentence about orders from abroad. Empty if the checkout accepts every country. */
  abroad: string;
};

const api = hc<typeof messageEndpoints>('/api');

const unreachable = 'Your message did not reach us. Please check your connection and try again.';

/**
 * Contact form. Only the server validates it. The form's script sends it to the API. Without JavaScript, the browser posts it to
 * the page itself.
 */
export function MessageForm({ input, reply, abroad }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { isPending, attempt } = useSubmit();
  const [outcome, setOutcome] = useState(reply);
  const { thanks, failure }: Reply = isPending ? {} : outcome;
  const errorOf = (name: string) => failure?.fields.find(({ field }) => field === name)?.message;

  useEffect(() => {
    if (outcome.failure)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true], [role=alert]')?.focus();
  }, [outcome]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    // Do not pass the signal of `attempt`, so that leaving the page does not cancel the request.
    const sent = await attempt(() => postMessage(readMessageForm(new FormData(currentTarget))), {
      onFailure: (failed) => setOutcome({ failure: failed }),
    });
    if (!sent) return;
    setOutcome({ thanks: sent.message });
    clearForm(currentTarget);
  }

  return (
    <form ref={form} className="form" method="post" action={urls.reachUs} noValidate onSubmit={send}>
      <p className="prose">
        A question about a drape, a size or a date? Write to us, and someone who has handled the cloth will
        reply.
      </p>
      {abroad && <p className="prose">{abroad} Name the pieces, your country and your postcode.</p>}
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
      <Honeypot value={input.website} />
      <div role="status">{thanks && <SuccessAlert>{thanks}</SuccessAlert>}</div>
      {failure && (
        <div className="alert" role="alert" tabIndex={-1}>
          <Icon name="circle-alert" />
          <p>{failure.message === unreachableMessage ? unreachable : failure.message}</p>
        </div>
      )}
      <div>
        <button className="btn" type="submit" aria-disabled={isPending}>
          {isPending ? 'Sending...' : failure?.fields.length === 0 ? 'Try again' : 'Send message'}
        </button>
      </div>
    </form>
  );
}

/** Hidden field. Only spam bots fill it in. */
function Honeypot({ value }: { value: string }) {
  return (
    <div hidden>
      <label htmlFor="reach-website">Leave this empty</label>
      <input id="reach-website" name="website" tabIndex={-1} autoComplete="off" defaultValue={value} />
    </div>
  );
}

/** Clears all fields of a sent form, including the hidden number of the product. */
function clearForm(form: HTMLFormElement) {
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    field.value = '';
  }
}

/** Reads a posted form. A missing field is read as an empty text. */
export function readMessageForm(form: FormData): MessageFormValues {
  const text = (name: keyof ContactMessage) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    name: text('name'),
    email: text('email'),
    message: text('message'),
    piece: text('piece'),
    website: text('website'),
  };
}

/** Sends the message. Rejects with `RequestFailed`. */
function postMessage(json: ContactMessage) {
  return readResponse(api.reachus.send.$post({ json }, { init: { signal: AbortSignal.timeout(20_000) } }));
}
