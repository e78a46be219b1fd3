import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { Icon } from './icon.tsx';

type Props = Omit<ComponentProps<'dialog'>, 'open' | 'ref' | 'onCancel'> & {
  onClose: () => void;
  /** Called when the user presses Escape, instead of closing the dialog. */
  onEscape?: (() => void) | undefined;
};

/**
 * Maximum time in milliseconds between the two presses of a double click: the longest default of common operating systems.
 */
const doubleClickMs = 500;

/**
 * A modal dialog that is open while it is rendered. Escape closes it. With `closedby="any"`, a press outside the dialog closes it
 * too. The second press of the double click that opened the dialog does not close it.
 */
export function Dialog({ onClose, onEscape, closedby, ...props }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    setTimeout(() => current?.setAttribute('closedby', closedby ?? 'closerequest'), doubleClickMs);
    // Close the dialog before it is removed. A dialog that is removed while open does not return the focus.
    return () => current?.close();
  }, [closedby]);
  return (
    <dialog
      {...props}
      ref={dialog}
      onCancel={(event) => {
        // A file field inside the dialog sends the same event when the user closes the file chooser.
        if (!onEscape || event.target !== event.currentTarget) return;
        event.preventDefault();
        onEscape();
      }}
      onClose={(event) => {
        // After React has removed the dialog, its close event still arrives. Ignore this event.
        if (event.currentTarget.isConnected) onClose();
      }}
    />
  );
}

type CloseButtonProps = { className?: string; disabled?: boolean; onClick: () => void };

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
