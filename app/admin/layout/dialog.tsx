import { type ReactNode, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { Dialog } from '../../foundation/ui/dialog.tsx';
import { FailureNote } from '../../foundation/ui/fields.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';

type DialogProps = { open: boolean; onClose: () => void; title: string; children: ReactNode };

/** A dialog with a form or a choice in it. Its forms do not submit the form that the dialog is rendered in. */
export function AdminDialog({ open, onClose, title, children }: DialogProps) {
  const id = useId();
  if (!open) return null;
  return createPortal(
    <Dialog
      className="admin-dialog admin"
      aria-labelledby={id}
      closedby="any"
      onClose={onClose}
      // React events bubble through portals: a submit would reach a form around the dialog.
      onSubmit={(event) => event.stopPropagation()}
    >
      <button type="button" className="icon" aria-label="Close" onClick={onClose}>
        <Icon name="x" />
      </button>
      <h2 id={id}>{title}</h2>
      {children}
    </Dialog>,
    document.body,
  );
}

type OpenerProps = {
  /** Content of the button. */
  label: ReactNode;
  className?: string;
  /** False removes the button. A dialog that is open stays, so that it can show why its request failed. */
  isOffered?: boolean;
};

type DialogButtonProps = OpenerProps & {
  title: string;
  /** Renders the content of the dialog. */
  children: (close: () => void) => ReactNode;
};

/** Button that opens a dialog. */
export function DialogButton({ title, children, ...opener }: DialogButtonProps) {
  return (
    <Opener {...opener}>
      {(open, close) => (
        <AdminDialog open={open} onClose={close} title={title}>
          {children(close)}
        </AdminDialog>
      )}
    </Opener>
  );
}

type RenderDialog = (open: boolean, close: () => void) => ReactNode;

function Opener({
  label,
  className = 'btn quiet',
  isOffered = true,
  children,
}: OpenerProps & { children: RenderDialog }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {isOffered && (
        <button type="button" className={className} onClick={() => setOpen(true)}>
          {label}
        </button>
      )}
      {children(open, () => setOpen(false))}
    </>
  );
}

type ConfirmProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What the action causes, and whether it can be undone. */
  text: ReactNode;
  /** Label of the button that confirms: `Cancel the order`. */
  confirmLabel: string;
  /** Label of the button that closes the dialog. */
  dismissLabel?: string;
  /** True if the action deletes something. */
  destructive?: boolean;
  /** The action. If it rejects, the dialog stays open and shows why. */
  onConfirm: () => unknown;
};

/** Button whose action is confirmed in a dialog. */
export function ConfirmButton({
  label,
  className,
  isOffered,
  ...dialog
}: OpenerProps & Omit<ConfirmProps, 'open' | 'onClose'>) {
  return (
    <Opener label={label} className={className} isOffered={isOffered}>
      {(open, close) => <ConfirmDialog {...dialog} open={open} onClose={close} />}
    </Opener>
  );
}

/** Dialog that asks for confirmation before an action. */
export function ConfirmDialog({ open, ...props }: ConfirmProps) {
  return open ? createPortal(<OpenConfirmDialog {...props} />, document.body) : null;
}

function OpenConfirmDialog({
  onClose,
  title,
  text,
  confirmLabel,
  dismissLabel = 'Leave it',
  destructive,
  onConfirm,
}: Omit<ConfirmProps, 'open'>) {
  const id = useId();
  const { isPending, failure, attempt } = useSubmit();
  const act = () =>
    attempt(async () => {
      await onConfirm();
      onClose();
    });
  return (
    <Dialog
      className="admin-dialog admin"
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onClose={onClose}
    >
      <h2 id={id}>{title}</h2>
      <div id={`${id}-text`}>{text}</div>
      <FailureNote failure={failure} />
      <div className="actions">
        <button
          type="button"
          className={destructive ? 'btn destructive' : 'btn'}
          aria-disabled={isPending}
          onClick={() => void act()}
        >
          {isPending ? 'One moment...' : confirmLabel}
        </button>
        <button type="button" className="btn quiet" onClick={onClose}>
          {dismissLabel}
        </button>
      </div>
    </Dialog>
  );
}
