import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { FailureNote } from './fields.tsx';
import { AdminIcon } from './icon.tsx';

type DialogProps = { open: boolean; onClose: () => void; title: string; children: ReactNode };

/** A dialog with a form or a choice in it. Its forms do not submit the form that the dialog is rendered in. */
export function AdminDialog({ open, onClose, title, children }: DialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="admin-veil" />
        {/* React events bubble through portals: a submit would reach a form around the dialog. */}
        <Dialog.Popup className="admin-dialog admin" onSubmit={(event) => event.stopPropagation()}>
          <Dialog.Close className="icon" aria-label="Close">
            <AdminIcon name="x" />
          </Dialog.Close>
          <Dialog.Title>{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type ConfirmProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What will happen, and whether it can be taken back. */
  text: ReactNode;
  /** What the button says: `Cancel the order`. */
  confirmLabel: string;
  /** Madder, for what takes something away. */
  destructive?: boolean;
  /** What is done; while it fails, the dialog stays and says why. */
  onConfirm: () => Promise<unknown>;
};

/** Asks once more before something is done that others notice. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  text,
  confirmLabel,
  destructive,
  onConfirm,
}: ConfirmProps) {
  const { isPending, failure, attempt, clearFailure } = useSubmit();
  const close = () => {
    clearFailure();
    onClose();
  };
  async function act() {
    const isDone = await attempt(async () => {
      await onConfirm();
      return true;
    });
    if (isDone) close();
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="admin-veil" />
        <AlertDialog.Popup className="admin-dialog admin">
          <AlertDialog.Title>{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />}>{text}</AlertDialog.Description>
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
            <AlertDialog.Close className="btn quiet">Leave it</AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
