import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useIsHydrated } from '../browser/store.ts';
import { useSubmit } from '../browser/submit.ts';
import type { RequestFailed } from '../http/api-client.ts';
import { FailureNote, FieldErrors } from './fields.tsx';

/** The values of a form's fields by field name. */
export type FormInput = ReturnType<typeof readForm>;

type Messages = Readonly<Record<string, string | undefined>>;

type Props<T> = {
  send: (input: FormInput, signal: AbortSignal) => Promise<T>;
  onDone?: (result: T, form: HTMLFormElement) => void | Promise<void>;
  onFailure?: (failure: RequestFailed, input: FormInput) => void;
  /** Returns error messages by field name. If there are any, the form sends no request. */
  check?: (input: FormInput) => Messages;
  label?: string;
  /** Text of the submit button. If undefined, the form has no submit button. */
  submitLabel: string | undefined;
  /** Text of the submit button while a request is in progress. */
  pendingLabel?: string;
  submitClassName?: string;
  /** Elements beside the submit button. */
  otherActions?: ReactNode;
  /**
   * True to display the message about a failed request below the fields instead of above them. The message then receives the
   * focus, even if a field is invalid.
   */
  noteBelow?: boolean;
  /** Elements below the message about a failed request. */
  failureActions?: (failure: RequestFailed, clearFailure: () => void) => ReactNode;
  /** Elements below the submit button. */
  footer?: ReactNode;
  children: ReactNode;
};

/**
 * A form that sends one request at a time. Removing the form aborts the request. After a failure, the fields keep their values.
 * The first invalid field then receives the focus. If no field is invalid, the message about the failed request receives the
 * focus.
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

/** Hook that checks the values of a form and sends them. Moves the focus to the first invalid field. */
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
    /** Returns the value of a text field, a select or a selected radio button. Returns an empty text if the field is missing. */
    text(name: string): string {
      const value = values.get(name);
      return typeof value === 'string' ? value : '';
    },
    isChecked: (name: string): boolean => values.has(name),
  };
}
