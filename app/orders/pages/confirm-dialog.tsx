import { type FormEvent, type ReactNode, type RefObject, useId } from 'react';
import { Icon } from '../../foundation/ui/icon.tsx';

type Props = {
  dialog: RefObject<HTMLDialogElement | null>;
  title: string;
  /** Label of the button that confirms. `busyLabel` replaces it while `busy`. */
  confirmLabel: string;
  busyLabel: string;
  dismissLabel: string;
  busy: boolean;
  /** Error message of the last attempt. */
  error: string | undefined;
  onConfirm: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

/**
 * Dialog that asks for confirmation before an order is changed. The caller opens the dialog through `dialog`, and closes
 * it after a successful change.
 */
export function ConfirmOrderDialog({
  dialog,
  title,
  confirmLabel,
  busyLabel,
  dismissLabel,
  busy,
  error,
  onConfirm,
  children,
}: Props) {
  const id = useId();
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        // Keep the dialog open until the response arrives.
        if (busy) event.preventDefault();
      }}
    >
      <form
        className="in form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm(event);
        }}
      >
        <h2 className="text-4 outline-none" id={id} tabIndex={-1} ref={focusOnOpen}>
          {title}
        </h2>
        {children}
        {error && (
          <p className="alert" role="alert">
            <Icon name="circle-alert" />
            {error}
          </p>
        )}
        <div className="actions">
          <button type="submit" className="btn danger" aria-disabled={busy}>
            {busy ? busyLabel : confirmLabel}
          </button>
          <button
            type="button"
            className="btn quiet"
            aria-disabled={busy}
            onClick={() => {
              if (!busy) dialog.current?.close();
            }}
          >
            {dismissLabel}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** Moves the focus to the heading when the dialog opens, so that pressing Enter twice does not confirm. */
function focusOnOpen(heading: HTMLElement | null) {
  heading?.setAttribute('autofocus', '');
}
