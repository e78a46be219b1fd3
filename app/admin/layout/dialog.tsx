import { type ReactNode, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { Dialog } from '../../foundation/ui/dialog.tsx';
import { FailureNote } from '../../foundation/ui/fields.tsx';
import type { IconName } from '../../foundation/ui/icon.tsx';
import { ActionButton } from './action-button.tsx';

type DialogProps = { onClose: () => void; title: string; children: ReactNode };

/** Dialog with a form or a choice. A form in the dialog does not submit the form that surrounds the dialog. */
export function AdminDialog({ onClose, title, children }: DialogProps) {
  const id = useId();
  return createPortal(
    <Dialog
      className="admin-dialog admin"
      aria-labelledby={id}
      closedby="any"
      onClose={onClose}
      // React events bubble through portals, so a submit would reach the form that surrounds the dialog.
      onSubmit={(event) => event.stopPropagation()}
    >
      <ActionButton className="icon" icon="x" label="Close" onClick={onClose} />
      <h2 id={id}>{title}</h2>
      {children}
    </Dialog>,
    document.body,
  );
}

type OpenerProps = {
  label: string;
  /** Text for screen readers after the button's text, such as ` of Meera`. */
  srText?: string;
  icon?: IconName;
  className?: string;
  /** False to hide the button. A dialog that is already open stays open, for example to show why its request failed. */
  isOffered?: boolean;
};

type DialogButtonProps = OpenerProps & {
  title: string;
  children: (close: () => void) => ReactNode;
};

export function DialogButton({ title, children, ...opener }: DialogButtonProps) {
  return (
    <Opener {...opener}>
      {(close) => (
        <AdminDialog onClose={close} title={title}>
          {children(close)}
        </AdminDialog>
      )}
    </Opener>
  );
}

function Opener({
  label,
  srText,
  icon,
  className = 'btn quiet',
  isOffered = true,
  children,
}: OpenerProps & { children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {isOffered && (
        <ActionButton className={className} icon={icon} onClick={() => setOpen(true)}>
          {label}
          {srText && <span className="sr">{srText}</span>}
        </ActionButton>
      )}
      {open && children(() => setOpen(false))}
    </>
  );
}

type ConfirmProps = {
  onClose: () => void;
  title: string;
  /** Says what the action does, and whether it can be undone. */
  text: ReactNode;
  confirmLabel: string;
  dismissLabel?: string;
  /** True if the action deletes something. */
  destructive?: boolean;
  /** Called when the user confirms. If it rejects, the dialog stays open and shows why. */
  onConfirm: () => unknown;
};

/** Button that opens a dialog. The action runs after the user confirms it there. */
export function ConfirmButton({
  label,
  srText,
  icon,
  className,
  isOffered,
  ...dialog
}: OpenerProps & Omit<ConfirmProps, 'onClose'>) {
  return (
    <Opener label={label} srText={srText} icon={icon} className={className} isOffered={isOffered}>
      {(close) => <ConfirmDialog {...dialog} onClose={close} />}
    </Opener>
  );
}

export function ConfirmDialog({
  onClose,
  title,
  text,
  confirmLabel,
  dismissLabel = 'Go back',
  destructive,
  onConfirm,
}: ConfirmProps) {
  const id = useId();
  const { isPending, failure, attempt } = useSubmit();
  const act = () =>
    attempt(async () => {
      await onConfirm();
      onClose();
    });
  return createPortal(
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
        <ActionButton
          className={destructive ? 'btn destructive' : 'btn'}
          isDisabled={isPending}
          onClick={act}
        >
          {isPending ? 'One moment...' : confirmLabel}
        </ActionButton>
        <ActionButton className="btn quiet" onClick={onClose}>
          {dismissLabel}
        </ActionButton>
      </div>
    </Dialog>,
    document.body,
  );
}
