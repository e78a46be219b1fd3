import { type ReactNode, useId } from 'react';
import { Dialog } from '../../foundation/ui/dialog.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';

type Props = {
  title: string;
  /** Label of the button that confirms. `busyLabel` replaces it while `busy`. */
  confirmLabel: string;
  busyLabel: string;
  dismissLabel: string;
  busy: boolean;
  /** Error message of the last attempt. */
  error: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Dialog that asks for confirmation before an order is changed. The caller removes the dialog after a successful change. */
export function ConfirmOrderDialog({
  title,
  confirmLabel,
  busyLabel,
  dismissLabel,
  busy,
  error,
  onConfirm,
  onClose,
  children,
}: Props) {
  const id = useId();
  return (
    <Dialog
      className="dialog"
      aria-labelledby={id}
      onClose={onClose}
      // Keep the dialog open until the response arrives.
      onEscape={busy ? () => {} : undefined}
    >
      <form
        className="in form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
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
              if (!busy) onClose();
            }}
          >
            {dismissLabel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Moves the focus to the heading when the dialog opens, so that pressing Enter twice does not confirm. */
function focusOnOpen(heading: HTMLElement | null) {
  heading?.setAttribute('autofocus', '');
}
