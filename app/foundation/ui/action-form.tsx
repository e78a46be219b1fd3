import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useIsHydrated } from '../browser/store.ts';
import { useSubmit } from '../browser/submit.ts';
import type { RequestFailed } from '../http/api-client.ts';
import { FailureNote, FieldErrors } from './fields.tsx';

/** The values of a form's fields, by their names. */
export type FormInput = ReturnType<typeof readForm>;

type Messages = Readonly<Record<string, string | undefined>>;

type Props<T> = {
  send: (input: FormInput, signal: AbortSignal) => Promise<T>;
  onDone?: (result: T, form: HTMLFormElement) => void | Promise<void>;
  onFailure?: (failure: RequestFailed, input: FormInput) => void;
  /** Returns messages by field name. Nothing is sent while there are any. */
  check?: (input: FormInput) => Messages;
  /** Accessible name of the form. */
  label?: string;
  /** Without it, the form has no submit button. */
  submitLabel: string | undefined;
  /** Replaces `submitLabel` while a request is in progress. */
  pendingLabel?: string;
  submitClassName?: string;
  /** Displayed beside the submit button. */
  otherActions?: ReactNode;
  /** True to display the message about a failed request below the fields, where it receives the focus. */
  noteBelow?: boolean;
  /** Displayed below that message. */
  failureActions?: (failure: RequestFailed, clearFailure: () => void) => ReactNode;
  /** Displayed below the submit button. */
  footer?: ReactNode;
  children: ReactNode;
};

/**
 * A form that sends one request at a time, aborted when the form is removed. After a failure its values stay, and the first wrong
 * field receives the focus, or else the message about the request.
 */
export function ActionForm<T>({
  label,
  submitLabel,
  pendingLabel = 'One moment...',
  submitClassName = 'btn wide',
  otherActions,
  noteBelow = false,
  failureActions,
  footer,
  children,
  ...request
}: Props<T>) {
  const needsScript = !useIsHydrated();
  const { form, isPending, failure, errorOf, clearFailure, submit } = useFormSubmit(request, !noteBelow);
  const note = (
    <>
      <FailureNote failure={failure} />
      {failure && failureActions?.(failure, clearFailure)}
    </>
  );
  const submitButton = submitLabel !== undefined && (
    <button className={submitClassName} type="submit" disabled={needsScript} aria-disabled={isPending}>
      {isPending ? pendingLabel : submitLabel}
    </button>
  );
  return (
    <form ref={form} className="form" aria-label={label} noValidate onSubmit={submit}>
      <FieldErrors value={errorOf}>
        {!noteBelow && note}
        {children}
        {noteBelow && note}
        {otherActions ? (
          <div className="actions">
            {submitButton}
            {otherActions}
          </div>
        ) : (
          submitButton
        )}
        {needsScript && (
          <noscript>
            <p className="alert info">This form needs JavaScript, which is off in this browser.</p>
          </noscript>
        )}
        {footer}
      </FieldErrors>
    </form>
  );
}

type FormRequest<T> = Pick<Props<T>, 'send' | 'onDone' | 'onFailure' | 'check'>;

/** Hook that checks the form's values and sends them. Moves the focus to the first wrong field. */
function useFormSubmit<T>({ send, onDone, onFailure, check }: FormRequest<T>, focusAfterFailure: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const { isPending, failure, attempt, errorOf, clearFailure } = useSubmit();
  const [wrong, setWrong] = useState<Messages>({});
  useEffect(() => {
    if ((failure && focusAfterFailure) || hasMessage(wrong))
      form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]')?.focus();
  }, [failure, wrong, focusAfterFailure]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    const input = readForm(currentTarget);
    const messages = check?.(input) ?? {};
    setWrong(messages);
    if (hasMessage(messages)) return;
    const done = await attempt(async (signal) => ({ result: await send(input, signal) }), {
      onFailure: (failed) => onFailure?.(failed, input),
    });
    if (done) await onDone?.(done.result, currentTarget);
  }
  return {
    form,
    isPending,
    failure,
    errorOf: (name: string) => wrong[name] ?? errorOf(name),
    clearFailure,
    submit,
  };
}

const hasMessage = (messages: Messages) => Object.values(messages).some((text) => text !== undefined);

function readForm(form: HTMLFormElement) {
  const values = new FormData(form);
  return {
    /** Returns the value of a text field, a select or a chosen radio button. Returns an empty text for a missing field. */
    text(name: string): string {
      const value = values.get(name);
      return typeof value === 'string' ? value : '';
    },
    isChecked: (name: string): boolean => values.has(name),
  };
}
