import { type FormEvent, type ReactNode, type RefObject, useId } from 'react';
import { Icon } from '../../foundation/ui/icon.tsx';

type Props = {
  dialog: RefObject<HTMLDialogElement | null>;
  title: string;
  /** What the two buttons say. */
  confirmLabel: string;
  busyLabel: string;
  cancelLabel: string;
  busy: boolean;
  /** Why the last try failed. */
  error: string | undefined;
  onConfirm: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

/** Asks before something is done that is not easily undone. */
export function ConfirmOrderDialog({
  dialog,
  title,
  confirmLabel,
  busyLabel,
  cancelLabel,
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
        // What has been sent is worth the moment that its answer takes.
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
        <h2 className="text-4 outline-none" id={id} tabIndex={-1} ref={focusFirst}>
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
            {cancelLabel}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** Where the focus goes when the dialog opens: not to the button that does it, so that nobody does it by pressing twice. */
function focusFirst(heading: HTMLElement | null) {
  heading?.setAttribute('autofocus', '');
}
