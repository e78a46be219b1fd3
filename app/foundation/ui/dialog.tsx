import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { Icon } from './icon.tsx';

type Props = Omit<ComponentProps<'dialog'>, 'open' | 'ref' | 'onCancel'> & {
  onClose: () => void;
  /** Called in place of closing the dialog when Escape is pressed. */
  onEscape?: (() => void) | undefined;
};

/** Time between the two presses of a double click, in ms, on the systems that allow the longest. */
const doubleClickMs = 500;

/**
 * A modal dialog, open from its first render to its last. Escape closes it, and with `closedby="any"` a press beside it, but not
 * the second press of the double click that opened it.
 */
export function Dialog({ onClose, onEscape, closedby, ...props }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    setTimeout(() => current?.setAttribute('closedby', closedby ?? 'closerequest'), doubleClickMs);
    // A dialog that is removed while open does not return the focus.
    return () => current?.close();
  }, [closedby]);
  return (
    <dialog
      {...props}
      ref={dialog}
      onCancel={(event) => {
        // A file field sends the same event when its chooser is dismissed.
        if (!onEscape || event.target !== event.currentTarget) return;
        event.preventDefault();
        onEscape();
      }}
      onClose={(event) => {
        // The event of a dialog that React has removed comes afterwards.
        if (event.currentTarget.isConnected) onClose();
      }}
    />
  );
}

type CloseButtonProps = { className?: string; disabled?: boolean; onClick: () => void };

/** Button in the upper right corner of a dialog. */
export function CloseButton({ className = '', ...props }: CloseButtonProps) {
  return (
    <button
      type="button"
      className={`icon absolute top-1 right-1 ${className}`}
      aria-label="Close"
      {...props}
    >
      <Icon name="x" />
    </button>
  );
}
